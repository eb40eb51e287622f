/* SPDX-License-Identifier: Apache-2.0 */
/* report_tables.c: the sections of evaluation documents (Markdown tables, those between markers
 * when a document has them) and of area rows; what a table shows by heart is drawn as well. See
 * report_internal.h; markers: scripts/fill_document.awk; rows: scripts/area/baseline.awk.
 */
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { COLUMNS = 24, LINE = 8192, HEADING = 256, ROWS_IN_PLOT = 24 };

/* Which tables are drawn: those under a heading, or between a marker, with these columns. */
typedef struct drawing {
    const char *under; /* the marker, or words of the heading */
    const char *columns[4];
    const char *unit;
    bool logarithmic;
} drawing_t;

static const drawing_t drawings[] = {
    {"overhead", {"ScoRD", "no caching"}, "percent more cycles", false},
    {"Found, missed, false", {"recall"}, "recall, percent", false},
    {"machines", {"mm²"}, "mm² at 0.18 µm", true},
};

typedef struct table {
    char *cells[COLUMNS];  /* of the head */
    bool numbers[COLUMNS]; /* right-aligned, "---:" */
    unsigned columns;
    char *rows[4096]; /* lines; those of the table alone */
    unsigned count;
} table_t;

typedef struct document {
    report_page_t *page;
    const char *name;
    char heading[HEADING], marker[HEADING], caption[HEADING];
    bool has_markers, between;
    unsigned tables;
} document_t;

/* Cuts "| a | b |" into cells without their spaces, in place; "\|" does not part. */
static unsigned cut_cells(char *line, char *cells[COLUMNS]) {
    unsigned count = 0;
    char *at = line + (*line == '|');
    while (*at != '\0' && count < COLUMNS) {
        char *end = at;
        while (*end != '\0' && (*end != '|' || (end > at && end[-1] == '\\'))) end++;
        const bool last = *end == '\0';
        *end = '\0';
        while (isspace((unsigned char)*at)) at++;
        for (char *back = at + strlen(at); back > at && isspace((unsigned char)back[-1]);)
            *--back = '\0';
        if (!last || *at != '\0') cells[count++] = at;
        if (last) break;
        at = end + 1;
    }
    assert(count <= COLUMNS);
    return count;
}

/* What Markdown says, without its marks: ** and `; links keep their words. */
static void plain(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '`' || (from[0] == '*' && from[1] == '*')) {
            from += *from == '*';
            continue;
        }
        if (*from == '\\' && from[1] == '|') continue;
        if (from[0] == ']' && from[1] == '(' && strchr(from, ')')) {
            from = strchr(from, ')');
            continue;
        }
        if (*from == '[' && strstr(from, "](")) continue;
        *to++ = *from;
    }
    *to = '\0';
}

/* The first number in TEXT, which may be grouped by commas and stand before a %; NAN: none. */
static double number_in(const char *text) {
    char digits[64];
    size_t length = 0;
    char *end;
    for (; *text != '\0' && length + 1 < sizeof digits; text++)
        if (*text != ',') digits[length++] = *text;
    assert(length < sizeof digits);
    digits[length] = '\0';
    const double value = strtod(digits, &end);
    return end == digits || !(isdigit((unsigned char)digits[0]) || digits[0] == '-') ? NAN : value;
}

static const drawing_t *drawing_of(const document_t *document) {
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (strcmp(document->marker, drawings[i].under) == 0 ||
            strstr(document->heading, drawings[i].under))
            return &drawings[i];
    return NULL;
}

/* The columns of the table that DRAWING names. */
static unsigned find_columns(const table_t *table, const drawing_t *drawing, unsigned at[4]) {
    unsigned found = 0;
    for (unsigned i = 0; i < 4 && drawing->columns[i]; i++)
        for (unsigned column = 0; column < table->columns; column++)
            if (strcmp(table->cells[column], drawing->columns[i]) == 0) {
                at[found++] = column;
                break;
            }
    assert(found <= 4);
    return found;
}

static void put_table(const document_t *document, const table_t *table, char *const *cells,
                      const unsigned *lengths) {
    assert(table->columns > 0 && table->columns <= COLUMNS);
    report_page_t *page = document->page;
    const char *columns[COLUMNS];
    char heads[COLUMNS][HEADING];
    for (unsigned column = 0; column < table->columns; column++) {
        snprintf(heads[column], HEADING, "%s%.250s", table->numbers[column] ? "#" : "",
                 table->cells[column]);
        columns[column] = heads[column];
    }
    report_table_begin(page,
                       document->caption[0] != '\0'   ? document->caption
                       : document->heading[0] != '\0' ? document->heading
                                                      : document->name,
                       columns, table->columns);
    for (unsigned row = 0; row < table->count; row++) {
        fputs("<tr>", page->out);
        for (unsigned column = 0; column < table->columns; column++) {
            fputs(columns[column][0] == '#' ? "<td class=n>" : "<td>", page->out);
            html_text_cut(page->out, column < lengths[row] ? cells[row * COLUMNS + column] : "",
                          LINE);
            fputs("</td>", page->out);
        }
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

/* Whether the table was drawn; then its figures stand below the drawing. */
static void draw(document_t *document, const table_t *table, char *const *cells,
                 const unsigned *lengths) {
    const drawing_t *drawing = drawing_of(document);
    unsigned at[4], rows = 0;
    const unsigned series = !drawing ? 0 : find_columns(table, drawing, at);
    const char *labels[ROWS_IN_PLOT], *names[4];
    double values[ROWS_IN_PLOT * 4];
    if (series == 0) return;
    for (unsigned i = 0; i < series; i++) names[i] = drawing->columns[i];
    for (unsigned row = 0; row < table->count && rows < ROWS_IN_PLOT; row++) {
        bool any = false;
        for (unsigned i = 0; i < series; i++) {
            values[rows * series + i] = at[i] < lengths[row]
                                            ? number_in(cells[row * COLUMNS + at[i]])
                                            : NAN;
            any = any || isfinite(values[rows * series + i]);
        }
        labels[rows] = lengths[row] > 0 ? cells[row * COLUMNS] : "";
        if (lengths[row] > 1 && labels[rows][0] == '\0') labels[rows] = cells[row * COLUMNS + 1];
        rows += any;
    }
    assert(rows <= ROWS_IN_PLOT && series <= 4);
    const report_plot_t plot = {.title = document->caption[0] != '\0' ? document->caption
                                                                      : document->heading,
                                .unit = drawing->unit,
                                .labels = labels,
                                .series = names,
                                .values = values,
                                .rows = rows,
                                .series_count = series,
                                .decimals = 3,
                                .logarithmic = drawing->logarithmic};
    if (rows > 0) report_put_plot(document->page, &plot);
}

static void finish_table(document_t *document, table_t *table) {
    char **cells = scord_need(calloc((size_t)(table->count + 1) * COLUMNS, sizeof *cells));
    unsigned *lengths = scord_need(calloc(table->count + 1, sizeof *lengths));
    for (unsigned row = 0; row < table->count; row++) {
        lengths[row] = cut_cells(table->rows[row], &cells[row * COLUMNS]);
        for (unsigned column = 0; column < lengths[row]; column++)
            plain(cells[row * COLUMNS + column]);
    }
    if (table->columns > 0) {
        fputs("<h3>", document->page->out);
        html_text_cut(document->page->out,
                      document->heading[0] != '\0' ? document->heading : "Table", HEADING);
        fputs("</h3>\n", document->page->out);
        if (document->caption[0] != '\0') {
            fputs("<p>", document->page->out);
            html_text_cut(document->page->out, document->caption, HEADING);
            fputs("</p>\n", document->page->out);
        }
        draw(document, table, cells, lengths);
        put_table(document, table, cells, lengths);
    }
    document->tables++;
    document->caption[0] = '\0';
    free(cells);
    free(lengths);
}

static bool is_rule(const char *line) {
    return strncmp(line, "|---", 4) == 0 || strncmp(line, "|:--", 4) == 0 ||
           strncmp(line, "| ---", 5) == 0;
}

static void take_heading(document_t *document, char *line) {
    line += strspn(line, "# ");
    plain(line);
    snprintf(document->heading, sizeof document->heading, "%s", line);
    document->caption[0] = '\0';
}

/* <!-- NAME --> opens, <!-- end --> closes. */
static void take_marker(document_t *document, const char *line) {
    char word[HEADING] = "";
    if (sscanf(line, "<!-- %255s -->", word) != 1) return;
    document->between = strcmp(word, "end") != 0;
    snprintf(document->marker, sizeof document->marker, "%s", document->between ? word : "");
}

/* BEFORE is the head, RULE the line below it. */
static void open_table(table_t *table, char *before, char *rule) {
    char *marks[COLUMNS];
    table->columns = cut_cells(before, table->cells);
    const unsigned count = cut_cells(rule, marks);
    for (unsigned column = 0; column < table->columns; column++) {
        plain(table->cells[column]);
        table->numbers[column] = column < count && marks[column][0] != '\0' &&
                                 marks[column][strlen(marks[column]) - 1] == ':';
    }
}

/* One line that is no part of a table: where we are. */
static void take_line(document_t *document, char *line) {
    if (line[0] == '#')
        take_heading(document, line);
    else if (strncmp(line, "<!-- ", 5) == 0)
        take_marker(document, line);
    else if (line[0] != '\0' && line[0] != '!' && strlen(line) < HEADING &&
             line[strlen(line) - 1] == ':') {
        line[strlen(line) - 1] = '\0';
        plain(line);
        snprintf(document->caption, sizeof document->caption, "%s", line);
    }
}

/* Calls take_line for lines, finish_table for tables. With DOCUMENT->page NULL tables are counted
 * only. */
static void read_document(document_t *document, char *text) {
    table_t *table = scord_need(calloc(1, sizeof *table));
    char *before = NULL;
    for (char *line = strsep(&text, "\n");; line = strsep(&text, "\n")) {
        const bool in_table = table->columns > 0;
        if (in_table && line && line[0] == '|') {
            if (table->count < sizeof table->rows / sizeof *table->rows)
                table->rows[table->count++] = line;
            continue;
        }
        if (in_table) {
            if (!document->page)
                document->tables++;
            else
                finish_table(document, table);
            *table = (table_t){0};
        }
        if (!line) break;
        if (is_rule(line) && before && before[0] == '|' &&
            (document->between || !document->has_markers)) {
            open_table(table, before, line);
        } else if (line[0] != '|') {
            take_line(document, line);
        }
        before = line;
    }
    free(table);
}

static void look_through(const report_input_t *input, document_t *document) {
    char *copy = scord_need(strdup(input->text));
    document->name = input->name;
    document->has_markers = strstr(input->text, "\n<!-- end -->");
    read_document(document, copy);
    free(copy);
}

void report_judge_tables(report_input_t *input) {
    document_t document = {0};
    look_through(input, &document);
    snprintf(input->words, sizeof input->words, "%u table%s of results", document.tables,
             document.tables == 1 ? "" : "s");
    if (strncmp(input->text, "# ", 2) == 0)
        snprintf(input->title, sizeof input->title, "%.*s", (int)strcspn(input->text + 2, "\n"),
                 input->text + 2);
    input->verdict = REPORT_FACT;
}

void report_put_tables(report_page_t *page, const report_input_t *input, unsigned number) {
    document_t document = {.page = page};
    (void)number;
    look_through(input, &document);
}
