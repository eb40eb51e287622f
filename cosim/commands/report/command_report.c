/* command_report.c: `scord report INPUT... -o PAGE.html`: one page of what runs left behind
 * (docs/reports.md). */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/page/report_internal.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: scord report INPUT... -o PAGE.html [OPTIONS]\n"
        "\n"
        "Makes one self-contained page, for screen, phone and paper: it loads nothing, runs no "
        "script, and shows what the inputs\n"
        "hold, verdict first. What an input is, its content tells:\n"
        "  the JSON of scord check, sim, cosim, oracle and grab (--json), and mismatch.json\n"
        "  the folder of `scord regress`: totals, failures by signature, slowest runs\n"
        "  a coverage database (`scord cosim --coverage`); table and gaps of `make coverage-rtl`\n"
        "  Markdown tables (docs/results/eval-overhead.md, ...: those between markers), area "
        "rows (scripts/area/baseline)\n"
        "  FST waves and gtkwave views, as links, and PNG and SVG pictures, inside the page: with "
        "the input before them\n"
        "\n"
        "  -o, --output PAGE   the page (`-`: standard output)\n"
        "  --title TEXT        its heading (default: what the first input is)\n"
        "  --excluded FILE     coverage bins that cannot be hit: lines `pattern | reason`; up to 8 "
        "files\n"
        "\n"
        "examples:\n"
        "  scord report build/demo/racy.json build/demo/racy.fst build/demo/racy.gtkw "
        "build/demo/racy.png -o racy.html\n"
        "  scord report build/regress build/coverage/smoke.cov --excluded "
        "tb/coverage/functional.excluded -o night.html\n"
        "  scord check program.cu --html races.html        the same page in one go; scord sim and "
        "scord regress do so, too\n"
        "\n"
        "exit codes: 0 the page is written, 2 bad usage or input, 3 environment; without gnuplot "
        "the page has tables for plots, and 3\n",
        out);
}

/* 0, an exit code after one message, or -1 when the usage was asked for. */
static int read_options(int argc, char **argv, report_options_t *options) {
    static const struct option long_options[] = {{"output", required_argument, NULL, 'o'},
                                                 {"title", required_argument, NULL, 't'},
                                                 {"excluded", required_argument, NULL, 'x'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {0}};
    *options = (report_options_t){0};
    opterr = 0;
    optind = 0; /* GNU: begin anew, even in the middle of a word */
    for (int option; (option = getopt_long(argc, argv, "o:h", long_options, NULL)) != -1;) {
        switch (option) {
        case 'h': return -1;
        case 'o': options->output = optarg; break;
        case 't': options->title = optarg; break;
        case 'x':
            if (options->excluded_count == sizeof options->excluded / sizeof *options->excluded)
                return scord_fail(SCORD_EXIT_BAD_INPUT, "report: too many --excluded, at most %u",
                                  options->excluded_count);
            options->excluded[options->excluded_count++] = optarg;
            break;
        default:
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "report: bad option or missing value: %s; see scord report --help",
                              scord_refused_word(argv));
        }
    }
    if (optind == argc)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "report: no input named; see scord report --help");
    if (!options->output)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "report: no page named: -o PAGE.html");
    return 0;
}

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
    report_options_t options;
    char *command = scord_command_line(argc, argv); /* before getopt reorders it */
    int code = read_options(argc, argv, &options);
    options.command = command;
    if (code < 0) {
        print_usage(stdout);
        code = SCORD_EXIT_CLEAN;
    } else if (code == 0) {
        code = make_page(&options, argv + optind, (size_t)(argc - optind));
    }
    free(command);
    return code;
}
