/* SPDX-License-Identifier: Apache-2.0 */
/* report_files.c: waves and prepared views as links, pictures inside the page; see
 * report_internal.h.
 *
 * A picture is the value of an <img>: browsers run no script of such an SVG and load nothing that
 * it names.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

void report_judge_file(report_input_t *input) {
    static const char *const words[REPORT_KINDS] = {[REPORT_WAVE] = "a wave, FST",
                                                    [REPORT_VIEW] = "a prepared view of gtkwave",
                                                    [REPORT_PNG] = "a picture",
                                                    [REPORT_SVG] = "a picture"};
    assert(input->kind < REPORT_KINDS && words[input->kind]);
    snprintf(input->words, sizeof input->words, "%s", words[input->kind]);
    input->verdict = REPORT_FACT;
}

static void put_picture(report_page_t *page, const report_input_t *input) {
    fprintf(page->out,
            "<figure><div class=scroll tabindex=0 role=region aria-label=picture><img alt=\"");
    html_text_cut(page->out, input->name, 500);
    fprintf(page->out, "\" src=\"data:image/%s;base64,",
            input->kind == REPORT_PNG ? "png" : "svg+xml");
    html_base64(page->out, (const unsigned char *)input->text, input->bytes);
    fputs("\"></div><figcaption>", page->out);
    report_file_link(page, input->name, input->name);
    fputs("</figcaption></figure>\n", page->out);
}

void report_put_file(report_page_t *page, const report_input_t *input, unsigned number) {
    assert(input->kind >= REPORT_WAVE && input->kind < REPORT_KINDS);
    (void)number;
    if (input->kind == REPORT_PNG || input->kind == REPORT_SVG) {
        put_picture(page, input);
        return;
    }
    fputs("<p>", page->out);
    report_file_link(page, input->name, input->name);
    fputs(", opened by <span class=code>", page->out);
    fputs(input->kind == REPORT_WAVE ? "gtkwave " : "scord wave ", page->out);
    html_text(page->out, input->name);
    fputs("</span></p>\n", page->out);
}
