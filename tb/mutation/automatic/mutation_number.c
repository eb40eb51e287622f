/* mutation_number.c: the mutant that the environment asks for: SCORD_MUTANT, 0 or nothing: none. */
#include <stdlib.h>

int scord_mutation_number(void);

int scord_mutation_number(void) {
    const char *text = getenv("SCORD_MUTANT");
    return text ? atoi(text) : 0;
}
