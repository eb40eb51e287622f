/* SPDX-License-Identifier: Apache-2.0 */
/* wave_view.c: gtkwave save files, so that a wave opens with the signals that matter, by name.
 *
 * A view is a list of groups, each a list of traces. A save file has a line a trace, under a line
 * of display flags that holds until the next one (gtkwave 3.3):
 *
 *   @200                              a group's title
 *   -Detector
 *   @28                               binary
 *   TOP.scord_top.interrupt_o
 *   @2022                             hexadecimal through filter 1: values shown by name
 *   ^1 …/race.filters/verdict.filter
 *   #{lane0.verdict} (3)TOP.scord_top.retire_o[131:0] …   some bits of a vector as one trace
 *   [scord_valid] TOP.scord_top.retire_valid_o[3:0] 0     what follows holds while bit 0 is 1
 *
 * gtkwave passes over lines in brackets that it does not know; `scord wave --svg` reads them.
 *
 * The wave has ports and registers as vectors; events, items and state are packed records in them.
 * Each field is a slice of its vector, taken from the generated field tables, so that views follow
 * the parameters; encodings are shown through the generated filters cosim/wave/<encoding>.filter.
 *
 * Invariants: bits of a slice stand from the highest to the lowest, each by its place from the left
 * (gtkwave's count); signals are named below TOP.scord_top as Verilator writes them; filters of a
 * file are numbered from 1, each use anew. Cursor and markers A and B are on the effect and on
 * cause and effect (wave_pass.h, scord_wave_focus_t). Wave, view and filters are in one folder;
 * their paths are absolute, and the view names itself ([savefile]), from which gtkwave finds the
 * others when the folder was moved or copied.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/lockstep/device/rtl_device.h"
#include "cosim/wave/wave_filters.h"
#include "cosim/wave/wave_view_internal.h"

enum {
    HEXADECIMAL = 0x22,
    BINARY = 0x28,
    GROUP = 0x200,
    FILTER = 0x2000,
    TIME_PER_CYCLE = 10,
    MARKERS = 26,
    WINDOW = 8, /* cycles shown on either side */
    /* The window that gtkwave opens, in pixels: whole on a screen of 1280 x 800. */
    WIDTH = 1260,
    HEIGHT = 760,
    SIGNALS = 420,                       /* names and values: "verdict=missing_device_fence" */
    TREE = 24,                           /* the tree of all signals, folded */
    WAVES = WIDTH - SIGNALS - TREE - 36, /* less frames and the scroll bar */
    ZOOM_UNIT = 200                      /* gtkwave: 2^-zoom is the time that 200 pixels show */
};

void scord_view_group(scord_view_t *view, const char *title) {
    scord_view_valid(view, NULL, 0, 0);
    fprintf(view->out, "@%x\n-%s\n", GROUP, title);
}

void scord_view_valid(scord_view_t *view, const char *valid, unsigned width, unsigned bit) {
    assert(!valid || bit < width);
    if (valid && width > 1)
        fprintf(view->out, "[scord_valid] TOP.scord_top.%s[%u:0] %u\n", valid, width - 1, bit);
    else if (valid)
        fprintf(view->out, "[scord_valid] TOP.scord_top.%s 0\n", valid);
    else if (view->has_valid)
        fputs("[scord_valid]\n", view->out);
    view->has_valid = valid;
}

void scord_view_bit(scord_view_t *view, const char *signal) {
    fprintf(view->out, "@%x\nTOP.scord_top.%s\n", BINARY, signal);
}

static void flags(scord_view_t *view, const char *encoding) {
    if (encoding && view->filters[0])
        fprintf(view->out, "@%x\n^%u %s/%s.filter\n", FILTER | HEXADECIMAL, ++view->filter_count,
                view->filters, encoding);
    else
        fprintf(view->out, "@%x\n", HEXADECIMAL);
}

/* A vector of `width` bits; width 1 has no range in the file. */
void scord_view_bus(scord_view_t *view, const char *signal, unsigned width, const char *encoding) {
    if (width == 1) {
        scord_view_bit(view, signal);
        return;
    }
    flags(view, encoding);
    fprintf(view->out, "TOP.scord_top.%s[%u:0]\n", signal, width - 1);
}

void scord_view_slice(scord_view_t *view, const char *label, const char *signal, unsigned total,
                      unsigned shift, unsigned width, const char *encoding) {
    assert(width > 0 && shift + width <= total);
    flags(view, encoding);
    fprintf(view->out, "#{%s}", label);
    for (unsigned i = width; i-- > 0;)
        fprintf(view->out, " (%u)TOP.scord_top.%s[%u:0]", total - 1 - (shift + i), signal,
                total - 1);
    fputc('\n', view->out);
}

/* The encoding that shows a field by name, if it has one. */
static const char *encoding_of(const char *field) {
    static const char *const encodings[] = {"path", "verdict", "op"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (strcmp(field, encodings[i]) == 0) return encodings[i];
    return strcmp(field, "kind") == 0    ? "request_kind"
           : strcmp(field, "state") == 0 ? "lock_state"
                                         : NULL;
}

void scord_view_field(scord_view_t *view, const char *prefix, const char *signal, unsigned total,
                      unsigned base, const scord_field_t *field) {
    char label[96];
    snprintf(label, sizeof label, "%s.%s", prefix, field->name);
    scord_view_slice(view, label, signal, total, base + field->shift, field->width,
                     encoding_of(field->name));
}

/* An entry of a decision: before it or after it. */
static void lane_entry(scord_view_t *view, unsigned lane, const char *when, unsigned shift) {
    const unsigned lanes = view->config->lanes;
    char name[64];
    snprintf(name, sizeof name, "entry %s, lane %u", when, lane);
    scord_view_group(view, name);
    scord_view_valid(view, "retire_valid_o", lanes, lane);
    snprintf(name, sizeof name, "%s%u", when, lane);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        scord_view_field(view, name, "retire_o", lanes * SCORD_RETIRE_WIDTH,
                         lane * SCORD_RETIRE_WIDTH + shift, &scord_metadata_fields[i]);
}

static void lane_group(scord_view_t *view, unsigned lane) {
    const unsigned lanes = view->config->lanes;
    assert(lane < lanes);
    char name[64];
    snprintf(name, sizeof name, "decision, lane %u", lane);
    scord_view_group(view, name);
    scord_view_valid(view, "retire_valid_o", lanes, lane);
    snprintf(name, sizeof name, "lane%u", lane);
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++)
        scord_view_field(view, name, "retire_o", lanes * SCORD_RETIRE_WIDTH,
                         lane * SCORD_RETIRE_WIDTH, &scord_retire_fields[i]);
    lane_entry(view, lane, "before", SCORD_RETIRE_METADATA_BEFORE_SHIFT);
    lane_entry(view, lane, "after", SCORD_RETIRE_METADATA_AFTER_SHIFT);
}

void scord_view_lanes(scord_view_t *view) {
    scord_view_group(view, "decisions (retire port)");
    scord_view_bus(view, "grant_o", view->config->num_sms, NULL);
    scord_view_bus(view, "retire_valid_o", view->config->lanes, NULL);
    for (unsigned lane = 0; lane < view->config->lanes; lane++) lane_group(view, lane);
}

void scord_view_sm_event(scord_view_t *view, unsigned sm) {
    assert(sm < view->config->num_sms);
    const unsigned width = scord_device_event_width(view->config),
                   total = view->config->num_sms * width;
    scord_view_valid(view, "sm_event_valid_i", view->config->num_sms, sm);
    for (size_t i = 0; i < SCORD_SM_EVENT_FIELD_COUNT; i++) {
        const scord_field_t *field = &scord_sm_event_fields[i];
        if (field->shift >= width) continue;
        const bool kind = strcmp(field->name, "kind") == 0,
                   scope = strcmp(field->name, "scope") == 0;
        char label[64];
        snprintf(label, sizeof label, "sm%u.%s", sm, field->name);
        scord_view_slice(view, label, "sm_event_i", total, sm * width + field->shift, field->width,
                         kind    ? "sm_event_kind"
                         : scope ? "scope"
                                 : encoding_of(field->name));
    }
    scord_view_valid(view, NULL, 0, 0);
}

static void sm_group(scord_view_t *view) {
    const unsigned sms = view->config->num_sms;
    scord_view_group(view, "SM events");
    scord_view_bus(view, "sm_event_valid_i", sms, NULL);
    scord_view_bus(view, "sm_event_ready_o", sms, NULL);
    for (unsigned sm = 0; sm < sms && sm < 2; sm++) scord_view_sm_event(view, sm);
}

void scord_view_axi(scord_view_t *view) {
    scord_view_group(view, "metadata and race log (AXI4)");
    scord_view_bit(view, "m_axi_arvalid_o");
    scord_view_bit(view, "m_axi_arready_i");
    scord_view_valid(view, "m_axi_arvalid_o", 1, 0);
    scord_view_bus(view, "m_axi_arid_o", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_araddr_o", SCORD_ADDRESS_WIDTH, NULL);
    scord_view_bus(view, "m_axi_arlen_o", 8, NULL);
    scord_view_valid(view, NULL, 0, 0);
    scord_view_bit(view, "m_axi_rvalid_i");
    scord_view_valid(view, "m_axi_rvalid_i", 1, 0);
    scord_view_bus(view, "m_axi_rid_i", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_rresp_i", 2, NULL);
    scord_view_bit(view, "m_axi_rlast_i");
    scord_view_bus(view, "m_axi_rdata_i", view->config->beat_entries * SCORD_AXI_DATA_WIDTH, NULL);
    scord_view_valid(view, NULL, 0, 0);
    scord_view_bit(view, "m_axi_awvalid_o");
    scord_view_bit(view, "m_axi_awready_i");
    scord_view_valid(view, "m_axi_awvalid_o", 1, 0);
    scord_view_bus(view, "m_axi_awid_o", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_awaddr_o", SCORD_ADDRESS_WIDTH, NULL);
    scord_view_valid(view, NULL, 0, 0);
    scord_view_bit(view, "m_axi_wvalid_o");
    scord_view_valid(view, "m_axi_wvalid_o", 1, 0);
    scord_view_bus(view, "m_axi_wdata_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH, NULL);
    scord_view_bus(view, "m_axi_wstrb_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH / 8,
                   NULL);
    scord_view_valid(view, NULL, 0, 0);
    scord_view_bit(view, "m_axi_bvalid_i");
    scord_view_valid(view, "m_axi_bvalid_i", 1, 0);
    scord_view_bus(view, "m_axi_bid_i", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_bresp_i", 2, NULL);
}

static long long time_of(uint64_t cycle) {
    return (long long)(TIME_PER_CYCLE * cycle + TIME_PER_CYCLE / 2);
}

static void absolute_line(scord_view_t *view, const char *word, const char *path) {
    char absolute[PATH_MAX];
    fprintf(view->out, "[%s] \"%s\"\n", word, realpath(path, absolute) ? absolute : path);
}

/* Opens on the window from cause to effect. Cursor and marker B are on the decision, marker A is on
 * the owner's access, when there is one; the window goes along for other readers of the file. */
static void header(scord_view_t *view, const char *fst, const char *save) {
    const scord_wave_focus_t *focus = view->focus;
    const uint64_t first = focus->has_cause && focus->cause < focus->cycle ? focus->cause
                                                                           : focus->cycle;
    const long long from = time_of(first > WINDOW ? first - WINDOW : 0),
                    to = time_of(focus->cycle + WINDOW);
    assert(from < to);
    const double zoom = -log2((double)ZOOM_UNIT * (double)(to - from) / WAVES);
    fprintf(view->out, "[*] scord: cursor on cycle %llu (time = %d x cycle + %d)\n",
            (unsigned long long)focus->cycle, TIME_PER_CYCLE, TIME_PER_CYCLE / 2);
    fprintf(view->out, "[scord_window] %lld %lld\n", from, to);
    absolute_line(view, "dumpfile", fst);
    absolute_line(view, "savefile", save);
    fprintf(view->out, "[timestart] %lld\n[size] %d %d\n[pos] -1 -1\n", from, WIDTH, HEIGHT);
    fprintf(view->out, "*%f %lld %lld %lld", zoom, time_of(focus->cycle),
            focus->has_cause ? time_of(focus->cause) : -1,
            focus->has_cause ? time_of(focus->cycle) : -1);
    for (unsigned unused = 2; unused < MARKERS; unused++) fputs(" -1", view->out);
    fputc('\n', view->out);
    if (focus->has_cause) /* short: they may be a cycle apart */
        fprintf(view->out, "[markername] Acause\n[markername] Brace\n");
    fprintf(view->out, "[sst_width] %d\n[signals_width] %d\n[sst_expanded] 0\n", TREE, SIGNALS);
}

static void whole_device(scord_view_t *view) {
    scord_view_lanes(view);
    scord_view_axi(view);
    sm_group(view);
    scord_view_group(view, "other");
    scord_view_bit(view, "interrupt_o");
}

/* The views, the first without a name of its own. */
static const struct {
    const char *name;
    void (*write)(scord_view_t *view);
} views[] = {{"", whole_device},
             {"fence_file", scord_view_fence_file},
             {"lock_table", scord_view_lock_table},
             {"pipeline", scord_view_pipeline},
             {"scheduler", scord_view_scheduler},
             {"metadata", scord_view_metadata}};

/* The length of a wave's path without its suffix. */
static size_t stem_of(const char *fst) {
    const char *dot = strrchr(fst, '.'), *slash = strrchr(fst, '/');
    return dot && (!slash || dot > slash) ? (size_t)(dot - fst) : strlen(fst);
}

void scord_wave_view_path(const char *fst, const char *name, char *path, size_t size) {
    snprintf(path, size, "%.*s%s%s.gtkw", (int)stem_of(fst), fst, name[0] ? "." : "", name);
}

const char *scord_wave_view_name(unsigned number) {
    return number < sizeof views / sizeof *views ? views[number].name : NULL;
}

static int write_view(unsigned number, const char *fst, const scord_config_t *config,
                      const scord_wave_focus_t *focus, const char *filters) {
    char path[PATH_MAX];
    scord_wave_view_path(fst, views[number].name, path, sizeof path);
    scord_view_t view = {.out = fopen(path, "w"), .config = config, .focus = focus};
    if (!view.out) return -1;
    if (filters[0] && !realpath(filters, view.filters)) view.filters[0] = '\0';
    header(&view, fst, path);
    scord_view_bit(&view, "clk_i");
    views[number].write(&view);
    return fclose(view.out) == 0 ? 0 : -1;
}

int scord_wave_views_write(const char *fst, const scord_config_t *config,
                           const scord_wave_focus_t *focus) {
    char filters[PATH_MAX];
    snprintf(filters, sizeof filters, "%.*s.filters", (int)stem_of(fst), fst);
    const int copied = scord_wave_filters_copy(filters);
    if (copied < 0) return -1;
    if (copied == 0) filters[0] = '\0';
    for (unsigned number = 0; number < sizeof views / sizeof *views; number++)
        if (write_view(number, fst, config, focus, filters) != 0) return -1;
    return 0;
}
