/* SPDX-License-Identifier: Apache-2.0 */
/* command_explain.c: `scord explain KIND`: what a kind of finding means, what CUDA says of it, and
 * the repair of each of its rules; docs/findings.md has a program for each.
 */
#include <stdio.h>
#include <string.h>

#include "cmodel/base/wrapped_text.h"
#include "cmodel/report/finding_words.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/document_paths.h"

static const option_t rows[] = {{0}};

const command_form_t explain_form = {
    .name = "explain",
    .summary = "what a kind of finding of scord check means",
    .usage = "scord explain KIND | RULE\n",
    .about = "KIND: race lanes mask barrier uninitialised launch memory warp (as "
             "`scord check --only` names them); RULE: such as "
             "lanes/different-values.\n",
    .options = rows,
    .actions = "race lanes mask barrier uninitialised launch memory warp",
    .examples = "scord explain lanes\n",
    .exit_codes = "0 explained, 2 no such kind or rule"};

static void print_rule(scord_finding_rule_t rule) {
    static const char *const severities[] = {"finding", "note", "counted, not reported"};
    printf("\n%s (%s)\n  ", scord_finding_rule_name(rule),
           severities[scord_finding_rule_severity(rule)]);
    scord_print_wrapped(stdout, scord_finding_title(rule), 2, 2);
    printf("  repair: ");
    scord_print_wrapped(stdout, scord_finding_hint(rule), 10, 10);
}

static void print_kind(scord_finding_kind_t kind) {
    scord_print_wrapped(stdout, scord_finding_kind_text(kind), 0, 0);
    for (unsigned rule = 0; rule < SCORD_FINDING_RULES; rule++)
        if (scord_finding_rule_kind((scord_finding_rule_t)rule) == kind)
            print_rule((scord_finding_rule_t)rule);
    document_paths_put(
        stdout, "\nSee docs/findings.md: the smallest wrong program of each, and its repair\n");
}

static void print_race(void) {
    scord_print_wrapped(
        stdout,
        "Two threads access one location, one of them writes, at least one access is no atomic of "
        "a "
        "scope that holds both, and nothing orders the two (CUDA C++ Programming Guide, Memory "
        "Fence "
        "Functions; PTX ISA, Memory Consistency Model, Data-races). Each race is reported with the "
        "rule of ScoRD that it violates and a hint.",
        0, 0);
    document_paths_put(
        stdout, "\nSee docs/semantics.md: the rules; docs/report-format.md: hints and repairs\n");
}

static int explain(const char *word) {
    if (strcmp(word, "race") == 0) return print_race(), SCORD_EXIT_CLEAN;
    for (unsigned kind = 0; kind < SCORD_FINDING_KINDS; kind++)
        if (strcmp(word, scord_finding_kind_name(kind)) == 0)
            return print_kind((scord_finding_kind_t)kind), SCORD_EXIT_CLEAN;
    for (unsigned rule = 0; rule < SCORD_FINDING_RULES; rule++)
        if (strcmp(word, scord_finding_rule_name(rule)) == 0)
            return print_kind(scord_finding_rule_kind((scord_finding_rule_t)rule)),
                   SCORD_EXIT_CLEAN;
    return options_refuse_choice("explain", "KIND", explain_form.actions, word);
}

int scord_command_explain(int argc, char **argv) {
    struct {
        int none;
    } line;
    options_found_t found;
    const int code = options_read(&explain_form, &line, argc, argv, &found);
    if (code != 0) return code;
    if (found.help) return options_print_help(&explain_form, stdout), SCORD_EXIT_CLEAN;
    if (found.count != 1)
        return options_refuse("explain", "it takes one kind or rule, such as", "lanes");
    return explain(found.words[0]);
}
