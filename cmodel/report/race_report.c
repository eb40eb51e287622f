/* SPDX-License-Identifier: Apache-2.0 */
/* race_report.c: groups the races of a stream by site. Text: race_print.c, race_words.c; JSON:
 * race_json.c.
 *
 *   stream event ──► scord_race_report_event ──► program map, kernel name, blocks on their slots
 *   retired item ──► scord_race_report_retire ─┬► race: site of {PC, verdict}, new or counted
 *                                              └► access history of the word, by way of its log,
 *                                                 which it takes when a race asks; last block
 *                                                 fences
 *
 * A site stands for all races of one instruction and verdict. Addresses, both sides and the
 * metadata are those of its first race; later races are only counted: by kernel, by launch, by
 * owner.
 *
 * The hardware reports the owner as a block and a warp slot. Its instruction is found in the access
 * history: the last write of that warp to the word when the metadata say Modified, else its last
 * access. History is written when an item retires, not when its event is seen, so that the owner's
 * last access before the race is found even when the device runs behind the stream. For the same
 * reason a slot keeps its last SCORD_SLOT_LAUNCHES blocks: the block of a side is the newest that
 * was launched before the side's event.
 *
 * Invariants
 *   - a race is counted before its access enters the history.
 *   - device_races <= races of a site; launches <= races.
 *   - kernel names are kept once, so sites compare them by address, and outlive their kernel.
 *   - a failed allocation sets out_of_memory; the report then says that it is incomplete.
 *
 * Expensive: a note of each segment; a look-up for each access and word once races ask. Reference:
 * ScoRD, Table IV, for the verdicts; docs/semantics.md section 6 for the definition of the owner.
 */
#include "cmodel/report/race_report.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/detector/fence_file.h"
#include "cmodel/detector/lockset.h"
#include "cmodel/detector/word_threads.h"
#include "cmodel/report/race_facts.h"
#include "cmodel/report/race_site.h"
#include "cmodel/scord_model.h"
#include "cmodel/stream/shared_object.h"

/* ---- kernels and blocks ---- */

/* Kernel names outlive their kernels, because sites point to them; equal names are kept once. */
static char *keep_kernel_name(scord_race_report_t *report, const char *name) {
    for (uint32_t i = 0; i < report->kernel_names_count; i++)
        if (strcmp(report->kernel_names[i], name) == 0) return report->kernel_names[i];
    if (!SCORD_ARRAY_ROOM(report->kernel_names, report->kernel_names_allocated,
                          report->kernel_names_count + 1))
        return NULL;
    char *copy = strdup(name);
    if (copy) report->kernel_names[report->kernel_names_count++] = copy;
    return copy;
}

static bool kernel_begin(scord_race_report_t *report, const scord_event_t *event) {
    const scord_event_kernel_begin_t *kernel = &event->kernel_begin;
    scord_access_history_clear(&report->history); /* D5: metadata is reset */
    scord_access_log_clear(&report->log);
    report->pending.words = 0;
    if (!report->bytes_apart) scord_byte_races_start(&report->bytes);
    memset(report->resident, 0, sizeof report->resident);
    memset(report->block_fence, 0, sizeof report->block_fence);
    scord_meetings_start(&report->meetings);
    if (report->ways_known) scord_warp_ways_start(&report->ways, event->sequence);
    scord_handed_words_start(&report->handed);
    scord_early_start(&report->early);
    report->block_launches = 0;
    report->kernel_number = kernel->kernel;
    memcpy(report->kernel_block, kernel->block, sizeof report->kernel_block);
    report->kernel_name = keep_kernel_name(report, kernel->name ? kernel->name : "");
    return report->kernel_name;
}

static unsigned block_id_of(unsigned sm, unsigned slot) { return sm << SCORD_SLOT_WIDTH | slot; }

static void block_launch(scord_race_report_t *report, const scord_event_t *event) {
    const scord_event_block_launch_t *block = &event->block_launch;
    assert(block_id_of(block->sm, block->slot) < SCORD_BLOCK_IDS);
    scord_resident_t *slot = report->resident[block_id_of(block->sm, block->slot)];
    memmove(&slot[1], &slot[0], (SCORD_SLOT_LAUNCHES - 1) * sizeof slot[0]);
    slot[0] = (scord_resident_t){
        .sequence = event->sequence, .warps = block->warps, .launch = ++report->block_launches};
    memcpy(slot[0].cta, block->cta, sizeof slot[0].cta);
    scord_meetings_launch(&report->meetings, block->sm, block->warps);
    for (uint32_t left = block->warps; left != 0; left &= left - 1)
        scord_early_launch(&report->early, block_id_of(block->sm, block->slot),
                           (unsigned)__builtin_ctz(left));
    if (report->ways_known)
        scord_warp_ways_launch(&report->ways, block_id_of(block->sm, block->slot), block->warps,
                               event->sequence);
}

/* The block in slot `block_id` at the time of event `sequence`, or NULL. */
static const scord_resident_t *resident_at(const scord_race_report_t *report, unsigned block_id,
                                           uint64_t sequence) {
    assert(block_id < SCORD_BLOCK_IDS);
    const scord_resident_t *slot = report->resident[block_id];
    for (unsigned i = 0; i < SCORD_SLOT_LAUNCHES; i++)
        if (slot[i].launch && slot[i].sequence <= sequence) return &slot[i];
    return NULL;
}

/* ---- the two sides ---- */

/* Warps of a block take its warp slots in ascending order (event.h). */
static void name_block(const scord_race_report_t *report, scord_race_side_t *side) {
    const scord_resident_t *resident = resident_at(report, side->block_id, side->sequence);
    if (!resident || !(resident->warps >> side->warp_id & 1)) return;
    assert(side->warp_id < SCORD_MAX_WARPS_PER_SM);
    side->block_known = true;
    memcpy(side->cta, resident->cta, sizeof side->cta);
    const uint32_t below = resident->warps & ((UINT32_C(1) << side->warp_id) - 1);
    side->warp_of_block = (uint32_t)__builtin_popcount(below);
}

static bool lane_touches(const scord_event_access_t *access, unsigned lane, uint64_t address,
                         unsigned bytes) {
    return access->mask >> lane & 1 && address + bytes > access->address[lane] &&
           address < access->address[lane] + access->size;
}

/* The first lane that touches one of BYTES bytes at ADDRESS; 0 when none does. */
static unsigned first_lane(const scord_event_access_t *access, uint64_t address, unsigned bytes) {
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        if (lane_touches(access, lane, address, bytes)) return lane;
    return 0;
}

/* The history keeps single bytes as words of addresses that no access has. */
static uint64_t history_place(const scord_byte_judgement_t *judged, unsigned byte) {
    const uint64_t bytes = UINT64_C(1) << 62; /* addresses have SCORD_ADDRESS_WIDTH bits */
    return judged->by_bytes ? bytes | (judged->item.address + byte) * SCORD_WORD_BYTES
                            : judged->item.address;
}

/* Lane and threadIdx, in a block whose warps are known. */
static void name_thread(const scord_race_report_t *report, unsigned lane, scord_race_side_t *side) {
    const uint32_t *dim = report->kernel_block;
    if (!side->block_known || !dim[0] || !dim[1]) return;
    assert(lane < SCORD_THREADS_PER_WARP);
    const uint32_t thread = side->warp_of_block * SCORD_THREADS_PER_WARP + lane;
    side->thread_known = true;
    side->lane = (uint8_t)lane;
    side->thread[0] = thread % dim[0];
    side->thread[1] = thread / dim[0] % dim[1];
    side->thread[2] = thread / dim[0] / dim[1];
}

static scord_race_side_t access_side(const scord_race_report_t *report, const scord_event_t *event,
                                     const scord_byte_judgement_t *judged) {
    const scord_retire_t *retire = &judged->item;
    scord_race_side_t side = {.known = true,
                              .pc = event->access.pc,
                              .sequence = event->sequence,
                              .block_id = retire->block_id,
                              .warp_id = retire->warp_id};
    name_block(report, &side);
    const unsigned lane = judged->by_bytes
                              ? first_lane(&event->access, retire->address + judged->byte, 1)
                              : first_lane(&event->access, retire->address, SCORD_WORD_BYTES);
    name_thread(report, lane, &side);
    return side;
}

static bool past_of(const scord_race_report_t *report, uint64_t place,
                    const scord_metadata_t *owner, scord_past_warp_t *past) {
    return scord_access_history_find(&report->history, place, owner->block_id, owner->warp_id,
                                     past) &&
           (past->wrote || !owner->modified);
}

/* A write by the owner itself conflicts with those who have read the word since (D11): which flag
 * is set says where they are. Not so for WarpShared data (D42). */
static bool is_after_readers(const scord_retire_t *retire, const scord_metadata_t *before) {
    return before->block_id == retire->block_id && before->warp_id == retire->warp_id &&
           before->blk_shared != before->dev_shared;
}

/* The last of those readers. */
static bool reader_side(const scord_race_report_t *report, const scord_byte_judgement_t *judged,
                        const scord_metadata_t *before, scord_race_side_t *side) {
    const bool same_block = !before->dev_shared;
    scord_past_warp_t past;
    const bool of_byte =
        scord_access_history_other(&report->history, history_place(judged, judged->byte),
                                   before->block_id, before->warp_id, same_block, &past);
    if (!of_byte &&
        !(judged->by_bytes &&
          scord_access_history_other(&report->history, judged->item.address, before->block_id,
                                     before->warp_id, same_block, &past)))
        return false;
    *side = (scord_race_side_t){.known = true,
                                .pc = past.access_pc,
                                .sequence = past.access_sequence,
                                .block_id = past.block_id,
                                .warp_id = past.warp_id};
    name_block(report, side);
    name_thread(report, past.access_lane, side);
    return true;
}

/* The owner's last write when the data is modified, else its last access. Of the byte; of the word
 * if the owner has not touched the byte since the word's bytes are told apart. */
static scord_race_side_t owner_side(const scord_race_report_t *report, const scord_event_t *event,
                                    const scord_byte_judgement_t *judged,
                                    const scord_metadata_t *before) {
    scord_race_side_t side = {
        .block_id = before->block_id, .warp_id = before->warp_id, .sequence = event->sequence};
    if (is_after_readers(&judged->item, before) && reader_side(report, judged, before, &side))
        return side;
    scord_past_warp_t past;
    if (past_of(report, history_place(judged, judged->byte), before, &past) ||
        (judged->by_bytes && past_of(report, judged->item.address, before, &past))) {
        side.known = true;
        side.pc = before->modified ? past.write_pc : past.access_pc;
        side.sequence = before->modified ? past.write_sequence : past.access_sequence;
    }
    name_block(report, &side);
    if (side.known)
        name_thread(report, before->modified ? past.write_lane : past.access_lane, &side);
    return side;
}

/* D76 to D78: the earlier access that was found. */
static scord_race_side_t apart_side(const scord_race_report_t *report) {
    const scord_past_warp_t *past = &report->apart.past;
    const bool reads = report->apart.past_reads;
    scord_race_side_t side = {.known = true,
                              .pc = reads ? past->access_pc : past->write_pc,
                              .sequence = reads ? past->access_sequence : past->write_sequence,
                              .block_id = past->block_id,
                              .warp_id = past->warp_id};
    name_block(report, &side);
    name_thread(report, reads ? past->access_lane : past->write_lane, &side);
    return side;
}

/* D72: the other side is the same instruction, another of its lanes. */
static scord_race_side_t other_lane_side(const scord_race_report_t *report,
                                         const scord_event_t *event,
                                         const scord_byte_judgement_t *judged) {
    const scord_event_access_t *access = &event->access;
    const uint64_t word = judged->item.address / SCORD_WORD_BYTES;
    scord_race_side_t side = access_side(report, event, judged);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        for (unsigned i = 0; i < SCORD_ACCESS_WORDS; i++)
            if (access->differ[i] >> lane & 1 &&
                access->address[lane] / SCORD_WORD_BYTES + i == word)
                name_thread(report, lane, &side); /* the last of them */
    return side;
}

/* ---- sites ---- */

static uint64_t site_key(uint32_t pc, unsigned verdict) {
    assert(verdict < SCORD_VERDICT_COUNT);
    return (uint64_t)pc << SCORD_VERDICT_WIDTH | verdict;
}

static scord_race_site_t *find_site(scord_race_report_t *report, uint32_t pc, unsigned verdict) {
    const uint32_t index = scord_index_map_find(&report->site_of, site_key(pc, verdict));
    if (index == SCORD_INDEX_NONE) return NULL;
    assert(index < report->sites && report->site[index].pc == pc &&
           report->site[index].verdict == (scord_verdict_t)verdict);
    return &report->site[index];
}

/* A new site, empty; NULL: no memory. */
static scord_race_site_t *add_site(scord_race_report_t *report, uint32_t pc, unsigned verdict) {
    if (!SCORD_ARRAY_ROOM(report->site, report->sites_allocated, report->sites + 1) ||
        !scord_index_map_add(&report->site_of, site_key(pc, verdict), report->sites))
        return NULL;
    scord_race_site_t *site = &report->site[report->sites++];
    *site = (scord_race_site_t){.pc = pc, .verdict = (scord_verdict_t)verdict};
    return site;
}

/* "shared memory of block (3,0,0), tile": only the access gives the block (D52). */
static char *shared_name(const scord_object_t *object, const scord_race_side_t *side) {
    const char *variable = scord_shared_variable(object->name);
    char *name = NULL, block[64] = "";
    if (side->block_known)
        snprintf(block, sizeof block, " of block (%u,%u,%u)", side->cta[0], side->cta[1],
                 side->cta[2]);
    if (asprintf(&name, SCORD_SHARED_OBJECT "%s%s%s", block, *variable ? ", " : "", variable) < 0)
        return NULL;
    return name;
}

static void name_object(scord_race_report_t *report, scord_race_site_t *site) {
    const uint64_t sequence = site->access.sequence;
    const scord_object_t *object = scord_program_map_object_at(&report->program, site->address,
                                                               sequence);
    if (!object) return;
    const scord_object_t *segment = scord_is_shared_object(object->name)
                                        ? scord_program_map_segment_at(&report->program,
                                                                       site->address, sequence)
                                        : NULL;
    site->shared = segment;
    site->shared_offset = segment ? site->address - segment->address : 0;
    site->object = segment ? shared_name(object, &site->access) : strdup(object->name);
    site->object_offset = site->address - object->address;
    if (!site->object) report->out_of_memory = true;
}

/* A block fence that the owner executed between its access and the race: the usual case of a scope
 * that is too narrow (Figure 3). */
static void find_owner_fence(const scord_race_report_t *report, scord_race_site_t *site) {
    const scord_race_side_t *owner = &site->owner;
    const unsigned index = scord_fence_file_index(owner->block_id, owner->warp_id);
    assert(index < SCORD_WARP_INDICES);
    const scord_last_fence_t *fence = &report->block_fence[index];
    if (owner->known && fence->known && fence->sequence > owner->sequence)
        site->owner_block_fence = *fence;
}

/* What a warp has done to a word until now. */
static void tell_past(const scord_race_report_t *report, const scord_watched_word_t *word,
                      scord_watched_warp_t *warp) {
    scord_past_warp_t past;
    if (!scord_access_history_find(&report->history, word->address, warp->block_id, warp->warp_id,
                                   &past))
        return;
    const uint32_t pc[] = {past.write_pc, past.access_pc};
    const uint64_t sequence[] = {past.write_sequence, past.access_sequence};
    for (unsigned i = past.wrote ? 0 : 1; i < 2; i++) {
        const scord_instruction_t *at = scord_program_map_instruction(&report->program, pc[i]);
        if (at && at->seen && !at->is_fence &&
            scord_meetings_in_phase(&report->meetings, word, sequence[i]))
            scord_watched_warp_did(warp, at->op, pc[i]);
    }
}

/* The race's own access follows when it enters the history. */
static void find_meeting(scord_race_report_t *report, const scord_event_t *event,
                         scord_race_site_t *site) {
    if (!site->owner.known) return;
    site->signalled = scord_meetings_signalled(&report->meetings, site->address, &site->owner,
                                               &site->access);
    site->guarded = event->access.op == SCORD_OP_LOAD && !scord_race_in_one_warp(site) &&
                    scord_meetings_guarded(&report->meetings, site->address, &site->owner,
                                           &site->access);
    site->observed = report->ways_known && site->verdict == SCORD_VERDICT_NOT_STRONG &&
                     !scord_race_in_one_warp(site) && !scord_race_access_is_strong(site) &&
                     scord_meetings_signals(&report->meetings, site->address, &site->owner) &&
                     scord_warp_ways_apart(&report->ways, site->owner.block_id, site->owner.warp_id,
                                           site->owner.sequence, site->access.block_id,
                                           site->access.warp_id) == SCORD_APART_NOT;
    site->owner_without_lock = scord_meetings_without_lock(&report->meetings, &site->owner);
    if (scord_race_in_one_warp(site)) return; /* warps are watched, not threads */
    scord_watched_word_t *word = scord_meetings_watch(&report->meetings, site->address,
                                                      (uint32_t)(site - report->site), &site->owner,
                                                      &site->access);
    for (unsigned i = 0; word && i < 2; i++) tell_past(report, word, &word->warp[i]);
}

static void describe_first(scord_race_report_t *report, const scord_event_t *event,
                           const scord_byte_judgement_t *judged, const scord_race_side_t *owner,
                           scord_race_site_t *site) {
    const scord_retire_t *retire = &judged->item;
    site->first_launch = report->kernel_number;
    site->address = retire->address;
    site->metadata_before = retire->metadata_before;
    site->metadata_after = retire->metadata_after;
    site->access = access_side(report, event, judged);
    name_object(report, site);
    site->owner = *owner;
    const scord_metadata_t before = scord_metadata_from_bits(retire->metadata_before);
    site->apart = report->apart.why;
    site->early_lock = report->apart.lock_pc;
    site->after_readers = site->apart == SCORD_APART_NOT && is_after_readers(retire, &before);
    find_owner_fence(report, site);
    find_meeting(report, event, site);
}

/* Kernel names are interned, so comparing addresses is enough. */
static void count_kernel(const scord_race_report_t *report, scord_race_site_t *site) {
    assert(site->kernel_count <= SCORD_SITE_KERNELS);
    unsigned i = 0;
    while (i < site->kernel_count && site->kernels[i].name != report->kernel_name) i++;
    if (i == SCORD_SITE_KERNELS) {
        site->other_kernels++;
        return;
    }
    scord_site_kernel_t *kernel = &site->kernels[i];
    if (i == site->kernel_count) {
        site->kernel_count++;
        *kernel = (scord_site_kernel_t){.name = report->kernel_name,
                                        .first_launch = report->kernel_number};
    }
    if (kernel->races == 0 || kernel->last_launch != report->kernel_number) kernel->launches++;
    kernel->last_launch = report->kernel_number;
    kernel->races++;
}

static void count_owner(scord_race_site_t *site, const scord_race_side_t *owner) {
    if (!owner->known) {
        site->owner_unknown++;
        return;
    }
    assert(site->owner_count <= SCORD_SITE_OWNERS);
    for (unsigned i = 0; i < site->owner_count; i++) {
        if (site->owners[i].pc == owner->pc) {
            site->owners[i].races++;
            return;
        }
    }
    if (site->owner_count < SCORD_SITE_OWNERS)
        site->owners[site->owner_count++] = (scord_site_owner_t){.pc = owner->pc, .races = 1};
}

static void add_race(scord_race_report_t *report, const scord_event_t *event,
                     const scord_byte_judgement_t *judged) {
    const scord_retire_t *retire = &judged->item;
    report->races++;
    if (!scord_access_log_settle(&report->log, &report->history)) report->out_of_memory = true;
    const scord_metadata_t before = scord_metadata_from_bits(retire->metadata_before);
    const scord_race_side_t owner = report->apart.why != SCORD_APART_NOT ? apart_side(report)
                                    : retire->verdict == SCORD_VERDICT_LANES_DIFFER
                                        ? other_lane_side(report, event, judged)
                                        : owner_side(report, event, judged, &before);
    scord_race_site_t *site = find_site(report, event->access.pc, retire->verdict);
    if (!site) {
        site = add_site(report, event->access.pc, retire->verdict);
        if (!site) {
            report->out_of_memory = true;
            return;
        }
        describe_first(report, event, judged, &owner, site);
    }
    if (site->races == 0 || site->last_launch != report->kernel_number) site->launches++;
    site->last_launch = report->kernel_number;
    count_kernel(report, site);
    site->races++;
    site->device_races += retire->scope != SCORD_SCOPE_BLOCK;
    count_owner(site, &owner);
    assert(site->device_races <= site->races && site->launches <= site->races);
}

/* ---- findings ---- */

static char *object_name(const scord_object_t *object, const scord_race_side_t *who) {
    return scord_is_shared_object(object->name) ? shared_name(object, who) : strdup(object->name);
}

/* Whose it is, and what memory. */
static void describe_finding(scord_race_report_t *report, const scord_event_t *event,
                             scord_finding_site_t *site) {
    const scord_event_finding_t *finding = &event->finding;
    const bool host = finding->pc >= SCORD_HOST_PC;
    site->kernel = host ? "" : report->kernel_name;
    site->who = (scord_race_side_t){.known = true,
                                    .pc = finding->pc,
                                    .sequence = event->sequence,
                                    .block_id = (uint8_t)block_id_of(finding->sm, finding->slot),
                                    .warp_id = finding->warp};
    if (!host) name_block(report, &site->who);
    if (!host) name_thread(report, (unsigned)__builtin_ctz(finding->mask), &site->who);
    const scord_object_t *object =
        finding->address == 0
            ? NULL
            : scord_program_map_object_at(&report->program, finding->address, event->sequence);
    if (!object) return;
    site->object = object_name(object, &site->who);
    site->object_offset = finding->address - object->address;
    if (!site->object) report->out_of_memory = true;
}

static void add_finding(scord_race_report_t *report, const scord_event_t *event) {
    scord_finding_site_t *first;
    if (!scord_findings_add(&report->findings, event, report->kernel_number, &first))
        report->out_of_memory = true;
    else if (first)
        describe_finding(report, event, first);
}

/* ---- public ---- */

scord_race_report_t *scord_race_report_create(const scord_config_t *config) {
    scord_race_report_t *report = calloc(1, sizeof *report);
    if (!report) return NULL;
    report->acquire_release = config->acquire_release != 0;
    report->configuration = strdup(config->name ? config->name : "");
    report->kernel_name = keep_kernel_name(report, "");
    if (!report->configuration || !report->kernel_name) {
        scord_race_report_destroy(report);
        return NULL;
    }
    return report;
}

void scord_race_report_destroy(scord_race_report_t *report) {
    if (!report) return;
    for (uint32_t i = 0; i < report->sites; i++) free(report->site[i].object);
    for (uint32_t i = 0; i < report->kernel_names_count; i++) free(report->kernel_names[i]);
    free(report->configuration);
    free(report->site);
    free(report->kernel_names);
    scord_index_map_destroy(&report->site_of);
    scord_access_history_destroy(&report->history);
    scord_access_log_destroy(&report->log);
    scord_byte_races_destroy(&report->bytes);
    scord_warp_ways_destroy(&report->ways);
    scord_handed_words_destroy(&report->handed);
    scord_findings_destroy(&report->findings);
    scord_program_map_destroy(&report->program);
    free(report);
}

static void arrive(scord_race_report_t *report, const scord_event_t *event) {
    report->arrival = event->warp;
    report->arrived = event->sequence;
    scord_early_fence(&report->early, block_id_of(event->warp.sm, event->warp.slot),
                      event->warp.warp);
    scord_warp_ways_arrive(&report->ways, block_id_of(event->warp.sm, event->warp.slot),
                           event->warp.warp, event->sequence);
}

/* The location of an arrival right behind it: the warp does not wait there. */
static void go_on(scord_race_report_t *report, const scord_event_t *event) {
    const scord_event_warp_t *arrival = &report->arrival;
    if (report->arrived != 0 && report->arrived + 1 == event->sequence &&
        arrival->pc == event->location.pc)
        scord_warp_ways_goes_on(&report->ways, block_id_of(arrival->sm, arrival->slot),
                                arrival->warp);
}

int scord_race_report_event(scord_race_report_t *report, const scord_event_t *event) {
    bool remembered = scord_program_map_event(&report->program, event);
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
        remembered = kernel_begin(report, event) && remembered;
    else if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH)
        block_launch(report, event);
    else if (event->kind == SCORD_EVENT_KIND_FINDING)
        add_finding(report, event);
    else if (event->kind == SCORD_EVENT_KIND_BARRIER_ARRIVE && report->ways_known)
        arrive(report, event);
    else if (event->kind == SCORD_EVENT_KIND_LOCATION && report->ways_known)
        go_on(report, event);
    else if (event->kind == SCORD_EVENT_KIND_ACCESS && report->ways_known)
        scord_warp_ways_goes_on(&report->ways, block_id_of(event->access.sm, event->access.slot),
                                event->access.warp);
    else if (event->kind == SCORD_EVENT_KIND_RECONVERGE && report->ways_known)
        scord_warp_ways_lanes_meet(&report->ways, block_id_of(event->warp.sm, event->warp.slot),
                                   event->warp.warp, event->sequence);
    else if (event->kind == SCORD_EVENT_KIND_WARP_EXIT && report->ways_known)
        scord_warp_ways_exit(&report->ways, block_id_of(event->warp.sm, event->warp.slot),
                             event->warp.warp);
    else if (event->kind == SCORD_EVENT_KIND_BARRIER_RELEASE && report->ways_known)
        scord_warp_ways_barrier(&report->ways, block_id_of(event->warp.sm, event->warp.slot),
                                event->sequence);
    if (event->kind == SCORD_EVENT_KIND_BARRIER_RELEASE)
        scord_meetings_barrier(&report->meetings,
                               (uint8_t)block_id_of(event->warp.sm, event->warp.slot),
                               event->sequence);
    if (!remembered) report->out_of_memory = true;
    return report->out_of_memory ? -1 : 0;
}

static void retire_fence(scord_race_report_t *report, const scord_event_t *event,
                         const scord_retire_t *retire) {
    if (retire->scope != SCORD_SCOPE_BLOCK) return;
    const unsigned index = scord_fence_file_index(retire->block_id, retire->warp_id);
    assert(index < SCORD_WARP_INDICES);
    report->block_fence[index] =
        (scord_last_fence_t){.known = true, .pc = event->fence.pc, .sequence = event->sequence};
}

static void add_to_history(scord_race_report_t *report, const scord_event_t *event,
                           const scord_retire_t *retire, uint64_t place, unsigned lane) {
    if (!scord_access_log_word(&report->log, &report->history, place, retire->block_id,
                               retire->warp_id, event->sequence, event->access.pc, lane,
                               event->access.op != SCORD_OP_LOAD))
        report->out_of_memory = true;
}

/* The pending words enter the history, all at once. */
static void remember_pending(scord_race_report_t *report) {
    if (report->pending.words &&
        !scord_access_log_segment(&report->log, &report->history, &report->pending))
        report->out_of_memory = true;
    report->pending.words = 0;
}

/* No word of this segment is known yet. */
static void start_pending(scord_race_report_t *report, const scord_event_t *event,
                          const scord_sm_event_t *lowered, const scord_retire_t *retire) {
    const scord_event_access_t *access = &event->access;
    scord_past_segment_t *pending = &report->pending;
    scord_meetings_access(&report->meetings, event, retire->block_id, retire->warp_id);
    pending->address = retire->address / SCORD_SEGMENT_BYTES * SCORD_SEGMENT_BYTES;
    pending->sequence = event->sequence;
    pending->pc = access->pc;
    pending->block_id = retire->block_id;
    pending->warp_id = retire->warp_id;
    pending->size = access->size;
    pending->write = access->op != SCORD_OP_LOAD;
    pending->changes_nothing = scord_access_changes_nothing(access);
    pending->follow = false;
    if (lowered && (lowered->mask & (lowered->mask - 1)) == 0) { /* one word: its only lanes */
        const unsigned word = (unsigned)__builtin_ctz(lowered->mask);
        pending->first[word] = (uint8_t)SCORD_WORD_THREAD(lowered, word);
        return;
    }
    unsigned lane_of_0;
    if (lowered && access->size >= SCORD_WORD_BYTES &&
        SCORD_WORD_THREADS_FOLLOW(lowered, lowered->mask,
                                  (unsigned)__builtin_ctz(access->size / SCORD_WORD_BYTES),
                                  &lane_of_0)) {
        pending->follow = true;
        pending->lane_of_0 = (uint8_t)lane_of_0;
        return;
    }
    if (lowered) {
        SCORD_WORD_THREADS(lowered, pending->first);
        return;
    }
    for (unsigned lane = SCORD_THREADS_PER_WARP; lane-- > 0;) {
        const uint64_t first = access->address[lane] - pending->address; /* wraps if it is below */
        if (!(access->mask >> lane & 1) || first >= SCORD_SEGMENT_BYTES) continue;
        for (unsigned at = 0; at < access->size; at += SCORD_WORD_BYTES)
            pending->first[(first + at) / SCORD_WORD_BYTES] = (uint8_t)lane;
    }
}

/* A watched word is accessed: what its sites know. */
static void meet(scord_race_report_t *report, const scord_event_t *event,
                 const scord_retire_t *retire) {
    scord_meetings_t *meetings = &report->meetings;
    for (unsigned i = 0;; i++) {
        i = scord_meetings_find(meetings, retire->address, retire->block_id, retire->warp_id, i);
        if (i == SCORD_WATCHED_WORDS) return;
        const uint32_t site = meetings->watched[i].site, before = meetings->watched_count;
        assert(site < report->sites);
        scord_meetings_word(meetings, i, event, retire->block_id, retire->warp_id,
                            &report->site[site].meeting);
        if (meetings->watched_count < before) i--; /* another word has its place */
    }
}

/* The words of a segment follow each other. They wait for the last one, so that the history takes
 * them at once; until then none is looked up, since an access does not race with itself. */
static void remember_word(scord_race_report_t *report, const scord_event_t *event,
                          const scord_sm_event_t *lowered, const scord_retire_t *retire) {
    if (report->meetings.watched_count) meet(report, event, retire);
    const uint64_t place = retire->address - report->pending.address;
    if (!report->pending.words || report->pending.sequence != event->sequence ||
        place >= SCORD_SEGMENT_BYTES) {
        remember_pending(report);
        start_pending(report, event, lowered, retire);
    }
    report->pending.words |= UINT32_C(1)
                             << retire->address % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES;
}

enum { NO_LANE = SCORD_THREADS_PER_WARP };
_Static_assert(SCORD_WORD_BYTES == 4, "remember_access has a lane for each byte");

static void remember_access(scord_race_report_t *report, const scord_event_t *event,
                            const scord_sm_event_t *lowered, const scord_byte_judgement_t *judged) {
    const scord_event_access_t *access = &event->access;
    const scord_retire_t *retire = &judged->item;
    remember_word(report, event, lowered, retire);
    if (!judged->by_bytes) return;
    uint8_t lane_of[SCORD_WORD_BYTES] = {NO_LANE, NO_LANE, NO_LANE, NO_LANE};
    for (uint32_t rest = scord_lanes_on_word(access, retire->address); rest;) {
        const unsigned lane = 31 - (unsigned)__builtin_clz(rest);
        rest &= ~(UINT32_C(1) << lane);
        for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
            if (lane_touches(access, lane, retire->address + byte, 1))
                lane_of[byte] = (uint8_t)lane;
    }
    for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
        if (lane_of[byte] != NO_LANE)
            add_to_history(report, event, retire, history_place(judged, byte), lane_of[byte]);
}

static void retire_access(scord_race_report_t *report, const scord_event_t *event,
                          const scord_sm_event_t *lowered, const scord_byte_judgement_t *judged) {
    if (judged->item.path == SCORD_PATH_UNTRACKED) return;
    if (judged->item.path ==
        SCORD_PATH_NOT_PERFORMED) { /* D27: no verdict; the metadata are unchanged */
        report->not_performed++;
        return;
    }
    if (report->pending.sequence != event->sequence) remember_pending(report);
    if (scord_verdict_is_race(judged->item.verdict))
        add_race(report, event, judged); /* before this access enters the history */
    remember_access(report, event, lowered, judged);
}

void scord_race_report_retire(void *context, const scord_event_t *event,
                              const scord_retire_t *retire) {
    scord_race_report_t *report = context;
    const scord_byte_judgement_t as_it_is = {.item = *retire};
    if (retire->kind == SCORD_REQUEST_KIND_FENCE)
        retire_fence(report, event, retire);
    else
        retire_access(report, event, NULL, &as_it_is);
}

void scord_race_settle(scord_race_report_t *report, uint64_t sequence) {
    if (report->pending.sequence != sequence) remember_pending(report);
    if (!scord_access_log_settle(&report->log, &report->history)) report->out_of_memory = true;
}

/* What reads behind a race has read what its owner has written: a plain flag is reported, and what
 * it guards is not. */
static void join_raced(scord_race_report_t *report, const scord_event_t *event,
                       const scord_retire_t *item) {
    const scord_metadata_t owner = scord_metadata_from_bits(item->metadata_before);
    if (event->access.op != SCORD_OP_STORE && owner.modified)
        scord_warp_ways_join(&report->ways, owner.block_id, owner.warp_id, item->block_id,
                             item->warp_id);
}

/* A clean word or byte: is it a race all the same (D76 to D78)? Then it is counted. */
static bool judge_apart(scord_race_report_t *report, const scord_event_t *event,
                        const scord_sm_event_t *lowered, scord_byte_judgement_t *judged) {
    scord_retire_t *item = &judged->item;
    report->apart = scord_race_find_apart(report, event, item, history_place(judged, judged->byte));
    if (report->apart.why == SCORD_APART_NOT) return false;
    const bool one_block = report->apart.past.block_id == item->block_id;
    item->verdict = one_block ? SCORD_VERDICT_MISSING_BLOCK_FENCE
                              : SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (report->apart.why == SCORD_APART_EARLY)
        item->verdict = event->access.op == SCORD_OP_LOAD ? SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD
                                                          : SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE;
    item->scope = one_block ? SCORD_SCOPE_BLOCK : SCORD_SCOPE_DEVICE;
    report->apart_sequence = event->sequence;
    retire_access(report, event, lowered, judged);
    report->apart.why = SCORD_APART_NOT;
    return true;
}

/* The same of each byte that the access touches; the first race is the word's. */
static bool judge_bytes_apart(scord_race_report_t *report, const scord_event_t *event,
                              const scord_sm_event_t *lowered, scord_byte_judgement_t *judged) {
    for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++) {
        if (!judged->bytes[byte].touched) continue;
        scord_byte_judgement_t of_byte = *judged;
        of_byte.byte = byte;
        of_byte.item.path = judged->bytes[byte].path;
        of_byte.item.metadata_before = judged->bytes[byte].before;
        of_byte.item.metadata_after = judged->bytes[byte].after;
        if (!judge_apart(report, event, lowered, &of_byte)) continue;
        *judged = of_byte;
        return true;
    }
    return false;
}

/* Weak data that their owner has written under a lock, read by a warp that holds none: the entry
 * has no number of a release, as locks need its room (D62), and rule 6 asks for strong accesses.
 * Whether the two are ordered the clocks say, by acquiring loads and fences (D68). */
static bool is_ordered_behind_lock(scord_race_report_t *report, const scord_event_t *event,
                                   const scord_byte_judgement_t *judged) {
    const scord_retire_t *item = &judged->item;
    const scord_metadata_t before = scord_metadata_from_bits(item->metadata_before),
                           after = scord_metadata_from_bits(item->metadata_after);
    scord_past_warp_t past;
    if (!report->ways_known || item->verdict != SCORD_VERDICT_NOT_STRONG ||
        !scord_access_is_weak(&event->access) || scord_lockset_empty(before.lock_bloom) ||
        !scord_lockset_empty(after.lock_bloom))
        return false;
    scord_race_settle(report, report->ways.taken);
    return past_of(report, history_place(judged, judged->byte), &before, &past) &&
           scord_warp_clocks_fenced(&report->ways.clocks, past.block_id, past.warp_id,
                                    before.modified ? past.write_lane : past.access_lane,
                                    before.modified ? past.write_sequence : past.access_sequence,
                                    item->block_id, item->warp_id);
}

/* A compare-and-swap that fails only reads, and does not conflict with other reads (D79): this
 * access, whose owner has not written, or the owner's, which a weak load meets. Whether somebody
 * else has written the access history knows. */
static bool is_beside_failed_swap(scord_race_report_t *report, const scord_event_t *event,
                                  const scord_byte_judgement_t *judged) {
    const scord_retire_t *item = &judged->item;
    const scord_event_access_t *access = &event->access;
    const scord_metadata_t before = scord_metadata_from_bits(item->metadata_before);
    const bool own = before.block_id == item->block_id && before.warp_id == item->warp_id;
    scord_past_warp_t past;
    if (!report->ways_known || item->kind != SCORD_REQUEST_KIND_ACCESS ||
        !scord_verdict_is_race(item->verdict))
        return false;
    if (access->op == SCORD_OP_ATOMIC)
        return access->atomic_kind == SCORD_ATOMIC_KIND_CAS && (own || !before.modified) &&
               scord_access_changes_nothing(access);
    if (access->op != SCORD_OP_LOAD || own || !before.modified || !before.is_atom) return false;
    const uint64_t place = history_place(judged, judged->byte);
    scord_race_settle(report, report->ways.taken);
    return past_of(report, place, &before, &past) && scord_race_failed_swaps(report, &past) &&
           !scord_race_others_wrote(report, item, place);
}

/* ---- items, in two halves ---- */

void scord_race_report_bytes_apart(scord_race_report_t *report) { report->bytes_apart = true; }

void scord_race_report_bytes_event(scord_race_report_t *report, const scord_event_t *event) {
    assert(report->bytes_apart);
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) scord_byte_races_start(&report->bytes);
}

bool scord_race_report_by_words(const scord_race_report_t *report, const scord_event_t *event,
                                uint64_t address) {
    return !scord_byte_races_concern(&report->bytes, event, address);
}

bool scord_race_report_is_plain(const scord_race_report_t *report, const scord_event_t *event,
                                const scord_retire_t *retire) {
    return retire->kind == SCORD_REQUEST_KIND_ACCESS && retire->verdict == SCORD_VERDICT_CLEAN &&
           scord_race_report_by_words(report, event, retire->address);
}

void scord_race_report_judge_bytes(scord_race_report_t *report, const scord_model_t *model,
                                   const scord_event_t *event, const scord_retire_t *retire,
                                   scord_judged_bytes_t *judged) {
    judged->no_memory = !scord_byte_races_judge(&report->bytes, model, event, retire,
                                                &judged->item);
    judged->by_wrap = model && scord_model_race_by_wrap(model);
}

/* What the item tells of its warp, before it is judged (D77, D82). */
static void warp_retires(scord_race_report_t *report, const scord_event_t *event, unsigned block_id,
                         unsigned warp_id) {
    if (!report->ways_known) return;
    scord_warp_ways_retire(&report->ways, event, block_id, warp_id);
    if (event->kind == SCORD_EVENT_KIND_FENCE)
        scord_early_fence(&report->early, block_id, warp_id);
    else
        scord_early_access(&report->early, event, block_id, warp_id);
}

void scord_race_report_judge_plain(scord_race_report_t *report, const scord_event_t *event,
                                   const scord_sm_event_t *lowered, const scord_retire_t *retire,
                                   scord_retire_t *judged) {
    warp_retires(report, event, retire->block_id, retire->warp_id);
    *judged = *retire;
    scord_byte_judgement_t by_word = {.item = *retire};
    if (report->ways_known && judge_apart(report, event, lowered, &by_word))
        *judged = by_word.item;
    else if (retire->path != SCORD_PATH_UNTRACKED)
        remember_word(report, event, lowered, retire);
}

void scord_race_report_judge_rest(scord_race_report_t *report, const scord_event_t *event,
                                  const scord_sm_event_t *lowered,
                                  const scord_judged_bytes_t *by_bytes, scord_retire_t *judged) {
    scord_byte_judgement_t item = by_bytes->item;
    const unsigned block_id = item.item.block_id, warp_id = item.item.warp_id;
    warp_retires(report, event, block_id, warp_id);
    if (by_bytes->no_memory) report->out_of_memory = true;
    if (is_ordered_behind_lock(report, event, &item) || is_beside_failed_swap(report, event, &item))
        item.item.verdict = SCORD_VERDICT_CLEAN;
    if (scord_verdict_is_race(item.item.verdict) && by_bytes->by_wrap) {
        item.item.verdict = SCORD_VERDICT_CLEAN;
        report->wrapped_races++;
    }
    if (report->ways_known && item.item.kind == SCORD_REQUEST_KIND_ACCESS &&
        item.item.verdict == SCORD_VERDICT_CLEAN &&
        (item.by_bytes ? judge_bytes_apart(report, event, lowered, &item)
                       : judge_apart(report, event, lowered, &item))) {
        *judged = item.item;
        return;
    }
    if (report->ways_known && scord_verdict_is_race(item.item.verdict))
        join_raced(report, event, &item.item);
    *judged = item.item;
    if (item.item.verdict == SCORD_VERDICT_LANES_DIFFER) {
        item.item.verdict = SCORD_VERDICT_CLEAN;
        report->lanes_checks++;
    }
    if (item.item.kind == SCORD_REQUEST_KIND_FENCE)
        retire_fence(report, event, &item.item);
    else
        retire_access(report, event, lowered, &item);
}

void scord_race_report_judge(scord_race_report_t *report, const scord_model_t *model,
                             const scord_event_t *event, const scord_sm_event_t *lowered,
                             const scord_retire_t *retire, scord_retire_t *judged) {
    scord_judged_bytes_t by_bytes;
    if (scord_race_report_is_plain(report, event, retire)) { /* most words of most programs */
        scord_race_report_judge_plain(report, event, lowered, retire, judged);
        return;
    }
    scord_race_report_judge_bytes(report, model, event, retire, &by_bytes);
    scord_race_report_judge_rest(report, event, lowered, &by_bytes, judged);
}

bool scord_race_report_takes_alike(const scord_race_report_t *report, const scord_event_t *event) {
    return report->meetings.watched_count == 0 && report->apart_sequence != event->sequence &&
           report->handed.asked != event->sequence && report->pending.sequence == event->sequence;
}

void scord_race_report_alike(scord_race_report_t *report, const scord_event_t *event,
                             const scord_retire_t *retire, uint32_t words) {
    assert(scord_race_report_takes_alike(report, event) &&
           report->pending.sequence == event->sequence && report->pending.words &&
           retire->address - report->pending.address < SCORD_SEGMENT_BYTES);
    (void)event;
    (void)retire;
    report->pending.words |= words;
}

void scord_race_report_approximate(scord_race_report_t *report, scord_approximation_t approximation,
                                   uint64_t count) {
    assert((unsigned)approximation < SCORD_APPROXIMATIONS);
    report->told.count[approximation] = count;
}

scord_approximations_t scord_race_report_approximations(const scord_race_report_t *report) {
    scord_approximations_t acted = report->told;
    acted.count[SCORD_NOT_PERFORMED] = report->not_performed;
    acted.count[SCORD_WRAPPED_RACES] = report->wrapped_races;
    acted.count[SCORD_DIFFERENT_BYTES] = report->bytes.different_bytes;
    acted.count[SCORD_ONLY_BYTES] = report->bytes.only_bytes;
    acted.count[SCORD_BYTES_WITHOUT_ROOM] = report->bytes.without_room;
    acted.count[SCORD_ORDERS_WITHOUT_ROOM] = report->ways.clocks.without_room +
                                             report->handed.without_room;
    return acted;
}

void scord_race_report_expect_all(scord_race_report_t *report) {
    report->ways_known = report->acquire_release;
}

void scord_race_report_leave_out_races(scord_race_report_t *report) {
    report->no_races_wanted = true;
}

uint64_t scord_race_report_findings(const scord_race_report_t *report) {
    uint32_t sites;
    return scord_findings_count(&report->findings, SCORD_SEVERITY_FINDING, SCORD_FINDING_KINDS,
                                &sites);
}

uint64_t scord_race_report_lanes_checks(const scord_race_report_t *report) {
    return report->lanes_checks;
}

unsigned scord_race_report_sites(const scord_race_report_t *report) { return report->sites; }

uint64_t scord_race_report_races(const scord_race_report_t *report) { return report->races; }

uint64_t scord_race_report_new_races(const scord_race_report_t *report) {
    return report->races - scord_race_report_known(report, SCORD_KNOWN_SUPPRESSED).races -
           scord_race_report_known(report, SCORD_KNOWN_BASELINE).races;
}

static bool has_line(const scord_race_report_t *report, uint32_t pc) {
    const scord_instruction_t *at = scord_program_map_instruction(&report->program, pc);
    return at && at->file && at->line;
}

unsigned scord_race_report_without_line(const scord_race_report_t *report) {
    const scord_findings_t *findings = &report->findings;
    unsigned count = 0;
    for (uint32_t i = 0; i < report->sites; i++)
        count += !has_line(report, report->site[i].pc) ||
                 (report->site[i].owner.known && !has_line(report, report->site[i].owner.pc));
    for (uint32_t i = 0; i < findings->sites; i++)
        count += !has_line(report, findings->site[i].pc) ||
                 (findings->site[i].other_mask && !has_line(report, findings->site[i].other_pc));
    return count;
}

uint64_t scord_race_report_not_performed(const scord_race_report_t *report) {
    return report->not_performed;
}
