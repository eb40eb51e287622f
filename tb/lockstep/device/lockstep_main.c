/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep_main.c: lockstep_top as a plain program. */
#include "tb/lockstep/device/lockstep_top.h"

int main(int argc, char **argv) { return lockstep_top(argc, argv); }
