// SPDX-License-Identifier: Apache-2.0
// release_order.vh: release numbers as places on a circle (D62), for proofs without ages. Included inside a module.
//
// True if `number` is at least as young as `from`: on the way up from `from` it comes no later than `last`, the newest
// number.
  function automatic met(input [11:0] from, input [11:0] number, input [11:0] last);
    if (from <= last) met = from <= number && number <= last;
    else met = number >= from || number <= last;
  endfunction
