/* scord_regress.c: `scord regress` alone, for its tests with sanitizers: scord_regress regress ARGUMENTS… */
#include "command.h"

int main(int argc, char **argv) { return scord_command_regress(argc - 1, argv + 1); }
