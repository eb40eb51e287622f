// SPDX-License-Identifier: Apache-2.0
// release_number.vh: comparing the numbers of acquire_release (ScoRD section VI; D61). Included inside a module.
//
// Numbers wrap: of two the younger is the one whose age, the distance to the newest, is smaller. 0 is none.

function automatic logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] younger(
    input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] newest, input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] a,
    input logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] b);
  logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] age_a, age_b;
  age_a = newest - a;
  age_b = newest - b;
  younger = a == '0 ? b : b == '0 || age_a <= age_b ? a : b;
endfunction
