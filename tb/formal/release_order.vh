// release_order.vh: release numbers as places on a circle (D62), for the proofs that know no ages. Included inside a module.
//
// Walking up from `from`, `number` comes no later than `last`, the newest: it is at least as young as `from`.
  function automatic met(input [11:0] from, input [11:0] number, input [11:0] last);
    if (from <= last) met = from <= number && number <= last;
    else met = number >= from || number <= last;
  endfunction
