/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: skip_idle DIRECTORY PREFIX changes the C++ that Verilator generated in DIRECTORY with
 * --prefix PREFIX, so that idle parts are left out (skip_idle.h).
 *
 * Exit codes: 0 done; 1 refused with one line, and every file is as it was (cosim/module.mk builds
 * that); 2 usage, no memory, or a file that cannot be written.
 */
#include "cosim/verilated/skip_idle/skip_idle.h"
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3 || chdir(argv[1]) != 0) {
        fputs("usage: skip_idle DIRECTORY PREFIX\n", stderr);
        return 2;
    }
    read_files(argv[2]);
    replace_calls();
    find_functions();
    for (uint32_t i = 0; i < functions.count; i++) parse(functions.of[i]);
    make_blocks();
    write_files(argv[2]);
    return 0;
}
