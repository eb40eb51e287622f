/* SPDX-License-Identifier: Apache-2.0 */
/* report_parts.c: tables, lists of facts, links and the like of a report page; see
 * report_internal.h. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum {
    LONGEST_TEXT = 2000
}; /* bytes of one cell or line; a page of a hostile run stays readable */

void report_table_begin(report_page_t *page, const char *name, const char *const *columns,
                        unsigned count) {
    assert(count > 0);
    fputs("<div class=scroll tabindex=0 role=region aria-label=\"", page->out);
    html_text_cut(page->out, name, LONGEST_TEXT);
    fputs("\"><table><thead><tr>", page->out);
    for (unsigned i = 0; i < count; i++) {
        const bool number = columns[i][0] == '#';
        fputs(number ? "<th scope=col class=n>" : "<th scope=col>", page->out);
        html_text(page->out, columns[i] + (number ? 1 : 0));
        fputs("</th>", page->out);
    }
    fputs("</tr></thead><tbody>\n", page->out);
}

void report_table_end(report_page_t *page) { fputs("</tbody></table></div>\n", page->out); }

void report_cell(report_page_t *page, const char *text) {
    fputs("<td>", page->out);
    html_text_cut(page->out, text, LONGEST_TEXT);
    fputs("</td>", page->out);
}

void report_cell_code(report_page_t *page, const char *text) {
    fputs("<td class=code>", page->out);
    html_text_cut(page->out, text, LONGEST_TEXT);
    fputs("</td>", page->out);
}

void report_cell_count(report_page_t *page, uint64_t count) {
    char text[32];
    fprintf(page->out, "<td class=n>%s</td>", grouped(count, text));
}

void report_cell_real(report_page_t *page, double value, unsigned decimals) {
    if (isfinite(value))
        fprintf(page->out, "<td class=n>%.*f</td>", (int)decimals, value);
    else
        fputs("<td class=n></td>", page->out);
}

void report_fact(report_page_t *page, const char *name, const char *text) {
    if (text[0] == '\0') return;
    fprintf(page->out, "<dt>%s</dt><dd>", name);
    html_text_cut(page->out, text, LONGEST_TEXT);
    fputs("</dd>\n", page->out);
}

void report_fact_count(report_page_t *page, const char *name, uint64_t count) {
    char text[32];
    report_fact(page, name, grouped(count, text));
}

void report_badge(report_page_t *page, report_verdict_t verdict, const char *words) {
    static const char *const classes[] = {[REPORT_FACT] = "fact",
                                          [REPORT_CLEAN] = "clean",
                                          [REPORT_FOUND] = "found",
                                          [REPORT_WRONG] = "wrong"};
    assert(verdict <= REPORT_WRONG);
    fprintf(page->out, "<span class=\"badge %s\">", classes[verdict]);
    html_text_cut(page->out, words, LONGEST_TEXT);
    fputs("</span>", page->out);
}

void report_notes(report_page_t *page, const json_t *object) {
    const char *error = report_member(object, "error");
    const json_t *notes = json_member(object, "notes");
    if (error[0] != '\0') {
        fputs("<p class=wrongs>", page->out);
        html_text_cut(page->out, error, LONGEST_TEXT);
        fputs("</p>\n", page->out);
    }
    for (const json_t *note = !notes ? NULL : notes->first; note; note = note->next) {
        if (note->type != JSON_STRING) continue;
        fputs("<p class=soft>", page->out);
        html_text_cut(page->out, note->string, LONGEST_TEXT);
        fputs("</p>\n", page->out);
    }
}

/* PATH as seen from the page's folder; both absolute. */
static void put_relative(FILE *out, const char *directory, const char *path) {
    size_t common = 0; /* up to the last slash that both have */
    for (size_t i = 0; directory[i] != '\0' && path[i] != '\0' && directory[i] == path[i]; i++)
        if (path[i] == '/') common = i + 1;
    const size_t length = strlen(directory);
    if (strncmp(directory, path, length) == 0 && path[length] == '/') common = length + 1;
    assert(common <= strlen(path));
    if (common <= length)
        for (const char *rest = directory + common; *rest != '\0';
             rest = strchr(rest, '/') ? strchr(rest, '/') + 1 : "")
            fputs("../", out);
    html_path(out, path + common);
}

void report_file_link(report_page_t *page, const char *path, const char *words) {
    char *absolute = realpath(path, NULL);
    if (absolute) {
        fputs("<a href=\"", page->out);
        put_relative(page->out, page->directory, absolute);
        fputs("\">", page->out);
    }
    html_text_cut(page->out, words, LONGEST_TEXT);
    if (absolute) fputs("</a>", page->out);
    free(absolute);
}

const char *report_time(int64_t seconds, char text[32]) {
    const time_t moment = (time_t)seconds;
    struct tm broken;
    if (seconds == 0 || !gmtime_r(&moment, &broken))
        text[0] = '\0';
    else
        strftime(text, 32, "%Y-%m-%d %H:%M:%S UTC", &broken);
    return text;
}

const char *report_place(const json_t *instruction, char place[REPORT_PLACE]) {
    const char *file = report_member(instruction, "file");
    if (file[0] == '\0')
        snprintf(place, REPORT_PLACE, "pc %" PRIu64, report_count(instruction, "pc"));
    else
        snprintf(place, REPORT_PLACE, "%s:%" PRIu64, file, report_count(instruction, "line"));
    return place;
}
