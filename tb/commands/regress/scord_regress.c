/* SPDX-License-Identifier: Apache-2.0 */
/* scord_regress.c: `scord regress` and `scord report` alone, for their tests with sanitizers:
 * scord_regress COMMAND ARGUMENTS… */
#include <string.h>

#include "cosim/commands/shared/command.h"

int main(int argc, char **argv) {
    const int report = argc > 1 && strcmp(argv[1], "report") == 0;
    return report ? scord_command_report(argc - 1, argv + 1)
                  : scord_command_regress(argc - 1, argv + 1);
}
