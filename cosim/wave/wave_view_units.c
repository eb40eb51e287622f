/* SPDX-License-Identifier: Apache-2.0 */
/* wave_view_units.c: the views of single units: for the SMs and warps of both sides of a race. */
#include <assert.h>
#include <string.h>

#include "cosim/wave/wave_view_internal.h"

#define DETECTOR    "u_scord_detector."
#define FENCE_FILE  DETECTOR "u_fence_file."
#define ACCESSOR    DETECTOR "u_metadata_accessor."
#define LINE_BUFFER ACCESSOR "u_metadata_line_buffer."

enum { NAME = 128 };

static const char *const side_name[] = {"access", "owner"};

static void sm_signal(char *name, unsigned sm, const char *signal) {
    snprintf(name, NAME, "g_sm[%u].u_scord_sm.%s", sm, signal);
}

static void sm_bit(scord_view_t *view, unsigned sm, const char *signal) {
    assert(sm < view->config->num_sms);
    char name[NAME];
    sm_signal(name, sm, signal);
    scord_view_bit(view, name);
}

static void sm_bus(scord_view_t *view, unsigned sm, const char *signal, unsigned width,
                   const char *encoding) {
    char name[NAME];
    sm_signal(name, sm, signal);
    scord_view_bus(view, name, width, encoding);
}

/* Both sides, or one when they are the same. */
static unsigned sides(const scord_view_t *view, bool by_warp) {
    const scord_wave_focus_t *focus = view->focus;
    const bool same_sm = focus->sm[0] == focus->sm[1];
    return same_sm && (!by_warp || focus->warp[0] == focus->warp[1]) ? 1 : 2;
}

/* A field as wide as the vector of a lane each. */
static void lane_field(scord_view_t *view, const char *label, const char *signal, unsigned lane,
                       unsigned width, const char *encoding) {
    const unsigned lanes = view->config->lanes;
    char text[64];
    snprintf(text, sizeof text, "lane%u.%s", lane, label);
    if (lanes * width == 1)
        scord_view_bit(view, signal);
    else
        scord_view_slice(view, text, signal, lanes * width, lane * width, width, encoding);
}

/* ---- fence file ---- */

static void fence_entry(scord_view_t *view, unsigned side) {
    const scord_wave_focus_t *focus = view->focus;
    const unsigned warps = view->config->warps_per_sm,
                   total = view->config->num_sms * warps * SCORD_FENCE_ENTRY_WIDTH;
    const unsigned entry = focus->sm[side] * warps + focus->warp[side];
    char label[64];
    snprintf(label, sizeof label, "%s sm%u.warp%u", side_name[side], focus->sm[side],
             focus->warp[side]);
    for (size_t i = 0; i < SCORD_FENCE_ENTRY_FIELD_COUNT; i++)
        scord_view_field(view, label, FENCE_FILE "fence_file_q", total,
                         entry * SCORD_FENCE_ENTRY_WIDTH, &scord_fence_entry_fields[i]);
}

void scord_view_fence_file(scord_view_t *view) {
    scord_view_group(view, "entries of both sides");
    for (unsigned side = 0; side < sides(view, true); side++) fence_entry(view, side);
    scord_view_group(view, "fence");
    scord_view_bit(view, FENCE_FILE "clear_i");
    scord_view_bit(view, FENCE_FILE "fence_i");
    scord_view_bit(view, FENCE_FILE "block_scope_i");
    scord_view_bus(view, FENCE_FILE "accessor_sm_i", SCORD_SM_WIDTH, NULL);
    scord_view_bus(view, FENCE_FILE "accessor_warp_i", SCORD_WARP_WIDTH, NULL);
    for (size_t i = 0; i < SCORD_FENCE_ENTRY_FIELD_COUNT; i++) {
        scord_view_field(view, "accessor", FENCE_FILE "accessor_fences_o", SCORD_FENCE_ENTRY_WIDTH,
                         0, &scord_fence_entry_fields[i]);
        scord_view_field(view, "after fence", FENCE_FILE "after_fence", SCORD_FENCE_ENTRY_WIDTH, 0,
                         &scord_fence_entry_fields[i]);
    }
    scord_view_group(view, "owner's entries, as read by the lanes");
    for (unsigned lane = 0; lane < view->config->lanes; lane++) {
        char label[32];
        lane_field(view, "owner_sm", FENCE_FILE "owner_sm_i", lane, SCORD_SM_WIDTH, NULL);
        lane_field(view, "owner_warp", FENCE_FILE "owner_warp_i", lane, SCORD_WARP_WIDTH, NULL);
        snprintf(label, sizeof label, "lane%u.owner", lane);
        for (size_t i = 0; i < SCORD_FENCE_ENTRY_FIELD_COUNT; i++)
            scord_view_field(view, label, FENCE_FILE "owner_fences_o",
                             view->config->lanes * SCORD_FENCE_ENTRY_WIDTH,
                             lane * SCORD_FENCE_ENTRY_WIDTH, &scord_fence_entry_fields[i]);
    }
    scord_view_group(view, "decisions");
    scord_view_bus(view, "retire_valid_o", view->config->lanes, NULL);
    for (unsigned lane = 0; lane < view->config->lanes; lane++) {
        char label[32];
        snprintf(label, sizeof label, "lane%u", lane);
        scord_view_valid(view, "retire_valid_o", view->config->lanes, lane);
        for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++) {
            const scord_field_t *field = &scord_retire_fields[i];
            if (strcmp(field->name, "kind") == 0 || strcmp(field->name, "sequence") == 0 ||
                strcmp(field->name, "verdict") == 0)
                scord_view_field(view, label, "retire_o", view->config->lanes * SCORD_RETIRE_WIDTH,
                                 lane * SCORD_RETIRE_WIDTH, field);
        }
    }
}

/* ---- lock table ---- */

static void warp_locks(scord_view_t *view, unsigned side) {
    const unsigned sm = view->focus->sm[side], warp = view->focus->warp[side];
    const unsigned queue = SCORD_LOCK_TABLE_ENTRIES * SCORD_LOCK_ENTRY_WIDTH,
                   total = view->config->warps_per_sm * queue;
    char name[NAME], label[64];
    sm_signal(name, sm, "u_lock_table.lock_table_q");
    snprintf(label, sizeof label, "locks of the %s, sm%u.warp%u, oldest first", side_name[side], sm,
             warp);
    scord_view_group(view, label);
    for (unsigned entry = 0; entry < SCORD_LOCK_TABLE_ENTRIES; entry++) {
        snprintf(label, sizeof label, "%s entry%u", side_name[side], entry);
        for (size_t i = 0; i < SCORD_LOCK_ENTRY_FIELD_COUNT; i++)
            scord_view_field(view, label, name, total,
                             warp * queue + entry * SCORD_LOCK_ENTRY_WIDTH,
                             &scord_lock_entry_fields[i]);
    }
}

static void lock_ports(scord_view_t *view, unsigned sm) {
    assert(sm < view->config->num_sms);
    char label[64];
    snprintf(label, sizeof label, "lock table of sm%u", sm);
    scord_view_group(view, label);
    sm_bit(view, sm, "u_lock_table.insert_i");
    sm_bit(view, sm, "u_lock_table.release_i");
    sm_bit(view, sm, "u_lock_table.fence_i");
    sm_bit(view, sm, "u_lock_table.block_scope_i");
    sm_bus(view, sm, "u_lock_table.warp_i", SCORD_WARP_WIDTH, NULL);
    sm_bus(view, sm, "u_lock_table.address_i", SCORD_ADDRESS_WIDTH, NULL);
    sm_bus(view, sm, "u_lock_table.hash", SCORD_LOCK_HASH_WIDTH, NULL);
    sm_bus(view, sm, "u_lock_table.same_lock", SCORD_LOCK_TABLE_ENTRIES, NULL);
    sm_bus(view, sm, "u_lock_table.freed", SCORD_LOCK_TABLE_ENTRIES, NULL);
    sm_bus(view, sm, "u_lock_table.lock_bloom_o", 2 * SCORD_BLOOM_PART_WIDTH, NULL);
    scord_view_sm_event(view, sm);
}

void scord_view_lock_table(scord_view_t *view) {
    for (unsigned side = 0; side < sides(view, true); side++) warp_locks(view, side);
    for (unsigned side = 0; side < sides(view, false); side++)
        lock_ports(view, view->focus->sm[side]);
}

/* ---- pipeline ---- */

/* A detector's request, and the signal that says when it is one. */
static void request_fields(scord_view_t *view, const char *prefix, const char *signal,
                           const char *valid) {
    scord_view_valid(view, valid, 1, 0);
    for (size_t i = 0; i < SCORD_DETECTOR_REQUEST_FIELD_COUNT; i++)
        scord_view_field(view, prefix, signal, SCORD_DETECTOR_REQUEST_WIDTH, 0,
                         &scord_detector_request_fields[i]);
    scord_view_valid(view, NULL, 0, 0);
}

static void sm_requests(scord_view_t *view, unsigned sm) {
    assert(sm < view->config->num_sms);
    char label[64], name[NAME], valid[NAME];
    snprintf(label, sizeof label, "sm%u: event, then request", sm);
    scord_view_group(view, label);
    sm_bit(view, sm, "event_valid_i");
    sm_bit(view, sm, "event_ready_o");
    scord_view_sm_event(view, sm);
    sm_bit(view, sm, "request_valid_o");
    sm_bit(view, sm, "request_ready_i");
    snprintf(label, sizeof label, "sm%u.request", sm);
    sm_signal(name, sm, "request_o");
    sm_signal(valid, sm, "request_valid_o");
    request_fields(view, label, name, valid);
}

void scord_view_pipeline(scord_view_t *view) {
    for (unsigned side = 0; side < sides(view, false); side++)
        sm_requests(view, view->focus->sm[side]);
    scord_view_group(view, "metadata accessor");
    scord_view_bus(view, "grant_o", view->config->num_sms, NULL);
    scord_view_bit(view, ACCESSOR "request_valid_i");
    scord_view_bit(view, ACCESSOR "request_ready_o");
    scord_view_bit(view, ACCESSOR "line_hit_o");
    scord_view_bit(view, ACCESSOR "line_miss_o");
    scord_view_bit(view, ACCESSOR "stall_metadata_o");
    scord_view_bit(view, ACCESSOR "stall_line_o");
    scord_view_bit(view, ACCESSOR "stall_fetch_o");
    scord_view_bit(view, ACCESSOR "stall_queue_o");
    scord_view_bit(view, ACCESSOR "item_valid_o");
    scord_view_bit(view, ACCESSOR "item_ready_i");
    scord_view_lanes(view);
    scord_view_group(view, "race log");
    scord_view_bus(view, DETECTOR "log_tail_o", 32, NULL);
    scord_view_bus(view, DETECTOR "log_dropped_o", 32, NULL);
    scord_view_bit(view, DETECTOR "stall_race_log_o");
}

/* ---- issue scheduler ---- */

static void slot_slices(scord_view_t *view, unsigned sm, const char *label, const char *signal,
                        unsigned width) {
    const unsigned slots = view->config->blocks_per_sm;
    char name[NAME], text[64];
    sm_signal(name, sm, signal);
    for (unsigned slot = 0; slot < slots; slot++) {
        snprintf(text, sizeof text, "sm%u.slot%u.%s", sm, slot, label);
        if (slots * width == 1)
            scord_view_bit(view, name);
        else
            scord_view_slice(view, text, name, slots * width, slot * width, width, NULL);
    }
}

static void sm_scheduler(scord_view_t *view, unsigned sm) {
    assert(sm < view->config->num_sms);
    const unsigned warps = view->config->warps_per_sm;
    char label[64];
    snprintf(label, sizeof label, "issue scheduler of sm%u", sm);
    scord_view_group(view, label);
    sm_bus(view, sm, "issue_policy_i", SCORD_ISSUE_POLICY_WIDTH, "issue_policy");
    sm_bit(view, sm, "issue_valid_i");
    sm_bus(view, sm, "issue_ready_mask_i", warps, NULL);
    sm_bit(view, sm, "issue_pick_valid_o");
    sm_bus(view, sm, "issue_pick_o", SCORD_WARP_WIDTH, NULL);
    sm_bit(view, sm, "u_issue_scheduler.last_valid_q");
    sm_bus(view, sm, "u_issue_scheduler.last_q", SCORD_WARP_WIDTH, NULL);
    sm_bit(view, sm, "is_launch");
    sm_bit(view, sm, "is_arrive");
    sm_bit(view, sm, "is_release");
    slot_slices(view, sm, "waiting (priority)", "u_warp_priority_table.warp_priority_table_q",
                SCORD_PRIORITY_WIDTH);
    slot_slices(view, sm, "warps", "u_issue_scheduler.slot_warps_q", warps);
    slot_slices(view, sm, "last", "u_issue_scheduler.slot_last_q", SCORD_WARP_WIDTH);
    slot_slices(view, sm, "BarrierID", "u_barrier_counters.barrier_counters_q",
                SCORD_BARRIER_ID_WIDTH);
}

void scord_view_scheduler(scord_view_t *view) {
    for (unsigned side = 0; side < sides(view, false); side++)
        sm_scheduler(view, view->focus->sm[side]);
}

/* ---- metadata ---- */

static void lane_metadata(scord_view_t *view, unsigned lane) {
    assert(lane < view->config->lanes);
    const unsigned total = view->config->lanes * SCORD_METADATA_WIDTH;
    char label[64];
    snprintf(label, sizeof label, "lane %u", lane);
    scord_view_group(view, label);
    lane_field(view, "tracked", ACCESSOR "lane_tracked_o", lane, 1, NULL);
    lane_field(view, "failed", ACCESSOR "lane_failed_o", lane, 1, NULL);
    lane_field(view, "tag_miss", ACCESSOR "lane_tag_miss_o", lane, 1, NULL);
    snprintf(label, sizeof label, "entry before, lane %u", lane);
    scord_view_group(view, label);
    snprintf(label, sizeof label, "lane%u.before", lane);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        scord_view_field(view, label, ACCESSOR "lane_metadata_o", total,
                         lane * SCORD_METADATA_WIDTH, &scord_metadata_fields[i]);
    snprintf(label, sizeof label, "entry after, lane %u", lane);
    scord_view_group(view, label);
    snprintf(label, sizeof label, "lane%u.after", lane);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        scord_view_field(view, label, ACCESSOR "lane_metadata_i", total,
                         lane * SCORD_METADATA_WIDTH, &scord_metadata_fields[i]);
}

void scord_view_metadata(scord_view_t *view) {
    const unsigned lines = view->config->metadata_lines;
    scord_view_group(view, "request");
    scord_view_bit(view, ACCESSOR "request_valid_i");
    scord_view_bit(view, ACCESSOR "request_ready_o");
    request_fields(view, "request", ACCESSOR "request_i", ACCESSOR "request_valid_i");
    scord_view_group(view, "line buffer");
    scord_view_bit(view, LINE_BUFFER "lookup_hit_o");
    scord_view_bit(view, LINE_BUFFER "lookup_free_o");
    scord_view_bit(view, LINE_BUFFER "take_i");
    scord_view_bit(view, LINE_BUFFER "request_i");
    scord_view_bit(view, LINE_BUFFER "fill_i");
    scord_view_bit(view, LINE_BUFFER "fill_failed_i");
    scord_view_bit(view, LINE_BUFFER "clean_start_i");
    scord_view_bit(view, LINE_BUFFER "confirm_i");
    scord_view_bus(view, LINE_BUFFER "valid_q", lines, NULL);
    scord_view_bus(view, LINE_BUFFER "recent_q", lines, NULL);
    scord_view_bus(view, LINE_BUFFER "writing_q", lines, NULL);
    for (unsigned lane = 0; lane < view->config->lanes; lane++) lane_metadata(view, lane);
    scord_view_axi(view);
}
