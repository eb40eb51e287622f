/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.c: reader of the microbenchmark catalogue; format in catalogue.h. */
#include "tb/interleavings/catalogue.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/scord_params.h"

/* Table IV's letters are the verdicts in order, (a) first. */
static const char rule_letters[] = "abcdef";

const char *catalogue_rules_text(unsigned rules, char *buffer) {
    size_t used = 0;
    for (unsigned i = 0; rule_letters[i]; i++)
        if (rules >> (i + SCORD_VERDICT_MISSING_BLOCK_FENCE) & 1) buffer[used++] = rule_letters[i];
    if (used == 0) buffer[used++] = '-';
    buffer[used] = '\0';
    return buffer;
}

static int parse_rules(const char *text, unsigned *rules) {
    *rules = 0;
    if (strcmp(text, "-") == 0) return 0;
    for (; *text; text++) {
        const char *letter = strchr(rule_letters, *text);
        if (!letter) return -1;
        *rules |= 1u << ((unsigned)(letter - rule_letters) + SCORD_VERDICT_MISSING_BLOCK_FENCE);
    }
    return 0;
}

/* Returns NULL, or what is wrong with the line. */
static const char *parse_entry(const char *line, catalogue_entry_t *entry) {
    char verdict[8], rules[8], scope[8];
    int end = -1;
    if (sscanf(line, " %63s | %7s | %7s | %7s %n", entry->name, verdict, rules, scope, &end) != 4 ||
        end < 0 || line[end] != 0)
        return "not `NAME | racy or clean | rules | scope`";
    entry->racy = strcmp(verdict, "racy") == 0;
    if (!entry->racy && strcmp(verdict, "clean") != 0) return "the verdict is racy or clean";
    if (parse_rules(rules, &entry->rules) != 0) return "rules are letters a to f, or - when clean";
    entry->scope = strcmp(scope, "-") == 0 ? -1 : scord_scope_from_name(scope);
    if (entry->racy != (entry->rules != 0) || entry->racy != (entry->scope >= 0))
        return "a racy entry needs rules and a scope (block or device), a clean one has - for both";
    return NULL;
}

int catalogue_read(const char *path, catalogue_t *catalogue, char *message, size_t message_size) {
    char line[256];
    const char *wrong = NULL;
    unsigned number = 0;
    catalogue->entries = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(message, message_size, "%s: cannot be opened", path);
        return -1;
    }
    while (!wrong && fgets(line, sizeof line, file)) {
        number++;
        line[strcspn(line, "#\n")] = '\0';
        if (line[strspn(line, " \t")] == '\0') continue;
        wrong = catalogue->entries == CATALOGUE_MAX
                    ? "too many entries"
                    : parse_entry(line, &catalogue->entry[catalogue->entries++]);
    }
    fclose(file);
    if (wrong) snprintf(message, message_size, "%s:%u: %s", path, number, wrong);
    return wrong ? -1 : 0;
}
