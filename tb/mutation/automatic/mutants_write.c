/* SPDX-License-Identifier: Apache-2.0 */
/* mutants_write.c: files with mutants in them (mutants.h).
 *
 * A switched mutant only adds text around what is there: an expression E becomes
 *   ((mutation_control::number == N) ? (REPLACEMENT) : (E))
 * which has E's width and sign rules, since both branches of ?: belong to the surrounding context;
 * a statement S becomes begin if (mutation_control::number != N) S else REPLACEMENT end Mutants
 * inside E stand inside (E) only: no more than one is on at a time.
 */
#include <stdlib.h>

#include "tb/mutation/automatic/mutants.h"

typedef struct insertion {
    size_t at;
    bool closing;
    const mutant_t *mutant;
} insertion_t;

/* At one place: closings before openings; outer mutants open first and close last. */
static int by_place(const void *a, const void *b) {
    const insertion_t *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->closing != y->closing) return x->closing ? -1 : 1;
    const size_t far_x = x->closing ? x->mutant->begin : x->mutant->end,
                 far_y = y->closing ? y->mutant->begin : y->mutant->end;
    if (far_x != far_y) return far_x > far_y ? -1 : 1;
    const int order = x->mutant->number < y->mutant->number ? -1 : 1;
    return x->closing ? -order : order;
}

static void write_insertion(const insertion_t *insertion, FILE *out) {
    const mutant_t *mutant = insertion->mutant;
    if (mutant->statement && insertion->closing)
        fprintf(out, " else %s end", mutant->replacement);
    else if (mutant->statement)
        fprintf(out, "begin if (mutation_control::number != %u) ", mutant->number);
    else if (insertion->closing)
        fprintf(out, "))");
    else
        fprintf(out, "((mutation_control::number == %u) ? (%s) : (", mutant->number,
                mutant->replacement);
}

static insertion_t *insertions_of(const mutants_t *mutants, unsigned file, size_t *count) {
    insertion_t *insertions = malloc((2 * mutants->count + 1) * sizeof *insertions);
    if (!insertions) abort();
    *count = 0;
    for (size_t i = 0; i < mutants->count; i++) {
        const mutant_t *mutant = &mutants->list[i];
        if (mutant->file != file || !mutant->chosen) continue;
        insertions[(*count)++] = (insertion_t){mutant->begin, false, mutant};
        insertions[(*count)++] = (insertion_t){mutant->end, true, mutant};
    }
    qsort(insertions, *count, sizeof *insertions, by_place);
    return insertions;
}

void mutants_write_switched(const mutants_t *mutants, unsigned file, FILE *out) {
    const verilog_source_t *source = &mutants->sources[file];
    size_t count, done = 0;
    insertion_t *insertions = insertions_of(mutants, file, &count);
    for (size_t i = 0; i < count; i++) {
        fwrite(source->text + done, 1, insertions[i].at - done, out);
        done = insertions[i].at;
        write_insertion(&insertions[i], out);
    }
    fwrite(source->text + done, 1, source->size - done, out);
    free(insertions);
}

void mutants_write_applied(const mutants_t *mutants, unsigned file, FILE *out) {
    const verilog_source_t *source = &mutants->sources[file];
    size_t done = 0;
    for (size_t i = 0; i < mutants->count; i++) {
        const mutant_t *mutant = &mutants->list[i];
        if (mutant->file != file || !mutant->chosen) continue;
        fwrite(source->text + done, 1, mutant->begin - done, out);
        fprintf(out, mutant->statement ? "%s" : "(%s)", mutant->replacement);
        done = mutant->end;
    }
    fwrite(source->text + done, 1, source->size - done, out);
}
