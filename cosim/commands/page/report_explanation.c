/* SPDX-License-Identifier: Apache-2.0 */
/* report_explanation.c: why one check was decided as it was: every rule with its conditions, and
 * what would have made it clean; see report_internal.h. Members: docs/explain.md, "JSON".
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { WORDS = 500 };

static void put_conditions(report_page_t *page, const json_t *rule) {
    const json_t *conditions = json_member(rule, "conditions");
    fputs("<td>", page->out);
    for (const json_t *condition = !conditions ? NULL : conditions->first; condition;
         condition = condition->next) {
        fputs(condition == conditions->first ? "" : "<br>", page->out);
        html_text_cut(page->out,
                      report_member(condition, "words")[0] != '\0'
                          ? report_member(condition, "words")
                          : report_member(condition, "condition"),
                      WORDS);
    }
    fputs("</td>", page->out);
}

static void put_rules(report_page_t *page, const json_t *rules) {
    static const char *const columns[] = {"rule", "", "applies", "conditions"};
    assert(rules->type == JSON_ARRAY);
    report_table_begin(page, "rules, in order", columns, 4);
    for (const json_t *rule = rules->first; rule; rule = rule->next) {
        fputs("<tr>", page->out);
        report_cell(page, report_member(rule, "table"));
        report_cell(page, report_member(rule, "name"));
        report_cell(page, report_true(rule, "holds") ? "yes" : "no");
        put_conditions(page, rule);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

static void put_changes(report_page_t *page, const json_t *changes) {
    assert(changes->type == JSON_ARRAY && changes->first);
    fputs("<p>What would have made it clean:</p>\n<ul>", page->out);
    for (const json_t *change = changes->first; change; change = change->next) {
        fputs("<li>", page->out);
        html_text_cut(page->out, report_member(change, "change"), WORDS);
        fputs("</li>\n", page->out);
    }
    fputs("</ul>\n", page->out);
}

void report_put_explanation(report_page_t *page, const json_t *object) {
    const json_t *explanation = json_member(object, "explanation"),
                 *rules = json_member(explanation, "rules"),
                 *changes = json_member(explanation, "changes");
    if (!explanation || explanation->type != JSON_OBJECT) return;
    fprintf(page->out, "<h3>Event %" PRIu64 ", explained: ", report_count(explanation, "event"));
    html_text_cut(page->out, report_member(explanation, "verdict"), WORDS);
    fputs("</h3>\n", page->out);
    if (rules && rules->type == JSON_ARRAY) put_rules(page, rules);
    if (changes && changes->type == JSON_ARRAY && changes->first) put_changes(page, changes);
}
