/* SPDX-License-Identifier: Apache-2.0 */
/* report_lanes.c: the streams and the host of a run as lanes, downwards in the order of the calls:
 * operations, what orders them as lines between the lanes, races in red. See report_internal.h;
 * the rows are sim/runtime/timeline.h's.
 *
 * The lanes are narrow, as those of a history of versions, and the text of each row is a line of
 * the list beside them, so that a phone shows both. Long runs scroll inside of their frame; races
 * are listed above it and lead there.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/page/html_text.h"
#include "cosim/commands/page/report_internal.h"

enum { ROW = 20, WIDEST = 16, NARROWEST = 5, WIDTH = 150, LANES_MOST = 64, RACES_SHOWN = 20 };

typedef struct lanes {
    const json_t **row; /* by number */
    bool *red;
    uint32_t rows;
    uint64_t lane[LANES_MOST]; /* numbers, in order of appearance; the first is the host */
    const char *name[LANES_MOST];
    unsigned count, step; /* step: pixels from lane to lane */
} lanes_t;

static unsigned column(const lanes_t *lanes, uint64_t number) {
    for (unsigned i = 0; i < lanes->count; i++)
        if (lanes->lane[i] == number) return i;
    return lanes->count - 1; /* one too many */
}
static unsigned x_of(const lanes_t *lanes, uint32_t row) {
    return 8 + lanes->step * column(lanes, report_count(lanes->row[row], "lane"));
}
static unsigned y_of(uint32_t row) { return ROW * row + ROW / 2; }

static bool gather(const json_t *list, lanes_t *lanes) {
    const size_t most = json_count(list);
    lanes->row = calloc(most + 1, sizeof *lanes->row);
    lanes->red = calloc(most + 1, sizeof *lanes->red);
    if (!lanes->row || !lanes->red) return false;
    lanes->name[lanes->count++] = "the host";
    for (const json_t *one = list->first; one; one = one->next) {
        const json_t *race = json_member(one, "race");
        if (json_member(one, "row")) {
            lanes->row[lanes->rows++] = one;
        } else if (json_member(one, "name") && lanes->count < LANES_MOST) {
            lanes->lane[lanes->count] = report_count(one, "lane");
            lanes->name[lanes->count++] = report_member(one, "name");
        } else if (race) {
            for (const json_t *end = race->first; end; end = end->next)
                if (report_whole(end->number) < lanes->rows)
                    lanes->red[report_whole(end->number)] = true;
        }
    }
    const unsigned fit = WIDTH / lanes->count;
    lanes->step = fit > WIDEST ? WIDEST : fit < NARROWEST ? NARROWEST : fit;
    return true;
}

/* From one row to a later one; along the lane, or across. */
static void put_line(report_page_t *page, const lanes_t *lanes, uint32_t from, uint32_t to,
                     const char *class) {
    if (from >= lanes->rows || to >= lanes->rows || from == to) return;
    const unsigned x1 = x_of(lanes, from), x2 = x_of(lanes, to), y1 = y_of(from), y2 = y_of(to);
    const unsigned bend = from < to ? y2 - ROW / 2 : y2 + ROW / 2;
    fprintf(page->out, "<path class=%s%s d=\"M%u %uV%uL%u %u\"/>\n", class,
            strcmp(class, "across") == 0 ? " marker-end=\"url(#arrow)\"" : "", x1, y1, bend, x2,
            y2);
}

static void put_lines(report_page_t *page, const json_t *list, const lanes_t *lanes) {
    for (uint32_t row = 0; row < lanes->rows; row++) {
        const json_t *from = json_member(lanes->row[row], "from");
        for (const json_t *one = from ? from->first : NULL; one; one = one->next) {
            const uint32_t before = (uint32_t)report_whole(one->number);
            const bool across = before < lanes->rows && x_of(lanes, before) != x_of(lanes, row);
            put_line(page, lanes, before, row, across ? "across" : "along");
        }
    }
    for (const json_t *one = list->first; one; one = one->next) {
        const json_t *race = json_member(one, "race");
        if (race && race->first && race->first->next)
            put_line(page, lanes, (uint32_t)report_whole(race->first->number),
                     (uint32_t)report_whole(race->first->next->number), "race");
    }
    for (uint32_t row = 0; row < lanes->rows; row++)
        fprintf(page->out, "<circle%s cx=%u cy=%u r=%u />\n", lanes->red[row] ? " class=race" : "",
                x_of(lanes, row), y_of(row), lanes->step > 8 ? 4 : 2);
}

static void put_row_text(report_page_t *page, const lanes_t *lanes, uint32_t row) {
    const json_t *of = lanes->row[row];
    html_text_cut(page->out, report_member(of, "text"), 200);
    fputs(" <span class=soft>", page->out);
    html_text_cut(page->out, report_member(of, "place"), 200);
    fputs("</span>", page->out);
}

static void put_rows(report_page_t *page, const lanes_t *lanes, unsigned number) {
    fputs("<ol>\n", page->out);
    for (uint32_t row = 0; row < lanes->rows; row++) {
        fprintf(page->out, "<li id=lane%u-%u%s title=\"", number, row,
                lanes->red[row] ? " class=race" : "");
        html_text_cut(page->out, lanes->name[column(lanes, report_count(lanes->row[row], "lane"))],
                      200);
        fputs("\">", page->out);
        put_row_text(page, lanes, row);
        fputs("</li>\n", page->out);
    }
    fputs("</ol>\n", page->out);
}

static bool reads_alike(const json_t *a, const json_t *b) {
    return strcmp(report_member(a, "text"), report_member(b, "text")) == 0 &&
           strcmp(report_member(a, "place"), report_member(b, "place")) == 0;
}

/* Both rows read as those of another race before. */
static bool is_shown(const json_t *list, const json_t *until, const lanes_t *lanes, uint32_t a,
                     uint32_t b) {
    for (const json_t *one = list->first; one && one != until; one = one->next) {
        const json_t *race = json_member(one, "race");
        if (!race || !race->first || !race->first->next) continue;
        const uint32_t c = (uint32_t)report_whole(race->first->number),
                       d = (uint32_t)report_whole(race->first->next->number);
        if (c < lanes->rows && d < lanes->rows && reads_alike(lanes->row[a], lanes->row[c]) &&
            reads_alike(lanes->row[b], lanes->row[d]))
            return true;
    }
    return false;
}

static void put_races(report_page_t *page, const json_t *list, const lanes_t *lanes,
                      unsigned number) {
    unsigned shown = 0;
    fputs("<ul class=wrongs>\n", page->out);
    for (const json_t *one = list->first; one && shown < RACES_SHOWN; one = one->next) {
        const json_t *race = json_member(one, "race");
        if (!race || !race->first || !race->first->next) continue;
        const uint32_t a = (uint32_t)report_whole(race->first->number),
                       b = (uint32_t)report_whole(race->first->next->number);
        if (a >= lanes->rows || b >= lanes->rows || is_shown(list, one, lanes, a, b)) continue;
        shown++;
        fprintf(page->out, "<li><a href=#lane%u-%u>", number, b);
        put_row_text(page, lanes, b);
        fputs("</a> and ", page->out);
        put_row_text(page, lanes, a);
        fputs("</li>\n", page->out);
    }
    fputs("</ul>\n", page->out);
}

static void put_names(report_page_t *page, const lanes_t *lanes) {
    fputs("<p class=soft>Lanes, from the left: ", page->out);
    for (unsigned i = 0; i < lanes->count; i++) {
        if (i > 0) fputs(i + 1 == lanes->count ? " and " : ", ", page->out);
        html_text_cut(page->out, lanes->name[i], 200);
    }
    fputs(". Downwards in the order of the calls; lines lead from what must have ended. Red: "
          "nothing orders the two.</p>\n",
          page->out);
}

void report_put_lanes(report_page_t *page, const json_t *tree, unsigned number) {
    const json_t *list = json_member(tree, "timeline");
    lanes_t lanes = {.rows = 0};
    if (!list || list->type != JSON_ARRAY || !list->first) return;
    if (gather(list, &lanes) && lanes.rows > 0) {
        fputs(
            "<h3>Streams and the host</h3>\n"
            "<style>.wrongs li{overflow-wrap:anywhere}.lanes{display:flex;max-height:70vh;"
            "overflow:auto;border:1px solid "
            "var(--rule)}.lanes svg{flex:none}.lanes ol{list-style:none;margin:0;padding:0 4px;"
            "min-width:12rem;flex:1}.lanes li{height:20px;line-height:20px;font-size:13px;overflow:"
            "hidden;white-space:nowrap;text-overflow:ellipsis}.lanes li.race{color:#c0282d;"
            "font-weight:bold}.lanes circle{fill:var(--ink)}.lanes path{fill:none;stroke:var("
            "--soft)}.lanes path.across{stroke:var(--link);stroke-width:1.5}.lanes path.race{"
            "stroke:#d0353b;stroke-width:2.5}.lanes circle.race{fill:#d0353b}@media print{.lanes{"
            "max-height:none}}</style>\n",
            page->out);
        put_names(page, &lanes);
        put_races(page, list, &lanes, number);
        const unsigned width = 16 + lanes.step * (lanes.count - 1), height = ROW * lanes.rows;
        fprintf(page->out,
                "<div class=lanes tabindex=0 role=region aria-label=\"streams and the host\">"
                "<svg width=%u height=%u viewBox=\"0 0 %u %u\" aria-hidden=true><defs><marker "
                "id=arrow viewBox=\"0 0 8 8\" refX=10 refY=4 markerWidth=5 markerHeight=5 "
                "orient=auto><path d=\"M0 0L8 4L0 8z\" style=\"fill:var(--link);stroke:none\"/>"
                "</marker></defs>\n",
                width, height, width, height);
        put_lines(page, list, &lanes);
        fputs("</svg>\n", page->out);
        put_rows(page, &lanes, number);
        fputs("</div>\n", page->out);
    }
    free(lanes.row);
    free(lanes.red);
}
