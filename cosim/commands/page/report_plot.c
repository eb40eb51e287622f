/* SPDX-License-Identifier: Apache-2.0 */
/* report_plot.c: bars drawn by gnuplot, as SVG inside the page, and the same as a table; see
 * report_internal.h.
 *
 *   report_plot_t ─► plot.tsv  labels and values  ┐
 *                └─► plot.gp   a script of ours   ├─► gnuplot ─► plot.svg ─► put_svg ─► the page
 *                └─► put_numbers: a table below the drawing, always
 *
 * Labels and names come from what users ran, and gnuplot's language can run commands ("system",
 * backquotes). So nothing of unknown origin is part of the script: it has numbers and our own words
 * only, and takes labels from the data file, as plain text (`noenhanced`). In the data file labels
 * are quoted, cut to LABEL characters, and have neither quotes nor control characters.
 *
 * The data file:   ""  <tab>  "series 1"  <tab>  "series 2"      columnheader(2), columnheader(3)
 *                  "row label"  <tab>  1.5  <tab>  NaN           values in series order
 *
 * Several drawings stand in one page. What would clash is left out of gnuplot's SVG: ids, <defs>
 * with marks, <title> and <desc>, empty groups. put_svg reads it line by line, since gnuplot writes
 * an element or a few a line. Colours that follow the reader's light or dark setting, and paper,
 * are in the page's style sheet.
 *
 * Without gnuplot the page is whole: the table is open instead of folded, and page->no_plots says
 * why, once; further plots are not tried.
 *
 * Invariants: values has rows * series_count numbers; a value that cannot be drawn (not finite, or
 * not positive on a logarithmic axis) is NaN in the data file, and still in the table.
 *
 * Expensive: gnuplot, a plot each in a process and a folder of its own.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/scratch.h"
#include "cosim/commands/shared/whole_file.h"

enum { LABEL = 30, WIDTH = 860, HEIGHT = 400, NO_GNUPLOT = 127 };

/* ---- what gnuplot reads ---- */

static void put_label(FILE *out, const char *text) {
    size_t shown = 0;
    fputc('"', out);
    while (*text != '\0' && shown < LABEL) {
        const size_t length = html_character(text);
        const unsigned char byte = (unsigned char)*text;
        if (length == 0 || (length == 1 && (byte < 0x20 || byte == 0x7f)))
            fputc('?', out);
        else if (byte == '"' || byte == '\\')
            fputc('\'', out);
        else
            fwrite(text, 1, length, out);
        text += length == 0 ? 1 : length;
        shown++;
    }
    fputs(*text == '\0' ? "\"" : "…\"", out);
}

static int write_data(const report_plot_t *plot, const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) return -1;
    assert(plot->series_count > 0 && plot->values);
    put_label(out, "");
    for (unsigned i = 0; i < plot->series_count; i++) {
        fputc('\t', out);
        put_label(out, plot->series[i]);
    }
    fputc('\n', out);
    for (unsigned row = 0; row < plot->rows; row++) {
        put_label(out, plot->labels[row]);
        for (unsigned i = 0; i < plot->series_count; i++) {
            const double value = plot->values[row * plot->series_count + i];
            if (isfinite(value) && !(plot->logarithmic && value <= 0))
                fprintf(out, "\t%.9g", value);
            else
                fputs("\tNaN", out);
        }
        fputc('\n', out);
    }
    return fclose(out);
}

/* Colours come again when there are more series. */
static const char *colour_of(const report_plot_t *plot, size_t series) {
    static const char *const colours[] = {"#2f6fb7", "#c8641b", "#3a8f5c", "#8a5fb0",
                                          "#b79a1f", "#4fa3b8", "#8a8f99", "#b04a6a"};
    return plot->colours ? plot->colours[series]
                         : colours[series % (sizeof colours / sizeof *colours)];
}

/* The unit is one of ours: no text of unknown origin is here. */
static int write_script(const report_plot_t *plot, const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) return -1;
    fprintf(out,
            "set terminal svg size %d,%d dynamic noenhanced font 'sans-serif,13'\nset output "
            "'plot.svg'\nset encoding utf8\nset datafile separator '\\t'\n",
            WIDTH, HEIGHT);
    fprintf(out,
            "set datafile missing 'NaN'\nset style data histograms\nset style histogram %s\nset "
            "boxwidth 0.8 relative\nset style fill solid noborder\n",
            plot->stacked ? "rowstacked" : "clustered gap 1");
    assert(!strpbrk(plot->unit, "'\n\\")); /* it stands in the script */
    for (size_t i = 0; i < plot->series_count; i++)
        fprintf(out, "set linetype %zu lc rgb '%s' lw 1\n", i + 1, colour_of(plot, i));
    fprintf(out,
            "set border 3\nset xtics nomirror %s\nset ytics nomirror\nset "
            "grid ytics\nset ylabel '%s'\n",
            plot->rows > 6 ? "rotate by -35" : "", plot->unit);
    fprintf(out, "%sset key off\n", plot->logarithmic ? "set logscale y\n" : "");
    fprintf(out, "%splot for [i=2:%u] 'plot.tsv' using i:xticlabels(1) title columnheader(i)\n",
            plot->stacked ? "set yrange [0:*]\n" : "", plot->series_count + 1);
    return fclose(out);
}

/* ---- gnuplot ---- */

/* In DIRECTORY, silent, without the user's start-up file. The exit code; NO_GNUPLOT: there is none,
 * -1: it could not be run. */
static int run_gnuplot(const char *directory) {
    int status;
    fflush(stdout); /* else the child would write it as well */
    const pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        if (chdir(directory) != 0 || !freopen("/dev/null", "r", stdin) ||
            !freopen("/dev/null", "w", stdout) || !freopen("log", "w", stderr))
            _exit(1);
        execlp("gnuplot", "gnuplot", "--default-settings", "plot.gp", (char *)NULL);
        _exit(NO_GNUPLOT);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *draw(const report_plot_t *plot, char *problem, size_t size) {
    char directory[PATH_MAX], path[PATH_MAX + 16];
    char *svg = NULL;
    size_t bytes;
    if (scratch_make("report", directory, sizeof directory) != 0)
        return snprintf(problem, size, "no folder for a plot"), NULL;
    snprintf(path, sizeof path, "%s/plot.tsv", directory);
    int code = write_data(plot, path);
    snprintf(path, sizeof path, "%s/plot.gp", directory);
    if (code == 0) code = write_script(plot, path);
    if (code != 0)
        snprintf(problem, size, "cannot write into %.100s: %s", directory, strerror(errno));
    else
        code = run_gnuplot(directory);
    snprintf(path, sizeof path, "%s/plot.svg", directory);
    if (code == 0) svg = whole_file_read(path, &bytes);
    if (code == NO_GNUPLOT)
        snprintf(problem, size, "gnuplot is not installed; Debian's package is gnuplot-nox");
    else if (!svg && problem[0] == '\0')
        snprintf(problem, size, "gnuplot failed");
    scratch_remove(directory);
    return svg;
}

/* ---- into the page ---- */

/* Writes LINE without the attributes id="…". */
static void put_line_without_ids(FILE *out, const char *line, size_t length) {
    for (size_t i = 0; i < length;) {
        const char *end = strncmp(line + i, " id=\"", 5) == 0
                              ? memchr(line + i + 5, '"', length - i - 5)
                              : NULL;
        if (end)
            i = (size_t)(end - line) + 1;
        else
            fputc(line[i++], out);
    }
    fputc('\n', out);
}

/* Behind END, or the end of TEXT. */
static const char *after(const char *text, const char *end) {
    const char *found = strstr(text, end);
    return !found ? text + strlen(text) : found + strlen(end);
}

/* From <svg on, without title, description, definitions and empty groups. */
static void put_svg(FILE *out, const char *svg, const char *title) {
    const char *line = strstr(svg, "<svg");
    if (!line) return;
    fputs("<svg role=img aria-label=\"", out);
    html_text_cut(out, title, 300);
    fputs("\"", out);
    for (line += strlen("<svg"); *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        const char *next = line + length + (line[length] == '\n');
        if (strncmp(line, "<title>", 7) == 0)
            line = after(line, "</title>\n");
        else if (strncmp(line, "<desc>", 6) == 0)
            line = after(line, "</desc>\n");
        else if (strncmp(line, "<defs>", 6) == 0)
            line = after(line, "</defs>\n");
        else if (strncmp(line, "<g fill=", 8) == 0 && strncmp(next, "</g>\n", 5) == 0)
            line = next + 5;
        else {
            const char *inner = length > 0 ? strstr(line, "<title>")
                                           : NULL; /* of one series: an identifier of gnuplot's */
            const size_t part = inner && inner < line + length ? (size_t)(inner - line) : length;
            if (length > 0 && strncmp(line, " xmlns", 6) != 0)
                put_line_without_ids(out, line, part);
            line = next;
        }
    }
}

static void put_numbers(report_page_t *page, const report_plot_t *plot) {
    const char **columns = scord_need(malloc((plot->series_count + 1) * sizeof *columns));
    char(*heads)[128] = scord_need(malloc((plot->series_count + 1) * sizeof *heads));
    columns[0] = "";
    for (unsigned i = 0; i < plot->series_count; i++) {
        snprintf(heads[i], sizeof heads[i], "#%.120s", plot->series[i]);
        columns[i + 1] = heads[i];
    }
    report_table_begin(page, plot->title, columns, plot->series_count + 1);
    for (unsigned row = 0; row < plot->rows; row++) {
        fputs("<tr>", page->out);
        report_cell_code(page, plot->labels[row]);
        for (unsigned i = 0; i < plot->series_count; i++)
            report_cell_real(page, plot->values[row * plot->series_count + i], plot->decimals);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
    free(columns);
    free(heads);
}

/* Beside the drawing, which a narrow screen shows a part of at a time: the legend wraps. */
static void put_legend(report_page_t *page, const report_plot_t *plot) {
    fputs("<ul class=legend>", page->out);
    for (size_t i = 0; i < plot->series_count; i++) {
        fprintf(page->out,
                "<li><svg viewBox=\"0 0 1 1\"><rect width=1 height=1 fill=\"%s\"/></svg>",
                colour_of(plot, i));
        html_text_cut(page->out, plot->series[i], 120);
        fputs("</li>", page->out);
    }
    fputs("</ul>\n", page->out);
}

void report_put_plot(report_page_t *page, const report_plot_t *plot) {
    char *svg = page->no_plots[0] == '\0' ? draw(plot, page->no_plots, sizeof page->no_plots)
                                          : NULL;
    assert(!svg || page->no_plots[0] == '\0');
    fputs("<figure class=plot><figcaption>", page->out);
    html_text_cut(page->out, plot->title, 300);
    fprintf(page->out, ", %s</figcaption>\n", plot->unit);
    if (svg && plot->series_count > 1) put_legend(page, plot);
    if (svg) {
        fputs("<div class=scroll tabindex=0 role=region aria-label=plot>", page->out);
        put_svg(page->out, svg, plot->title);
        fputs("</div>\n", page->out);
        page->plots++;
    } else {
        fprintf(page->out, "<p class=soft>Not drawn: %s.</p>\n", page->no_plots);
    }
    fprintf(page->out, "<details%s><summary>The figures of this plot</summary>\n",
            !svg ? " open" : "");
    put_numbers(page, plot);
    fputs("</details></figure>\n", page->out);
    free(svg);
}
