/* SPDX-License-Identifier: Apache-2.0 */
// systemc_main.cpp: lockstep_top under SystemC.
#include <systemc>

#include "tb/lockstep/device/lockstep_top.h"

int sc_main(int argc, char **argv) { return lockstep_top(argc, argv); }
