/* outcome_table.h: outcomes of situations that have come before, so that the rules are asked once
 * for each of them.
 *
 * Words of a program meet in a few hundred situations, in an order that no branch predictor
 * follows: to look an outcome up costs less than to find it again (docs/speed.md). Rules see
 * nothing but the situation (situation.h), so that what they said once is what they would say
 * again. The table has room for every situation without independent_threads and acquire_release;
 * only what is used of it becomes memory. With these options the rules are asked every time.
 */
#ifndef SCORD_OUTCOME_TABLE_H
#define SCORD_OUTCOME_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/outcome.h"

enum { SCORD_OUTCOME_TABLE_ENTRIES = 1 << SCORD_SITUATION_PLAIN_BITS };

typedef struct scord_outcome_table {
    scord_outcome_bits_t *outcome; /* by situation; 0: it has not come yet */
} scord_outcome_table_t;

/* Room for the table, unless it has it already. False: no memory. A zeroed table is valid input. */
bool scord_outcome_table_start(scord_outcome_table_t *table);
void scord_outcome_table_destroy(scord_outcome_table_t *table);
/* Asks the rules, and remembers what they said. */
scord_outcome_bits_t scord_outcome_table_ask(scord_outcome_table_t *table, uint32_t situation);

/* The outcome of SITUATION, any bits of scord_situation_bit_t. The table must have been started. */
static inline scord_outcome_bits_t scord_outcome_table_find(scord_outcome_table_t *table,
                                                            uint32_t situation) {
    const scord_outcome_bits_t known = situation < SCORD_OUTCOME_TABLE_ENTRIES
                                           ? table->outcome[situation]
                                           : 0;
    return __builtin_expect(known != 0, 1) ? known : scord_outcome_table_ask(table, situation);
}

#endif
