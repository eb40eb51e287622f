/* SPDX-License-Identifier: Apache-2.0 */
/* report_page.c: the page: verdict first, then what was looked at, then a section an input, by
 * kind; see report_internal.h.
 *
 * No script runs (page_frame.h): tables are sorted as they stand. Landmarks, headings in order;
 * whatever scrolls can be reached by Tab.
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/build_id.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/page_frame.h"
#include "cmodel/base/read_number.h"
#include "cmodel/base/memory_stream.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/whole_file.h"

static const struct {
    const char *name; /* heading of its sections */
    void (*put)(report_page_t *page, const report_input_t *input, unsigned number);
} kinds[REPORT_KINDS] = {
    [REPORT_CHECK] = {"Races", report_put_check},
    [REPORT_COSIM] = {"Lockstep", report_put_cosim},
    [REPORT_MISMATCH] = {"Mismatch", report_put_mismatch},
    [REPORT_ORACLE] = {"Exact oracle", report_put_oracle},
    [REPORT_REGRESS] = {"Regression", report_put_regress},
    [REPORT_COVERAGE] = {"Functional coverage", report_put_coverage},
    [REPORT_RTL] = {"RTL coverage by module", report_put_rtl},
    [REPORT_GAPS] = {"RTL points not hit", report_put_gaps},
    [REPORT_SIM] = {"Where the cycles go", report_put_sim},
    [REPORT_GRAB] = {"Memory interference", report_put_grab},
    [REPORT_TABLES] = {"Evaluation", report_put_tables},
    [REPORT_AREA] = {"Area and state", report_put_area},
    [REPORT_WAVE] = {"Wave", report_put_file},
    [REPORT_VIEW] = {"Wave view", report_put_file},
    [REPORT_PNG] = {"Picture", report_put_file},
    [REPORT_SVG] = {"Picture", report_put_file},
};

const char *report_kind_name(report_kind_t kind) {
    assert(kind < REPORT_KINDS && kinds[kind].name);
    return kinds[kind].name;
}

/* Waves and pictures stand with what they were named after; everything else by kind. */
static bool is_beside(report_kind_t kind) { return kind >= REPORT_WAVE; }

static size_t owner_of(const report_page_t *page, size_t index) {
    assert(index < page->count);
    while (index > 0 && is_beside(page->inputs[index].kind)) index--;
    return index;
}

/* The worst input; the first of equals. */
static const report_input_t *worst(const report_page_t *page) {
    assert(page->count > 0);
    const report_input_t *found = &page->inputs[0];
    for (size_t i = 1; i < page->count; i++)
        if (page->inputs[i].verdict > found->verdict) found = &page->inputs[i];
    return found;
}

static void put_title(report_page_t *page) {
    if (page->options->title) {
        html_text_cut(page->out, page->options->title, REPORT_TITLE);
        return;
    }
    html_text(page->out, report_kind_name(page->inputs[0].kind));
    fputs(": ", page->out);
    html_text_cut(page->out, page->inputs[0].title, REPORT_TITLE);
    size_t more = 0;
    for (size_t i = 1; i < page->count; i++) more += !is_beside(page->inputs[i].kind);
    if (more > 0) fprintf(page->out, " and %zu more", more);
}

/* Of several inputs the worst, and how many are as bad. */
static void put_verdict(report_page_t *page) {
    const report_input_t *input = worst(page);
    size_t alike = 0;
    for (size_t i = 0; i < page->count; i++) alike += page->inputs[i].verdict == input->verdict;
    fputs("<p class=verdict>", page->out);
    if (input != page->inputs) fprintf(page->out, "%s: ", report_kind_name(input->kind));
    report_badge(page, input->verdict, input->words);
    if (input->verdict > REPORT_CLEAN && alike > 1)
        fprintf(page->out, ", and %zu more such result%s", alike - 1, alike == 2 ? "" : "s");
    fputs("</p>\n", page->out);
}

static void put_head(report_page_t *page) {
    page_begin(page->out);
    put_title(page);
    page_body(page->out, "");
    fputs("<header>\n<h1>", page->out);
    put_title(page);
    fputs("</h1>\n", page->out);
    put_verdict(page);
    fputs("</header>\n", page->out);
}

/* In the order of the page: by kind, then as they were named. */
static bool next_section(const report_page_t *page, report_kind_t *kind, size_t *index) {
    for (; *kind < REPORT_WAVE; (*kind)++, *index = 0)
        for (; *index < page->count; (*index)++)
            if (page->inputs[*index].kind == *kind) return true;
    /* what stands beside nothing */
    for (; *index < page->count; (*index)++)
        if (is_beside(page->inputs[*index].kind) &&
            is_beside(page->inputs[owner_of(page, *index)].kind))
            return true;
    return false;
}

/* A page of one section: its head is that section's, and there is nothing to sum up. */
static bool is_single(const report_page_t *page) {
    report_kind_t kind = 0;
    size_t index = 0, sections = 0;
    for (; next_section(page, &kind, &index); index++) sections++;
    return sections == 1;
}

static void put_navigation(report_page_t *page) {
    report_kind_t kind = 0;
    fputs("<nav aria-label=Sections><ul>\n<li><a href=\"#summary\">Summary</a></li>\n", page->out);
    for (size_t index = 0; next_section(page, &kind, &index); index++) {
        const report_input_t *input = &page->inputs[index];
        fprintf(page->out, "<li><a href=\"#input-%zu\">%s", index + 1,
                report_kind_name(input->kind));
        if (page->count > 1) {
            fputs(": ", page->out);
            html_text_cut(page->out, input->title, 60);
        }
        fputs("</a></li>\n", page->out);
    }
    fputs("</ul></nav>\n", page->out);
}

static void put_summary(report_page_t *page) {
    static const char *const columns[] = {"verdict", "what", "of", "file", "written"};
    report_kind_t kind = 0;
    char when[32];
    fputs("<section id=summary aria-labelledby=summary-title>\n<h2 "
          "id=summary-title>Summary</h2>\n",
          page->out);
    report_table_begin(page, "what this page is made from", columns, 5);
    for (size_t index = 0; next_section(page, &kind, &index); index++) {
        const report_input_t *input = &page->inputs[index];
        fputs("<tr><td>", page->out);
        report_badge(page, input->verdict, input->words);
        fprintf(page->out, "</td><td><a href=\"#input-%zu\">%s</a></td>", index + 1,
                report_kind_name(input->kind));
        report_cell_code(page, input->title);
        report_cell_code(page, input->name);
        fprintf(page->out, "<td class=when>%s</td></tr>\n", report_time(input->written, when));
    }
    report_table_end(page);
    fputs("</section>\n", page->out);
}

static void put_section(report_page_t *page, size_t index) {
    assert(index < page->count);
    const report_input_t *input = &page->inputs[index];
    fprintf(page->out, "<section id=input-%zu aria-labelledby=title-%zu>\n<h2 id=title-%zu>",
            index + 1, index + 1, index + 1);
    const bool single = is_single(page);
    if (single && !page->options->title) {
        fputs("Result</h2>\n", page->out); /* the page's title says of what */
    } else {
        fprintf(page->out, "%s: ", report_kind_name(input->kind));
        html_text_cut(page->out, input->title, REPORT_TITLE);
        fputs("</h2>\n", page->out);
    }
    if (!single) {
        fputs("<p>", page->out);
        report_badge(page, input->verdict, input->words);
        fputs("</p>\n", page->out);
    }
    if (input->command) {
        fputs("<pre>", page->out);
        html_text_cut(page->out, input->command, 4000);
        fputs("</pre>\n", page->out);
    }
    kinds[input->kind].put(page, input, (unsigned)index + 1);
    for (size_t beside = index + 1;
         beside < page->count && is_beside(page->inputs[beside].kind) && !is_beside(input->kind);
         beside++)
        kinds[page->inputs[beside].kind].put(page, &page->inputs[beside], (unsigned)beside + 1);
    fputs("</section>\n", page->out);
}

/* The time that a page states. */
static int read_clock(int64_t *seconds) {
    const char *epoch =
        getenv("SOURCE_DATE_EPOCH"); /* reproducible-builds.org: the time that files shall state */
    uint64_t stated;
    *seconds = (int64_t)time(NULL);
    if (!epoch || epoch[0] == '\0') return 0;
    if (!scord_read_number(epoch, 0, UINT64_C(253402300799), &stated))
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "SOURCE_DATE_EPOCH is a number of seconds since 1970, before the year 10000, not '%s'",
            epoch);
    *seconds = (int64_t)stated;
    return 0;
}

static void put_foot(report_page_t *page) {
    char when[32];
    struct utsname machine;
    fprintf(page->out, "</main>\n<footer>\n<h2>About this page</h2>\n<dl>");
    report_fact(page, "made by", "scord " SCORD_VERSION);
    report_fact(page, "build", scord_build_id());
    report_fact(page, "when", report_time(page->now, when));
    if (uname(&machine) == 0) {
        char text[320];
        snprintf(text, sizeof text, "%.60s, %.60s %.60s %.60s, %ld cores", machine.nodename,
                 machine.sysname, machine.release, machine.machine, sysconf(_SC_NPROCESSORS_ONLN));
        report_fact(page, "machine", text);
    }
    if (is_single(page)) {
        const report_input_t *input = &page->inputs[0];
        report_fact(page, "made from", input->name);
        report_fact(page, "of", report_time(input->written, when));
    }
    if (page->options->command) report_fact(page, "command", page->options->command);
    if (page->no_plots[0] != '\0') report_fact(page, "plots", page->no_plots);
    fputs("</dl>\n</footer>\n</body>\n</html>\n", page->out);
}

static void put_page(report_page_t *page) {
    report_kind_t kind = 0;
    put_head(page);
    const bool single = is_single(page);
    if (!single) put_navigation(page);
    fputs("<main id=main>\n", page->out);
    if (!single) put_summary(page);
    for (size_t index = 0; next_section(page, &kind, &index); index++) put_section(page, index);
    put_foot(page);
}

/* ---- files ---- */

static int read_excluded(report_page_t *page) {
    assert(page->options->excluded_count <=
           sizeof page->options->excluded / sizeof *page->options->excluded);
    size_t total = 0;
    for (unsigned i = 0; i < page->options->excluded_count; i++) {
        size_t bytes;
        char *text = whole_file_read(page->options->excluded[i], &bytes);
        if (!text) return scord_fail_read(page->options->excluded[i]);
        char *more = scord_need(realloc(page->excluded, total + bytes + 2));
        page->excluded = more;
        memcpy(more + total, text, bytes);
        more[total + bytes] = '\n';
        more[total += bytes + 1] = '\0';
        free(text);
    }
    return 0;
}

/* Where the page will lie: links are relative to it. */
static void find_directory(report_page_t *page) {
    char folder[PATH_MAX];
    const char *slash = strrchr(page->options->output, '/');
    snprintf(folder, sizeof folder, "%.*s", !slash ? 1 : (int)(slash - page->options->output) + 1,
             !slash ? "." : page->options->output);
    if (!realpath(folder, page->directory) && !getcwd(page->directory, sizeof page->directory))
        page->directory[0] = '\0';
}

/* Never seen half-written. */
static int save(const char *path, const char *text, size_t bytes) {
    char beside[PATH_MAX + 32];
    struct stat status;
    const bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    if (strcmp(path, "-") == 0) {
        if (fwrite(text, 1, bytes, stdout) == bytes && fflush(stdout) == 0) return 0;
        return scord_fail(
            SCORD_EXIT_ENVIRONMENT,
            "cannot write to standard output; is the disk full, or the reader of the pipe gone?");
    }
    snprintf(beside, sizeof beside, special ? "%s" : "%s.%ld.new", path, (long)getpid());
    if (whole_file_write(beside, text, bytes) == 0 && (special || rename(beside, path) == 0))
        return 0;
    const int problem = errno;
    if (!special) unlink(beside);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(problem));
}

int report_write(const report_options_t *options, report_input_t *inputs, size_t count) {
    assert(count > 0 && options->output);
    report_page_t page = {.options = options, .inputs = inputs, .count = count};
    char *text = NULL;
    size_t bytes = 0;
    int code = read_clock(&page.now);
    if (code == 0) code = read_excluded(&page);
    find_directory(&page);
    page.out = code == 0 ? scord_memory_stream(&text, &bytes) : NULL;
    if (code == 0 && !page.out) code = scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the page");
    if (code == 0) {
        put_page(&page);
        const bool lost = ferror(page.out) != 0;
        if (fclose(page.out) != 0 || lost)
            code = scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the page");
    }
    if (code == 0) code = save(options->output, text, bytes);
    if (code == 0 && page.no_plots[0] != '\0' && !options->quiet_plots)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s is written without plots: %s",
                          options->output, page.no_plots);
    free(page.excluded);
    free(text);
    return code;
}

int report_single(const char *path, const char *name, const char *command, char *text, size_t bytes,
                  const char *wave) {
    const report_options_t options = {.output = path, .quiet_plots = true};
    report_input_t inputs[3] = {0};
    char view[PATH_MAX];
    size_t count = 1;
    int code = text ? report_take(name, text, bytes, &inputs[0]) : report_read(name, &inputs[0]);
    inputs[0].command = command;
    if (code == 0 && text) code = read_clock(&inputs[0].written);
    if (code == 0 && wave && access(wave, R_OK) == 0) {
        const char *dot = strrchr(wave, '.'), *slash = strrchr(wave, '/');
        snprintf(view, sizeof view, "%.*s.gtkw",
                 dot && (!slash || dot > slash) ? (int)(dot - wave) : (int)strlen(wave), wave);
        code = report_read(wave, &inputs[count++]);
        if (code == 0 && access(view, R_OK) == 0) code = report_read(view, &inputs[count++]);
    }
    if (code == 0) code = report_write(&options, inputs, count);
    assert(count <= sizeof inputs / sizeof *inputs);
    for (size_t i = 0; i < count; i++) report_input_free(&inputs[i]);
    return code;
}
