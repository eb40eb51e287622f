/* outcome_table.c: see outcome_table.h. */
#include "cmodel/detector/outcome_table.h"

#include <stdlib.h>

#include "cmodel/detector/detection_logic.h"

bool scord_outcome_table_start(scord_outcome_table_t *table) {
    if (!table->outcome)
        table->outcome = calloc(SCORD_OUTCOME_TABLE_ENTRIES, sizeof *table->outcome);
    return table->outcome;
}

void scord_outcome_table_destroy(scord_outcome_table_t *table) {
    free(table->outcome);
    *table = (scord_outcome_table_t){0};
}

scord_outcome_bits_t scord_outcome_table_ask(scord_outcome_table_t *table, uint32_t situation) {
    const scord_outcome_t outcome = scord_rules(situation, NULL);
    const scord_outcome_bits_t bits = scord_outcome_to_bits(&outcome);
    if (situation < SCORD_OUTCOME_TABLE_ENTRIES) table->outcome[situation] = bits;
    return bits;
}
