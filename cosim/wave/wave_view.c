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
 *   ^1 …/cosim/wave/verdict.filter
 *   #{lane0.verdict} (3)TOP.scord_top.retire_o[131:0] …   some bits of a vector as one trace
 *
 * The wave has ports and registers as vectors; events, items and state are packed records in them.
 * Each field is a slice of its vector, taken from the generated field tables, so that views follow
 * the parameters; encodings are shown through the generated filters cosim/wave/<encoding>.filter.
 *
 * Invariants: bits of a slice stand from the highest to the lowest, each by its place from the left
 * (gtkwave's count); signals are named below TOP.scord_top as Verilator writes them; filters of a
 * file are numbered from 1, each use anew. Cursor and markers A and B are on the effect and on
 * cause and effect (wave_pass.h, scord_wave_focus_t).
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/lockstep/rtl_device.h"
#include "cosim/wave/wave_filters.h"
#include "cosim/wave/wave_view_internal.h"

enum {
    HEXADECIMAL = 0x22,
    BINARY = 0x28,
    GROUP = 0x200,
    FILTER = 0x2000,
    TIME_PER_CYCLE = 10,
    MARKERS = 26,
    WINDOW = 8 /* cycles shown on either side */
};

void scord_view_group(scord_view_t *view, const char *title) {
    fprintf(view->out, "@%x\n-%s\n", GROUP, title);
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

static void lane_group(scord_view_t *view, unsigned lane) {
    assert(lane < view->config->lanes);
    const unsigned total = view->config->lanes * SCORD_RETIRE_WIDTH,
                   base = lane * SCORD_RETIRE_WIDTH;
    char name[64];
    snprintf(name, sizeof name, "decision, lane %u", lane);
    scord_view_group(view, name);
    snprintf(name, sizeof name, "lane%u", lane);
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++)
        scord_view_field(view, name, "retire_o", total, base, &scord_retire_fields[i]);
    snprintf(name, sizeof name, "before%u", lane);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        scord_view_field(view, name, "retire_o", total, base + SCORD_RETIRE_METADATA_BEFORE_SHIFT,
                         &scord_metadata_fields[i]);
    snprintf(name, sizeof name, "after%u", lane);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        scord_view_field(view, name, "retire_o", total, base + SCORD_RETIRE_METADATA_AFTER_SHIFT,
                         &scord_metadata_fields[i]);
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
    scord_view_bus(view, "m_axi_arid_o", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_araddr_o", SCORD_ADDRESS_WIDTH, NULL);
    scord_view_bus(view, "m_axi_arlen_o", 8, NULL);
    scord_view_bit(view, "m_axi_rvalid_i");
    scord_view_bus(view, "m_axi_rid_i", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_rresp_i", 2, NULL);
    scord_view_bit(view, "m_axi_rlast_i");
    scord_view_bus(view, "m_axi_rdata_i", view->config->beat_entries * SCORD_AXI_DATA_WIDTH, NULL);
    scord_view_bit(view, "m_axi_awvalid_o");
    scord_view_bit(view, "m_axi_awready_i");
    scord_view_bus(view, "m_axi_awid_o", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_awaddr_o", SCORD_ADDRESS_WIDTH, NULL);
    scord_view_bit(view, "m_axi_wvalid_o");
    scord_view_bus(view, "m_axi_wdata_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH, NULL);
    scord_view_bus(view, "m_axi_wstrb_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH / 8,
                   NULL);
    scord_view_bit(view, "m_axi_bvalid_i");
    scord_view_bus(view, "m_axi_bid_i", SCORD_AXI_ID_WIDTH, NULL);
    scord_view_bus(view, "m_axi_bresp_i", 2, NULL);
}

static long long time_of(uint64_t cycle) {
    return (long long)(TIME_PER_CYCLE * cycle + TIME_PER_CYCLE / 2);
}

/* Cursor and marker B on the decision, marker A on the owner's access, when there is one; what they
 * are goes along for readers of the file (scord wave --svg). */
static void header(scord_view_t *view, const char *fst) {
    char absolute[4096];
    const scord_wave_focus_t *focus = view->focus;
    const char *path = realpath(fst, absolute) ? absolute : fst;
    const uint64_t first = focus->has_cause && focus->cause < focus->cycle ? focus->cause
                                                                           : focus->cycle;
    const long long from = time_of(first > WINDOW ? first - WINDOW : 0),
                    to = time_of(focus->cycle + WINDOW);
    fprintf(view->out, "[*] scord: cursor on cycle %llu (time = %d x cycle + %d)\n",
            (unsigned long long)focus->cycle, TIME_PER_CYCLE, TIME_PER_CYCLE / 2);
    fprintf(view->out,
            "[scord_window] %lld %lld\n[dumpfile] \"%s\"\n[timestart] %lld\n[size] 1500 "
            "1000\n[pos] -1 -1\n",
            from, to, path, from);
    fprintf(view->out, "*-1.700000 %lld %lld %lld", time_of(focus->cycle),
            focus->has_cause ? time_of(focus->cause) : -1,
            focus->has_cause ? time_of(focus->cycle) : -1);
    for (unsigned unused = 2; unused < MARKERS; unused++) fputs(" -1", view->out);
    fputc('\n', view->out);
    if (focus->has_cause)
        fprintf(view->out,
                "[markername] Acause: the owner's access\n[markername] Beffect: the race\n");
    fprintf(view->out, "[sst_width] 200\n[signals_width] 340\n[sst_expanded] 0\n");
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

void scord_wave_view_path(const char *fst, const char *name, char *path, size_t size) {
    const char *dot = strrchr(fst, '.'), *slash = strrchr(fst, '/');
    const size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - fst) : strlen(fst);
    snprintf(path, size, "%.*s%s%s.gtkw", (int)stem, fst, name[0] ? "." : "", name);
}

const char *scord_wave_view_name(unsigned number) {
    return number < sizeof views / sizeof *views ? views[number].name : NULL;
}

static int write_view(unsigned number, const char *fst, const scord_config_t *config,
                      const scord_wave_focus_t *focus) {
    char path[4096];
    scord_wave_view_path(fst, views[number].name, path, sizeof path);
    scord_view_t view = {.out = fopen(path, "w"), .config = config, .focus = focus};
    if (!view.out) return -1;
    scord_wave_filters(view.filters, sizeof view.filters);
    header(&view, fst);
    scord_view_bit(&view, "clk_i");
    views[number].write(&view);
    return fclose(view.out) == 0 ? 0 : -1;
}

int scord_wave_views_write(const char *fst, const scord_config_t *config,
                           const scord_wave_focus_t *focus) {
    for (unsigned number = 0; number < sizeof views / sizeof *views; number++)
        if (write_view(number, fst, config, focus) != 0) return -1;
    return 0;
}
