// SPDX-License-Identifier: Apache-2.0
// release_number.vh: compares two release numbers. Included in modules.
//
// Numbers wrap, so the younger of two is the one with the smaller distance to the newest number. 0 means none.
//
// Source: ScoRD section VI; D61.

function automatic logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] younger(
    input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] newest, input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] a,
    input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] b);
  logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] age_a, age_b;
  age_a = newest - a;
  age_b = newest - b;
  younger = a == '0 ? b : b == '0 || age_a <= age_b ? a : b;
endfunction
