/* SPDX-License-Identifier: Apache-2.0 */
/* command_report.c: `scord report INPUT... -o PAGE.html`: one page of what runs left behind
 * (docs/reports.md). */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/options.h"

static int read_excluded(void *place, const char *command, const char *option, const char *value) {
    report_options_t *options = place;
    if (options->excluded_count == sizeof options->excluded / sizeof *options->excluded)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: too many %s, at most %u", command, option,
                          options->excluded_count);
    options->excluded[options->excluded_count++] = value;
    return 0;
}

#define PLACE(member) offsetof(report_options_t, member)

static const option_t rows[] = {
    {"--output", "PAGE", OPTION_FILE, PLACE(output), .also = "-o",
     .help = "the page ('-': standard output)"},
    {"--title", "TEXT", OPTION_TEXT, PLACE(title),
     .help = "its heading (default: what the first input is)"},
    {"--excluded", "FILE", OPTION_CALL, 0, .read = read_excluded,
     .help = "coverage bins that cannot be hit: lines `pattern | reason`; up to 8 files"},
    {0}};

const command_form_t report_form = {
    .name = "report",
    .summary = "one self-contained page of what runs left behind",
    .usage = "scord report INPUT... -o PAGE.html [OPTIONS]\n",
    .about = "Makes one self-contained page, for screen, phone and paper: it loads nothing, runs "
             "no script, and shows what the inputs hold, verdict first. Its content says what an "
             "input is:\n"
             "  the JSON of scord check, sim, cosim, oracle and grab (`--json`), and "
             "mismatch.json\n"
             "  the folder of `scord regress`: totals, failures by signature, slowest runs\n"
             "  a coverage database (`scord cosim --coverage`); table and gaps of `make "
             "coverage-rtl`\n"
             "  Markdown tables (docs/results/eval-overhead.md, ...: those between markers), "
             "area rows (scripts/area/baseline)\n"
             "  FST waves and gtkwave views, as links, and PNG and SVG pictures, inside the page: "
             "with the input before them\n",
    .options = rows,
    .examples =
        "scord report build/demo/racy.json build/demo/racy.fst build/demo/racy.png -o racy.html\n"
        "scord report build/regress build/coverage/smoke.cov -o night.html \\\n"
        "    --excluded tb/coverage/functional.excluded\n"
        "scord check program.cu --html races.html   the same page in one go; sim and regress too\n",
    .exit_codes = "0 the page is written, 2 bad usage or input, 3 environment; without gnuplot the "
                  "page has tables for plots, and 3"};

static int make_page(const report_options_t *options, char *const *names, size_t count) {
    report_input_t *inputs = calloc(count, sizeof *inputs);
    int code = !inputs ? scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for %zu inputs", count) : 0;
    size_t read = 0;
    for (; read < count && code == 0; read++) code = report_read(names[read], &inputs[read]);
    if (code == 0) code = report_write(options, inputs, count);
    for (size_t i = 0; i < read; i++) report_input_free(&inputs[i]);
    free(inputs);
    return code;
}

int scord_command_report(int argc, char **argv) {
    report_options_t options = {0};
    options_found_t found;
    char *command = scord_command_line(argc, argv); /* before options_read reorders it */
    int code = options_read(&report_form, &options, argc, argv, &found);
    options.command = command;
    if (code == 0 && found.help)
        options_print_help(&report_form, stdout);
    else if (code == 0 && found.count == 0)
        code = options_refuse("report", "no input named", "");
    else if (code == 0 && !options.output)
        code = options_refuse("report", "no page named: -o PAGE.html", "");
    else if (code == 0)
        code = make_page(&options, found.words, (size_t)found.count);
    free(command);
    return code;
}
