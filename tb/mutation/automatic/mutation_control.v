// SPDX-License-Identifier: Apache-2.0
// mutation_control: which mutant is on. Read once, before time 0, from the host program (mutation_number.c); 0: none.
package mutation_control;
  import "DPI-C" function int scord_mutation_number();
  int number = scord_mutation_number();
endpackage
