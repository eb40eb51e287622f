/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_number.c: the number of the active mutant, from the variable SCORD_MUTANT; 0 or unset:
 * none. */
#include <stdlib.h>

int scord_mutation_number(void);

int scord_mutation_number(void) {
    const char *text = getenv("SCORD_MUTANT");
    return text ? atoi(text) : 0;
}
