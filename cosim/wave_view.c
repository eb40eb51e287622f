/* wave_view.c: a gtkwave save file: SM events, detector, AXI, and the fields of the retire port by name.
 *
 * Fields of packed records are shown as slices of their vector, taken from the generated field tables; encodings through
 * the generated filters cosim/wave/<encoding>.filter. Format: gtkwave 3.3 save file ("@" lines are display flags).
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_device.h"
#include "wave_filters.h"
#include "wave_pass.h"

enum {
    HEXADECIMAL = 0x22,
    BINARY = 0x28,
    GROUP = 0x200,
    FILTER = 0x2000,
    TIME_PER_CYCLE = 10,
    WINDOW = 8 /* cycles shown on either side */
};

typedef struct view {
    FILE *out;
    const scord_config_t *config;
    char filters[PATH_MAX]; /* directory of the filters, "" when there is none */
    unsigned filter_count;
} view_t;

static void group(view_t *view, const char *title) { fprintf(view->out, "@%x\n-%s\n", GROUP, title); }

static void one_bit(view_t *view, const char *signal) { fprintf(view->out, "@%x\nTOP.scord_top.%s\n", BINARY, signal); }

/* A vector of `width` bits; width 1 has no range in the file. */
static void bus(view_t *view, const char *signal, unsigned width) {
    if (width == 1) one_bit(view, signal);
    else fprintf(view->out, "@%x\nTOP.scord_top.%s[%u:0]\n", HEXADECIMAL, signal, width - 1);
}

static void flags(view_t *view, const char *encoding) {
    if (encoding && view->filters[0])
        fprintf(view->out, "@%x\n^%u %s/%s.filter\n", FILTER | HEXADECIMAL, ++view->filter_count, view->filters,
                encoding);
    else fprintf(view->out, "@%x\n", HEXADECIMAL);
}

/* Bits [shift, shift + width) of a vector of `total` bits as a trace of their own; gtkwave counts bits from the left. */
static void slice(view_t *view, const char *label, const char *signal, unsigned total, unsigned shift, unsigned width,
                  const char *encoding) {
    flags(view, encoding);
    fprintf(view->out, "#{%s}", label);
    for (unsigned i = width; i-- > 0;)
        fprintf(view->out, " (%u)TOP.scord_top.%s[%u:0]", total - 1 - (shift + i), signal, total - 1);
    fputc('\n', view->out);
}

/* The encoding that shows a field by name, if it has one. */
static const char *encoding_of(const char *field) {
    static const char *const encodings[] = {"path", "verdict", "op"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (strcmp(field, encodings[i]) == 0) return encodings[i];
    return strcmp(field, "kind") == 0 ? "request_kind" : NULL;
}

/* A field of the item of one lane. */
static void retire_slice(view_t *view, const char *label, unsigned lane, const scord_field_t *field, unsigned base,
                         const char *encoding) {
    slice(view, label, "retire_o", view->config->lanes * SCORD_RETIRE_WIDTH,
          lane * SCORD_RETIRE_WIDTH + base + field->shift, field->width, encoding);
}

static void entry_slices(view_t *view, const char *prefix, unsigned lane, unsigned base) {
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++) {
        char label[64];
        snprintf(label, sizeof label, "%s%u.%s", prefix, lane, scord_metadata_fields[i].name);
        retire_slice(view, label, lane, &scord_metadata_fields[i], base, NULL);
    }
}

static void lane_group(view_t *view, unsigned lane) {
    char title[64];
    snprintf(title, sizeof title, "decision, lane %u", lane);
    group(view, title);
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++) {
        const scord_field_t *field = &scord_retire_fields[i];
        char label[64];
        snprintf(label, sizeof label, "lane%u.%s", lane, field->name);
        retire_slice(view, label, lane, field, 0, encoding_of(field->name));
    }
    entry_slices(view, "before", lane, SCORD_RETIRE_METADATA_BEFORE_SHIFT);
    entry_slices(view, "after", lane, SCORD_RETIRE_METADATA_AFTER_SHIFT);
}

static void retire_group(view_t *view) {
    group(view, "decisions (retire port)");
    bus(view, "grant_o", view->config->num_sms);
    bus(view, "retire_valid_o", view->config->lanes);
    for (unsigned lane = 0; lane < view->config->lanes; lane++) lane_group(view, lane);
}

static void sm_group(view_t *view) {
    const unsigned sms = view->config->num_sms, width = scord_device_event_width(view->config);
    group(view, "SM events");
    bus(view, "sm_event_valid_i", sms);
    bus(view, "sm_event_ready_o", sms);
    for (unsigned sm = 0; sm < sms && sm < 2; sm++) {
        for (size_t i = 0; i < SCORD_SM_EVENT_FIELD_COUNT; i++) {
            const scord_field_t *field = &scord_sm_event_fields[i];
            if (field->shift >= width) continue;
            const bool kind = strcmp(field->name, "kind") == 0, scope = strcmp(field->name, "scope") == 0;
            char label[64];
            snprintf(label, sizeof label, "sm%u.%s", sm, field->name);
            slice(view, label, "sm_event_i", sms * width, sm * width + field->shift,
                  field->width,
                  kind    ? "sm_event_kind"
                  : scope ? "scope"
                          : encoding_of(field->name));
        }
    }
}

static void axi_group(view_t *view) {
    group(view, "metadata and race log (AXI4)");
    one_bit(view, "m_axi_arvalid_o");
    one_bit(view, "m_axi_arready_i");
    bus(view, "m_axi_arid_o", SCORD_AXI_ID_WIDTH);
    bus(view, "m_axi_araddr_o", SCORD_ADDRESS_WIDTH);
    bus(view, "m_axi_arlen_o", 8);
    one_bit(view, "m_axi_rvalid_i");
    bus(view, "m_axi_rid_i", SCORD_AXI_ID_WIDTH);
    bus(view, "m_axi_rresp_i", 2);
    one_bit(view, "m_axi_rlast_i");
    bus(view, "m_axi_rdata_i", view->config->beat_entries * SCORD_AXI_DATA_WIDTH);
    one_bit(view, "m_axi_awvalid_o");
    one_bit(view, "m_axi_awready_i");
    bus(view, "m_axi_awid_o", SCORD_AXI_ID_WIDTH);
    bus(view, "m_axi_awaddr_o", SCORD_ADDRESS_WIDTH);
    one_bit(view, "m_axi_wvalid_o");
    bus(view, "m_axi_wdata_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH);
    bus(view, "m_axi_wstrb_o", view->config->beat_entries * SCORD_AXI_DATA_WIDTH / 8);
    one_bit(view, "m_axi_bvalid_i");
    bus(view, "m_axi_bid_i", SCORD_AXI_ID_WIDTH);
    bus(view, "m_axi_bresp_i", 2);
}

static void header(view_t *view, const char *fst, uint64_t cycle) {
    char absolute[4096];
    const uint64_t moment = TIME_PER_CYCLE * cycle + TIME_PER_CYCLE / 2;
    const char *path = realpath(fst, absolute) ? absolute : fst;
    fprintf(view->out, "[*] scord: cursor on cycle %llu (time = %d x cycle + %d)\n", (unsigned long long)cycle,
            TIME_PER_CYCLE, TIME_PER_CYCLE / 2);
    const uint64_t before = TIME_PER_CYCLE * (uint64_t)WINDOW, from = moment > before ? moment - before : 0;
    fprintf(view->out, "[scord_window] %llu %llu\n", (unsigned long long)from, (unsigned long long)(moment + before));
    fprintf(view->out, "[dumpfile] \"%s\"\n[timestart] %llu\n[size] 1500 1000\n[pos] -1 -1\n", path,
            (unsigned long long)from);
    fprintf(view->out,
            "*-1.700000 %llu -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n",
            (unsigned long long)moment);
    fprintf(view->out, "[sst_width] 200\n[signals_width] 340\n[sst_expanded] 0\n");
}

int scord_wave_view_write(const char *path, const char *fst, const scord_config_t *config, uint64_t cycle) {
    view_t view = {.out = fopen(path, "w"), .config = config};
    if (!view.out) return -1;
    scord_wave_filters(view.filters, sizeof view.filters);
    header(&view, fst, cycle);
    one_bit(&view, "clk_i");
    retire_group(&view);
    axi_group(&view);
    sm_group(&view);
    group(&view, "other");
    one_bit(&view, "interrupt_o");
    return fclose(view.out) == 0 ? 0 : -1;
}
