/* SPDX-License-Identifier: Apache-2.0 */
/* planted.c: bugs planted by hand (tb/mutation/planted) as mutants among the others (mutants_plant
 * in mutants.h). */
#include <stdlib.h>
#include <string.h>

#include "tb/mutation/automatic/mutants.h"
#include "tb/mutation/automatic/verilog_walk.h"

/* What of the original's tokens changed, [begin, end), and the smallest place around it so far.
 * Places are whole expressions (right sides, conditions, connections): inside one, new tokens might
 * bind otherwise than those they replace. */
typedef struct search {
    size_t begin, end;
    size_t place_begin, place_end;
    bool found, statement;
} search_t;

static bool same_token(const verilog_source_t *a, size_t i, const verilog_source_t *b, size_t k) {
    const verilog_token_t *x = &a->tokens[i], *y = &b->tokens[k];
    return x->end - x->begin == y->end - y->begin &&
           memcmp(a->text + x->begin, b->text + y->begin, x->end - x->begin) == 0;
}

/* False: no token differs. */
static bool find_change(const verilog_source_t *original, const verilog_source_t *changed,
                        search_t *search) {
    const size_t shorter = original->count < changed->count ? original->count : changed->count;
    size_t same_before = 0, same_after = 0;
    while (same_before < shorter && same_token(original, same_before, changed, same_before))
        same_before++;
    while (same_after < shorter - same_before &&
           same_token(original, original->count - 1 - same_after, changed,
                      changed->count - 1 - same_after))
        same_after++;
    search->begin = same_before;
    search->end = original->count - same_after;
    return same_before < original->count || original->count != changed->count;
}

static void consider(search_t *search, size_t begin, size_t end, bool statement) {
    const bool around = begin <= search->begin && end >= search->end &&
                        end > search->begin - !statement;
    if (!around || (search->found && end - begin >= search->place_end - search->place_begin))
        return;
    *search = (search_t){search->begin, search->end, begin, end, true, statement};
}

static void on_expression(void *context, const expression_t *expression, verilog_place_t place,
                          const char *module) {
    (void)place;
    (void)module;
    consider(context, expression->begin, expression->end, false);
}

static void on_assignment(void *context, size_t begin, size_t end, const char *module) {
    (void)module;
    consider(context, begin, end, true);
}

static void on_skipped(void *context, size_t token) {
    (void)context;
    (void)token;
}

static char *text_between(const verilog_source_t *source, size_t begin, size_t end) {
    const size_t from = source->tokens[begin].begin, to = source->tokens[end - 1].end;
    return strndup(source->text + from, to - from);
}

static bool add_planted(mutants_t *mutants, unsigned file, const verilog_source_t *changed,
                        const search_t *search) {
    const verilog_source_t *original = &mutants->sources[file];
    mutant_t *list = realloc(mutants->list, (mutants->count + 1) * sizeof *list);
    if (!list) return false;
    mutants->list = list;
    mutants->capacity = mutants->count + 1;
    const verilog_token_t *first = &original->tokens[search->place_begin];
    mutant_t *mutant = &mutants->list[mutants->count];
    *mutant = (mutant_t){.number = (unsigned)++mutants->count,
                         .file = file,
                         .line = first->line,
                         .statement = search->statement,
                         .begin = first->begin,
                         .end = original->tokens[search->place_end - 1].end,
                         .operation = "planted",
                         .chosen = true};
    mutant->replacement = text_between(changed, search->place_begin,
                                       search->place_end + changed->count - original->count);
    return mutant->replacement && (search->statement || !strchr(mutant->replacement, ';'));
}

bool mutants_plant(mutants_t *mutants, unsigned file, const char *path, char *message,
                   size_t message_size) {
    verilog_source_t changed;
    search_t search = {0};
    bool good = verilog_source_read(&changed, path, message, message_size);
    if (good && !find_change(&mutants->sources[file], &changed, &search)) {
        snprintf(message, message_size, "%s: nothing changed", path);
        good = false;
    }
    if (good) {
        const verilog_visitor_t visitor = {&search, on_expression, on_assignment, on_skipped};
        verilog_walk(&mutants->sources[file], &visitor);
        good = search.found && add_planted(mutants, file, &changed, &search);
        if (!good)
            snprintf(message, message_size,
                     "%s: the changes are not inside one expression or assignment (or no memory)",
                     path);
    }
    verilog_source_free(&changed);
    return good;
}
