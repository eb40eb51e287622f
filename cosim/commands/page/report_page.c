/* SPDX-License-Identifier: Apache-2.0 */
/* report_page.c: the page: verdict first, then what was looked at, then a section an input, by
 * kind; see report_internal.h.
 *
 * Nothing is loaded from anywhere and no script runs, which the page's own policy forbids
 * (Content-Security-Policy); that is why tables are sorted as they stand. Landmarks, headings in
 * order, a skip link; whatever scrolls can be reached by Tab; light, dark and paper.
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
#include "cmodel/base/read_number.h"
#include "cmodel/base/memory_stream.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/whole_file.h"

static const char style[] =
    ":root{color-scheme:light "
    "dark;--ink:#1d2330;--soft:#566072;--rule:#d5dae3;--paper:#fff;--tint:#f3f5f9;--link:#1c5fb0;--"
    "clean:#22693f;--found:#a8480b;"
    "--wrong:#b3261e;--fact:#4a5568}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#a7afbe;--rule:#3a4150;--paper:#"
    "171b22;--tint:#20252e;--link:#8ab8f5;--clean:#2c7d4c;"
    "--found:#b4571a;--wrong:#c2413a;--fact:#5a6578}}\n"
    "*{box-sizing:border-box}html{scroll-padding-top:12px}body{margin:0;background:var(--paper);"
    "color:var(--ink);font:15px/1.5 system-ui,sans-serif}\n"
    "header,main,footer,nav{max-width:1080px;margin:0 auto;padding:0 "
    "16px}header{padding-top:22px}h1{font-size:1.55rem;line-height:1.25;margin:0 0 8px;"
    "overflow-wrap:anywhere}h2{font-size:1.25rem;margin:40px 0 8px;padding-top:14px;border-top:2px "
    "solid var(--rule);overflow-wrap:anywhere}h3{font-size:1.05rem;"
    "margin:24px 0 6px;overflow-wrap:anywhere}h4{font-size:.95rem;margin:14px 0 "
    "4px;overflow-wrap:anywhere}p{margin:4px 0 8px;overflow-wrap:anywhere}"
    "section>:first-child{margin-top:28px}.soft{color:var(--soft)}.wrongs{border-left:4px solid "
    "var(--wrong);padding-left:10px}\n"
    "a{color:var(--link)}:focus-visible{outline:3px solid "
    "var(--link);outline-offset:2px;border-radius:2px}.skip{position:absolute;left:-999px}"
    ".skip:focus{left:16px;top:8px;background:var(--paper);padding:6px 10px;z-index:1}\n"
    ".code,pre,code{font-family:ui-monospace,Consolas,'DejaVu Sans "
    "Mono',monospace;font-size:.87em}pre{margin:6px 0;padding:7px "
    "10px;background:var(--tint);overflow-x:auto;"
    "border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".badge{display:inline-block;padding:1px "
    "10px;border-radius:11px;color:#fff;background:var(--fact);overflow-wrap:break-word;max-width:"
    "100%}td "
    ".badge{min-width:8.5rem}td.when{white-space:nowrap}.badge.clean{background:var(--clean)}"
    ".badge.found{background:var(--found)}.badge.wrong{background:var(--wrong)}.verdict{font-size:"
    "1.1rem}\n"
    "nav ul{list-style:none;margin:8px 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px}nav "
    "a{overflow-wrap:anywhere}\n"
    "dl{margin:6px 0 10px;display:grid;grid-template-columns:8.5rem "
    "1fr}dl.grid{grid-template-columns:repeat(auto-fill,8.5rem 12.5rem)}dt,dd{margin:0;padding:3px "
    "12px 3px 0;"
    "border-bottom:1px solid var(--rule);overflow-wrap:anywhere}dt{color:var(--soft)}\n"
    ".scroll{overflow-x:auto;margin:6px 0 "
    "10px}table{border-collapse:collapse}th,td{text-align:left;padding:4px 14px 4px "
    "0;border-bottom:1px solid var(--rule);"
    "vertical-align:top}thead "
    "th{font-weight:600;border-bottom-width:2px}td.n,th.n{text-align:right;font-variant-numeric:"
    "tabular-nums;white-space:nowrap}"
    "td{max-width:38rem;overflow-wrap:break-word}\n"
    ".site{border:1px solid var(--rule);border-left:4px solid "
    "var(--found);border-radius:4px;padding:4px 14px 8px;margin:14px 0}.site h3,.site "
    "h4{margin:8px 0 4px}"
    ".sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 "
    "24px}.side{min-width:0}.side p{margin:2px 0}\n"
    "figure{margin:16px 0}figcaption{font-weight:600;overflow-wrap:anywhere}.plot "
    "svg{display:block;width:100%;min-width:620px;height:auto}img{display:block;max-width:100%;min-"
    "width:700px;height:auto;"
    "border:1px solid var(--rule)}figure .scroll{max-width:100%}.plot "
    "[fill=black]{fill:var(--ink)}.plot [stroke=black]{stroke:var(--soft)}.plot "
    ".gridline{stroke:var(--rule)}\n"
    ".legend{list-style:none;margin:4px 0;padding:0;display:flex;flex-wrap:wrap;gap:2px 16px}.plot "
    ".legend svg{display:inline-block;width:.8em;min-width:0;margin-right:6px}\n"
    "details{margin:6px "
    "0}summary{cursor:pointer;color:var(--link);width:fit-content;max-width:100%;overflow-wrap:"
    "anywhere}.bins{columns:22rem;font:.82em ui-monospace,monospace;"
    "padding-left:18px;overflow-wrap:anywhere}footer{padding-bottom:40px}\n"
    "@media(max-width:600px){h1{font-size:1.25rem}h2{font-size:1.1rem}dl,dl.grid{grid-template-"
    "columns:6.5rem 1fr}.site{padding:4px 10px 8px}}\n"
    "@media "
    "print{:root{--ink:#000;--soft:#444;--rule:#bbb;--paper:#fff;--tint:#f3f3f3;--link:#000}body{"
    "font-size:10pt}nav,.skip{display:none}.site,figure,tr{break-inside:avoid}"
    "h2,h3,h4{break-after:avoid}.scroll{overflow:visible}.plot "
    "svg{min-width:0}img{min-width:0}table{font-size:8.5pt;width:100%}th,td{padding-right:6px}td{"
    "max-width:none}"
    ".badge{background:none!important;color:#000;border:1px solid "
    "#000}details:not(.long)::details-content{content-visibility:visible;display:block;block-size:"
    "auto}summary{color:#000}}\n";

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
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta name=viewport "
          "content=\"width=device-width,initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n<title>",
          page->out);
    put_title(page);
    fprintf(page->out,
            "</title>\n<style>\n%s</style>\n</head>\n<body>\n<a class=skip href=\"#main\">To the "
            "results</a>\n<header>\n<h1>",
            style);
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
