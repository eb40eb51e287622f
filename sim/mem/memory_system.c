/* SPDX-License-Identifier: Apache-2.0 */
/* memory_system.c: the hierarchy composed, and its clock (memory_system.h).
 *
 *     SM: L1 ──► requests ──────► slice: pipeline ─► L2 ─► DRAM channel
 *      ▲ │       (crossbar)         ▲       │
 *      │ └─► feed ─► detector bank ─┴ metadata link
 *      └──────── replies ◄──────────────────┘
 *
 * A cycle runs from the memory's side to the SMs' side: detector and its feeds, packets into
 * slices, DRAM, slices and their answers, then both networks. The output of a part is visible to
 * the next one in a later cycle (packets carry the cycle `ready`).
 *
 * Nothing is dropped: every queue is bounded, and a sender without room tries again, back to the
 * load/store unit, which counts the reason (stall_*). memory_system_access therefore checks every
 * resource that it needs before it takes the first. It cannot deadlock: a slice serves a request
 * only when its answer and whatever the DRAM must do have room.
 *
 * Two clocks: the core's, and the DRAM's command clock of dram_clock per 100 core cycles;
 * dram_phase holds the hundredths.
 *
 * Invariants: a bit of `active` is set for every slice with anything under way; `feeding` for
 * every SM whose feed is not empty; `metadata_wanting` for every slice with metadata before it;
 * metadata_under_way is the number of the detector's packets anywhere. The bits keep idle parts
 * out of the clock: that is what makes a cycle cheap. A ticket with FILLS_L1 is the number of an
 * L1 MSHR and stands for all the loads that wait for it.
 * Reference: docs/memory-system.md M1 to M6; ScoRD Table V, section V; Figure 10 (time_noc,
 * time_lhd, time_md switch a cost of detection off).
 */
#include "sim/mem/memory_system.h"

#include <assert.h>
#include <string.h>

#include "sim/mem/coalescer.h"
#include "sim/mem/detector_feed.h"
#include "sim/mem/grouped_timing.h"
#include "sim/mem/interconnect.h"
#include "sim/mem/l1_cache.h"
#include "sim/mem/l1_write_combining.h"
#include "sim/mem/l2_slice.h"
#include "sim/mem/metadata_link.h"
#include "cmodel/base/random.h"

#define METADATA_BASE                                                                              \
    (UINT64_C(1)                                                                                   \
     << 38) /* byte address: beside all that a program allocates (mem/device_memory.h) */
#define FILLS_L1 (UINT32_C(1) << 31) /* ticket: number of an MSHR, else of the access */
#define WRITE_BACK                                                                                 \
    (UINT32_C(3) << 30) /* ticket: its place in written_back, of a line of scoped_l1 */

enum {
    SMS_MAX = 16,
    SLICES_MAX = 16,
    BANKS_MAX = 16,
    HEADER_BYTES = 8,    /* of a packet: address, kind, lanes (GPGPU-Sim's control size) */
    METADATA_QUEUE = 16, /* packets of the detector waiting for a slice */
    WRITE_BACKS = 1024   /* of an L1 on their way (scoped_l1); a power of two */
};

/* The write-backs of an L1, numbered from 1: up to `confirmed` the L2 has them all. */
typedef struct write_backs {
    uint64_t sent, confirmed;
    bool done[WRITE_BACKS]; /* number mod WRITE_BACKS */
} write_backs_t;

struct memory_system {
    const gpu_machine_t *machine;
    gpu_cycle_statistics_t *statistics;
    l1_cache_t l1[SMS_MAX];
    interconnect_t requests, replies;
    l2_slice_t slices[SLICES_MAX];
    dram_timing_t dram_timing;
    uint32_t active;               /* slices with something under way */
    uint32_t metadata_wanting;     /* slices with metadata requests before them */
    uint64_t dram_phase, dram_now; /* hundredths of a command cycle; command cycles */
    uint64_t seed, draws;
    uint32_t single;             /* the answer of memory_system_answers that is one ticket */
    write_backs_t *written_back; /* of each SM, with scoped_l1 */
    /* the detector; nothing of it without machine->detector */
    detector_feed_t feeds[SMS_MAX];
    uint32_t feeding; /* SMs whose feed is not empty */
    /* banks that have taken the fence at the head of the SM's feed */
    uint32_t fence_taken[SMS_MAX];
    detector_timing_t *banks[BANKS_MAX];
    /* the laboratory's detectors, in place of `banks` (grouped_timing.h) */
    grouped_timing_t *grouped[BANKS_MAX];
    grouped_image_t *image;
    metadata_entries_t *entries; /* NULL: banks are detector_timing.h's */
    /* what memory_system_account has taken over */
    detector_timing_counters_t counted_banks[BANKS_MAX];
    metadata_link_t links[BANKS_MAX];
    packet_queue_t metadata[SLICES_MAX]; /* requests before a slice */
    uint32_t metadata_under_way;
    bool out_of_memory;
};

static bool timed_detection(const memory_system_t *memory) {
    return memory->machine->detector == 1;
}
/* The detector's share of the interconnect is timed (Figure 10). */
static bool timed_packets(const memory_system_t *memory) {
    return timed_detection(memory) && memory->machine->time_noc != 0;
}

static uint8_t flits_of(const memory_system_t *memory, uint32_t data_bytes) {
    const uint32_t flit = memory->machine->flit_bytes;
    return (uint8_t)((HEADER_BYTES + data_bytes + flit - 1) / flit);
}

/* ---- life ---- */

static bool make_slices(memory_system_t *memory) {
    const gpu_machine_t *machine = memory->machine;
    const l2_options_t options = {.bytes = machine->l2_bytes / machine->l2_slices,
                                  .ways = machine->l2_ways,
                                  .latency = {machine->l2_pipeline, machine->metadata_pipeline},
                                  .port_bytes = machine->l2_port_bytes,
                                  .waiters = machine->l2_mshrs,
                                  .queue = machine->l2_queue,
                                  .dram_return = machine->dram_return,
                                  .dram_clock = machine->dram_clock};
    memory->dram_timing = (dram_timing_t){.banks = machine->dram_banks,
                                          .row_lines = machine->dram_row_bytes / MEMORY_SEGMENT,
                                          .queue = machine->dram_queue,
                                          .burst = MEMORY_SEGMENT / machine->dram_bytes,
                                          .rrd = machine->dram_rrd,
                                          .rcd = machine->dram_rcd,
                                          .ras = machine->dram_ras,
                                          .rp = machine->dram_rp,
                                          .rc = machine->dram_rc,
                                          .cl = machine->dram_cl,
                                          .wl = machine->dram_wl,
                                          .cdlr = machine->dram_cdlr,
                                          .wr = machine->dram_wr};
    bool made = true;
    for (uint32_t i = 0; i < machine->l2_slices; i++) {
        made = l2_slice_make(&memory->slices[i], &options, &memory->dram_timing) && made;
        made = packet_queue_make(&memory->metadata[i], METADATA_QUEUE + 2) &&
               made; /* a read and a write may come in one cycle */
    }
    return made;
}

static void free_banks(memory_system_t *memory) {
    for (uint32_t bank = 0; bank < BANKS_MAX; bank++) {
        detector_timing_free(memory->banks[bank]);
        memory->banks[bank] = NULL;
        grouped_timing_free(memory->grouped[bank]);
        memory->grouped[bank] = NULL;
    }
    grouped_image_free(memory->image);
    memory->image = NULL;
}

/* Everything that is allocated, empty. False: out of memory (free_parts even then). */
static bool make_parts(memory_system_t *memory) {
    const gpu_machine_t *machine = memory->machine;
    bool made = make_slices(memory);
    if (gpu_machine_is_laboratory(machine) && timed_detection(memory)) {
        memory->entries = metadata_entries_make(machine);
        made = memory->entries && made;
    }
    for (uint32_t sm = 0; sm < machine->sms; sm++) {
        made = l1_cache_make(&memory->l1[sm], machine->l1_bytes, machine->l1_ways,
                             machine->l1_mshrs, machine->l1_merges) &&
               made;
        made = detector_feed_make(&memory->feeds[sm], machine->detector_buffer) && made;
    }
    if (machine->scoped_l1 != 0) {
        memory->written_back = calloc(machine->sms, sizeof *memory->written_back);
        made = memory->written_back && made;
    }
    made = interconnect_make(&memory->requests, machine->sms, machine->l2_slices + 1,
                             machine->noc_queue, machine->noc_latency) &&
           made;
    return interconnect_make(&memory->replies, machine->l2_slices, machine->sms, machine->noc_queue,
                             machine->noc_latency) &&
           made;
}

static void free_parts(memory_system_t *memory) {
    free_banks(memory);
    metadata_entries_free(memory->entries);
    memory->entries = NULL;
    free(memory->written_back);
    memory->written_back = NULL;
    for (uint32_t sm = 0; sm < SMS_MAX; sm++) {
        l1_cache_free(&memory->l1[sm]);
        detector_feed_free(&memory->feeds[sm]);
    }
    for (uint32_t i = 0; i < SLICES_MAX; i++) {
        l2_slice_free(&memory->slices[i]);
        packet_queue_free(&memory->metadata[i]);
    }
    interconnect_free(&memory->requests);
    interconnect_free(&memory->replies);
}

memory_system_t *memory_system_make(const gpu_machine_t *machine, uint64_t seed) {
    assert(machine->sms <= SMS_MAX && machine->l2_slices <= SLICES_MAX);
    assert(machine->detector_banks <= BANKS_MAX);
    memory_system_t *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->machine = machine;
    memory->seed = seed;
    if (make_parts(memory)) return memory;
    memory_system_free(memory);
    return NULL;
}

void memory_system_free(memory_system_t *memory) {
    if (!memory) return;
    free_parts(memory);
    free(memory);
}

static bool start_grouped(memory_system_t *memory, const detector_timing_options_t *detector) {
    const gpu_machine_t *machine = memory->machine;
    const grouped_options_t options = {.detector = *detector,
                                       .group_lanes = machine->detector_group_lanes,
                                       .form = machine->metadata_form,
                                       .place = (grouped_place_t)machine->metadata_form_place,
                                       .whole = machine->metadata_whole != 0,
                                       .eager = machine->metadata_eager,
                                       .regroup = machine->metadata_regroup,
                                       .buffer_bytes = machine->detector_buffer_bytes,
                                       .ways = machine->detector_ways,
                                       .pipelined = machine->detector_writer != 0,
                                       .banks = machine->detector_banks,
                                       .entries = memory->entries};
    memory->image = grouped_image_make(&options);
    if (!memory->image || !metadata_entries_start(memory->entries, detector->tracked_base,
                                                  detector->log2_tracked_words))
        return false;
    for (uint32_t bank = 0; bank < machine->detector_banks; bank++) {
        memory->links[bank] =
            (metadata_link_t){.bank = (uint8_t)bank,
                              .beat_bytes = detector->beat_entries * SCORD_METADATA_ENTRY_BYTES};
        memory->grouped[bank] = grouped_timing_make(&options, memory->image);
        if (!memory->grouped[bank]) return false;
    }
    memory->statistics->detector_clear_cycles += grouped_timing_clear_cycles(&options,
                                                                             machine->l2_pipeline);
    return true;
}

static bool start_detector(memory_system_t *memory, const memory_tracking_t *tracking) {
    const gpu_machine_t *machine = memory->machine;
    const detector_timing_options_t options = {.sms = machine->sms,
                                               .lanes = machine->detector_lanes,
                                               .lines = machine->detector_lines,
                                               .fifo_depth = machine->detector_fifo,
                                               .beat_entries = machine->detector_beat_entries,
                                               .tracked_base = tracking->tracked_base,
                                               .log2_tracked_words = tracking->log2_tracked_words,
                                               .log2_cache_ratio = tracking->log2_cache_ratio,
                                               .metadata_base = METADATA_BASE,
                                               .ideal_metadata = machine->time_md == 0};
    free_banks(memory);
    memset(memory->counted_banks, 0, sizeof memory->counted_banks);
    if (memory->entries) return start_grouped(memory, &options);
    for (uint32_t bank = 0; bank < machine->detector_banks; bank++) {
        memory->links[bank] = (metadata_link_t){
            .bank = (uint8_t)bank, .beat_bytes = options.beat_entries * SCORD_METADATA_ENTRY_BYTES};
        memory->banks[bank] = detector_timing_make(&options);
        if (!memory->banks[bank]) return false;
    }
    memory->statistics->detector_clear_cycles +=
        detector_timing_clear_cycles(&options, machine->l2_pipeline) / machine->detector_banks;
    return true;
}

bool memory_system_start(memory_system_t *memory, gpu_cycle_statistics_t *statistics,
                         const memory_tracking_t *tracking) {
    assert(statistics);
    memory->statistics = statistics;
    for (uint32_t sm = 0; sm < memory->machine->sms; sm++) l1_cache_clear(&memory->l1[sm]);
    if (memory->written_back)
        memset(memory->written_back, 0, memory->machine->sms * sizeof *memory->written_back);
    return !timed_detection(memory) || start_detector(memory, tracking);
}

/* ---- from the SMs ---- */

/* A detection packet goes to the port after those of the slices. */
static uint32_t detector_port(const memory_system_t *memory) { return memory->machine->l2_slices; }

static void send(memory_system_t *memory, unsigned sm, memory_packet_t *packet, uint32_t data_bytes,
                 uint32_t output, uint64_t now) {
    assert(output <= memory->machine->l2_slices);
    packet->sm = (uint8_t)sm;
    packet->output = (uint8_t)output;
    packet->flits = flits_of(
        memory, data_bytes + (timed_packets(memory) ? memory->machine->detection_bytes : 0));
    packet->ready = now;
    interconnect_send(&memory->requests, sm, packet);
}

/* One more request of the SM for the detector. HIT: the access has its data already. */
static bool feed_has_room(memory_system_t *memory, unsigned sm, bool hit) {
    detector_feed_t *feed = &memory->feeds[sm];
    if (!timed_detection(memory) || feed->count < memory->machine->detector_buffer) return true;
    if (!hit || memory->machine->time_lhd != 0) return false;
    if (detector_feed_grow(feed)) return true; /* Figure 10: an L1 hit never waits */
    memory->out_of_memory = true;
    return false;
}

/* A request of the SM for the detector goes into its feed. Returns its number; 0 without detector.
 */
static uint64_t feed(memory_system_t *memory, unsigned sm,
                     const detector_timing_request_t *request) {
    if (!timed_detection(memory)) return 0;
    memory->feeding |= UINT32_C(1) << sm;
    memory->statistics->detector_requests++;
    memory->statistics->detector_words += (uint32_t)__builtin_popcount(request->words);
    return detector_feed_put(&memory->feeds[sm], request);
}

/* Notifies the detector by a separate packet; Figure 10, time_noc 0: it arrives at once. */
static void tell_detector(memory_system_t *memory, unsigned sm,
                          const detector_timing_request_t *request, uint64_t now) {
    const uint64_t number = feed(memory, sm, request);
    if (number == 0) return;
    if (memory->machine->time_noc == 0)
        detector_feed_arrived(&memory->feeds[sm], number);
    else
        send(memory, sm, &(memory_packet_t){.kind = MEMORY_DETECTION, .detection = number}, 0,
             detector_port(memory), now);
}

static memory_outcome_t wait_for(uint64_t *cause) {
    ++*cause;
    return MEMORY_WAITS;
}

/* A packet leaves the SM for this access: to its slice, or only to the detector. */
static bool needs_packet(const memory_system_t *memory, l1_answer_t l1, bool through_l1) {
    return !through_l1 || l1 == L1_MISS || timed_packets(memory);
}

/* ---- the L1 that scopes govern (scoped_l1: S1 to S5) ---- */

/* A dirty line goes to its slice. Only when the interconnect has room, and fewer than WRITE_BACKS
 * are under way. */
static void send_write_back(memory_system_t *memory, unsigned sm, const l1_write_back_t *back,
                            uint64_t now) {
    write_backs_t *backs = &memory->written_back[sm];
    const uint64_t number = ++backs->sent;
    const uint8_t sectors = coalescer_sectors(back->words);
    memory_packet_t packet = {.segment = back->segment,
                              .kind = MEMORY_STORE,
                              .ticket = WRITE_BACK | (uint32_t)(number % WRITE_BACKS),
                              .bytes = coalescer_bytes(sectors),
                              .sectors = sectors};
    backs->done[number % WRITE_BACKS] = false;
    memory->statistics->l1_write_backs++;
    send(memory, sm, &packet, packet.bytes, l2_slice_of(back->segment, memory->machine->l2_slices),
         now);
}

static bool can_write_back(const memory_system_t *memory, unsigned sm) {
    const write_backs_t *backs = &memory->written_back[sm];
    return backs->sent - backs->confirmed < WRITE_BACKS - 1 &&
           interconnect_has_room(&memory->requests, sm);
}

static void confirm_write_back(write_backs_t *backs, uint32_t place) {
    backs->done[place] = true;
    while (backs->confirmed < backs->sent && backs->done[(backs->confirmed + 1) % WRITE_BACKS])
        backs->confirmed++;
}

uint64_t memory_system_last_write_back(const memory_system_t *memory, unsigned sm) {
    return memory->written_back[sm].sent;
}

bool memory_system_wrote_back(const memory_system_t *memory, unsigned sm, uint64_t number) {
    return memory->written_back[sm].confirmed >= number;
}

bool memory_system_synchronise(memory_system_t *memory, unsigned sm, unsigned warp, bool releases,
                               bool acquires, uint64_t now) {
    l1_cache_t *cache = &memory->l1[sm];
    gpu_cycle_statistics_t *statistics = memory->statistics;
    if (cache->sets == 0) return true;
    const uint64_t warps = memory->machine->targeted_flush != 0 ? UINT64_C(1) << warp : UINT64_MAX;
    l1_write_back_t back;
    if (releases && cache->dirty_lines > 0) {
        if (!can_write_back(memory, sm)) {
            statistics->stall_flush++;
            return false;
        }
        if (l1_combining_flush(cache, warps, &back)) {
            send_write_back(memory, sm, &back, now);
            statistics->l1_flushed_lines++;
            statistics->stall_flush++;
            return false;
        }
    }
    statistics->l1_flushes += releases;
    if (!acquires) return true;
    statistics->l1_invalidations++;
    statistics->l1_invalidated_lines += l1_combining_invalidate(cache);
    return true;
}

void memory_system_flush_all(memory_system_t *memory, uint64_t now) {
    for (uint32_t sm = 0; memory->written_back && sm < memory->machine->sms; sm++) {
        const uint32_t *tickets;
        l1_write_back_t back;
        memory_system_answers(memory, sm, now, &tickets);
        if (can_write_back(memory, sm) && l1_combining_flush(&memory->l1[sm], UINT64_MAX, &back))
            send_write_back(memory, sm, &back, now);
    }
}

bool memory_system_flushed(const memory_system_t *memory) {
    for (uint32_t sm = 0; memory->written_back && sm < memory->machine->sms; sm++)
        if (memory->l1[sm].dirty_lines > 0 ||
            memory->written_back[sm].confirmed < memory->written_back[sm].sent)
            return false;
    return true;
}

/* What the L1 does with ACCESS, which is done HERE or passes it by. */
static l1_combined_t combine(l1_cache_t *cache, const memory_access_t *access, bool here,
                             uint32_t *mshr, l1_write_back_t *back) {
    if (!here) return l1_combining_pass(cache, access->segment, back);
    if (access->kind == MEMORY_STORE)
        return l1_combining_store(cache, access->segment, access->words, access->warp, back);
    return l1_combining_read(cache, access->segment, access->words, access->kind == MEMORY_ATOMIC,
                             access->warp, access->ticket, mshr, back);
}

static memory_outcome_t scoped_access(memory_system_t *memory, unsigned sm,
                                      const memory_access_t *access, uint64_t now) {
    gpu_cycle_statistics_t *statistics = memory->statistics;
    l1_cache_t *cache = &memory->l1[sm];
    const bool here = cache->sets != 0 &&
                      (access->at_l1 || (access->kind != MEMORY_ATOMIC && access->cached));
    uint32_t mshr = 0;
    l1_write_back_t back;
    /* whatever it comes to, one packet at most leaves in a cycle */
    if (!can_write_back(memory, sm)) return wait_for(&statistics->stall_noc);
    const l1_combined_t is = combine(cache, access, here, &mshr, &back);
    if (is == L1C_WAITS) return wait_for(&statistics->stall_mshr);
    if (is == L1C_WRITE_BACK) {
        send_write_back(memory, sm, &back, now);
        return wait_for(&statistics->stall_write_back);
    }
    if (here) {
        if (access->kind == MEMORY_ATOMIC) statistics->l1_atomics++;
        if (is == L1C_HIT)
            statistics->l1_hits++;
        else
            statistics->l1_misses++;
        if (is != L1C_MISS) return is == L1C_HIT ? MEMORY_ANSWERED : MEMORY_SENT;
    }
    const bool fetches = is == L1C_MISS;
    const uint8_t sectors = fetches ? 15 : coalescer_sectors(access->words);
    memory_packet_t packet = {.segment = access->segment,
                              .kind = fetches ? (uint8_t)MEMORY_LOAD : access->kind,
                              .ticket = fetches ? mshr | FILLS_L1 : access->ticket,
                              .bytes = coalescer_bytes(sectors),
                              .sectors = sectors,
                              .conflicts = access->conflicts};
    send(memory, sm, &packet, packet.kind == MEMORY_LOAD ? 0 : packet.bytes,
         l2_slice_of(access->segment, memory->machine->l2_slices), now);
    return MEMORY_SENT;
}

memory_outcome_t memory_system_access(memory_system_t *memory, unsigned sm,
                                      const memory_access_t *access, uint64_t now) {
    assert(sm < memory->machine->sms && access->ticket < FILLS_L1);
    assert(access->kind <= MEMORY_ATOMIC);
    if (memory->written_back) return scoped_access(memory, sm, access, now);
    gpu_cycle_statistics_t *statistics = memory->statistics;
    l1_cache_t *cache = &memory->l1[sm];
    const bool through_l1 = access->kind == MEMORY_LOAD && access->cached && cache->sets != 0;
    const l1_answer_t l1 = through_l1 ? l1_cache_look(cache, access->segment) : L1_MISS;
    const bool hit = l1 == L1_HIT;
    if (l1 == L1_WAITS) return wait_for(&statistics->stall_mshr);
    if (!feed_has_room(memory, sm, hit))
        return wait_for(hit ? &statistics->stall_detector_hit : &statistics->stall_detector_other);
    if (needs_packet(memory, l1, through_l1) && !interconnect_has_room(&memory->requests, sm))
        return wait_for(&statistics->stall_noc);
    const detector_timing_request_t request = {.segment_address = access->segment * MEMORY_SEGMENT,
                                               .words = access->words,
                                               .carried = access->carried};
    uint32_t mshr = 0;
    if (through_l1) {
        l1_cache_load(cache, access->segment, access->ticket, &mshr);
        if (hit)
            statistics->l1_hits++;
        else
            statistics->l1_misses++;
        if (l1 != L1_MISS) {
            tell_detector(memory, sm, &request, now);
            return hit ? MEMORY_ANSWERED : MEMORY_SENT;
        }
    } else if (access->kind != MEMORY_LOAD) {
        l1_cache_evict(cache, access->segment);
    }
    const uint8_t sectors = through_l1 ? 15 : coalescer_sectors(access->words);
    memory_packet_t packet = {.segment = access->segment,
                              .kind = access->kind,
                              .ticket = through_l1 ? mshr | FILLS_L1 : access->ticket,
                              .bytes = coalescer_bytes(sectors),
                              .sectors = sectors,
                              .conflicts = access->conflicts,
                              .detection = feed(memory, sm, &request)};
    send(memory, sm, &packet, access->kind == MEMORY_LOAD ? 0 : packet.bytes,
         l2_slice_of(access->segment, memory->machine->l2_slices), now);
    return MEMORY_SENT;
}

bool memory_system_fence(memory_system_t *memory, unsigned sm, uint64_t carried, uint64_t now) {
    gpu_cycle_statistics_t *statistics = memory->statistics;
    if (!timed_detection(memory)) return true;
    const bool room = feed_has_room(memory, sm, false),
               way = !timed_packets(memory) || interconnect_has_room(&memory->requests, sm);
    if (!room)
        statistics->stall_detector_other++;
    else if (!way)
        statistics->stall_noc++;
    else
        tell_detector(memory, sm, &(detector_timing_request_t){.fence = true, .carried = carried},
                      now);
    return room && way;
}

/* ---- to the SMs ---- */

uint32_t memory_system_answers(memory_system_t *memory, unsigned sm, uint64_t now,
                               const uint32_t **tickets) {
    if ((memory->replies.arrived >> sm & 1) == 0) return 0;
    const memory_packet_t *packet = interconnect_head(&memory->replies, sm, now);
    if (!packet) return 0;
    const uint32_t ticket = packet->ticket;
    interconnect_take(&memory->replies, sm);
    if ((ticket & WRITE_BACK) == WRITE_BACK) {
        confirm_write_back(&memory->written_back[sm], ticket % WRITE_BACKS);
        return 0;
    }
    if ((ticket & FILLS_L1) != 0 && memory->written_back)
        return l1_combining_fill(&memory->l1[sm], ticket & ~FILLS_L1, tickets);
    if ((ticket & FILLS_L1) != 0)
        return l1_cache_fill(&memory->l1[sm], ticket & ~FILLS_L1, tickets);
    memory->single = ticket;
    *tickets = &memory->single;
    return 1;
}

/* ---- the detector ---- */

static uint32_t bank_of(const memory_system_t *memory, const detector_timing_request_t *request) {
    return (uint32_t)(request->segment_address / MEMORY_SEGMENT % memory->machine->detector_banks);
}

/* The laboratory's: a fence goes to all banks in one cycle, or to none. */
static bool offer_grouped(memory_system_t *memory, uint32_t sm,
                          const detector_timing_request_t *request) {
    if (!request->fence)
        return grouped_timing_offer(memory->grouped[bank_of(memory, request)], sm, request);
    for (uint32_t bank = 0; bank < memory->machine->detector_banks; bank++)
        if (!grouped_timing_has_room(memory->grouped[bank], sm)) return false;
    for (uint32_t bank = 0; bank < memory->machine->detector_banks; bank++)
        grouped_timing_offer(memory->grouped[bank], sm, request);
    return true;
}

/* A fence is decided in every bank. */
static bool offer(memory_system_t *memory, uint32_t sm, const detector_timing_request_t *request) {
    if (memory->entries) return offer_grouped(memory, sm, request);
    if (!request->fence)
        return detector_timing_offer(memory->banks[bank_of(memory, request)], sm, request);
    const uint32_t banks = memory->machine->detector_banks, all = (UINT32_C(1) << banks) - 1;
    for (uint32_t bank = 0; bank < banks; bank++)
        if ((memory->fence_taken[sm] >> bank & 1) == 0 &&
            detector_timing_offer(memory->banks[bank], sm, request))
            memory->fence_taken[sm] |= UINT32_C(1) << bank;
    if (memory->fence_taken[sm] != all) return false;
    memory->fence_taken[sm] = 0;
    return true;
}

static void offer_requests(memory_system_t *memory) {
    for (uint32_t left = memory->feeding; left != 0; left &= left - 1) {
        const uint32_t sm = (uint32_t)__builtin_ctz(left);
        const detector_timing_request_t *request = detector_feed_head(&memory->feeds[sm]);
        if (!request || !offer(memory, sm, request)) continue;
        detector_feed_drop(&memory->feeds[sm]);
        if (memory->feeds[sm].count == 0) memory->feeding &= ~(UINT32_C(1) << sm);
    }
}

static bool metadata_room(const memory_system_t *memory, uint64_t segment) {
    return memory->metadata[l2_slice_of(segment, memory->machine->l2_slices)].count + 2 <=
           METADATA_QUEUE;
}

static const detector_port_out_t *port_of(const memory_system_t *memory, uint32_t bank) {
    return memory->entries ? grouped_timing_port(memory->grouped[bank])
                           : detector_timing_port(memory->banks[bank]);
}
static bool bank_busy(const memory_system_t *memory, uint32_t bank) {
    return memory->entries ? grouped_timing_busy(memory->grouped[bank])
                           : detector_timing_busy(memory->banks[bank]);
}
/* NULL: there is no such bank. */
static const detector_timing_counters_t *bank_counters(const memory_system_t *memory,
                                                       uint32_t bank) {
    if (memory->grouped[bank]) return grouped_timing_counters(memory->grouped[bank]);
    return memory->banks[bank] ? detector_timing_counters(memory->banks[bank]) : NULL;
}

static void clock_bank(memory_system_t *memory, uint32_t bank) {
    metadata_link_t *link = &memory->links[bank];
    const detector_port_out_t port = *port_of(memory, bank);
    const detector_port_in_t in =
        metadata_link_inputs(link, &port, metadata_room(memory, port.ar_address / MEMORY_SEGMENT),
                             metadata_room(memory, metadata_link_write_segment(link)));
    metadata_packets_t out = {.count = 0};
    if (memory->entries)
        grouped_timing_clock(memory->grouped[bank], &in);
    else
        detector_timing_clock(memory->banks[bank], &in);
    metadata_link_clock(link, &port, &in, &out);
    for (unsigned i = 0; i < out.count; i++) {
        const uint32_t slice = l2_slice_of(out.packet[i].segment, memory->machine->l2_slices);
        packet_queue_put(&memory->metadata[slice], &out.packet[i]);
        memory->metadata_wanting |= UINT32_C(1) << slice;
        memory->metadata_under_way++;
    }
}

static void clock_detector(memory_system_t *memory) {
    if (memory->entries) grouped_timing_meet(memory->grouped, memory->machine->detector_banks);
    for (uint32_t bank = 0; bank < memory->machine->detector_banks; bank++)
        if (bank_busy(memory, bank)) clock_bank(memory, bank);
    offer_requests(memory);
}

/* A packet that is only for the detector arrives; one a cycle. */
static void take_detection(memory_system_t *memory, uint64_t now) {
    const uint32_t port = detector_port(memory);
    if ((memory->requests.arrived >> port & 1) == 0) return;
    const memory_packet_t *packet = interconnect_head(&memory->requests, port, now);
    if (!packet) return;
    assert(packet->kind == MEMORY_DETECTION && packet->detection != 0);
    detector_feed_arrived(&memory->feeds[packet->sm], packet->detection);
    interconnect_take(&memory->requests, port);
}

bool memory_system_detector_idle(const memory_system_t *memory) {
    if (!timed_detection(memory)) return true;
    if (!bank_counters(memory, 0)) return true; /* before the first launch */
    if (memory->feeding != 0 || memory->metadata_under_way != 0) return false;
    for (uint32_t bank = 0; bank < memory->machine->detector_banks; bank++)
        if (bank_busy(memory, bank)) return false;
    return true;
}

uint64_t memory_system_decide_cycles(const memory_system_t *memory) {
    uint64_t cycles = 0;
    for (uint32_t bank = 0; bank < BANKS_MAX && bank_counters(memory, bank); bank++)
        cycles += bank_counters(memory, bank)->decide_cycles;
    return cycles;
}

/* ---- the slices ---- */

/* A request of each kind enters SLICE. */
static void enter_slice(memory_system_t *memory, uint32_t slice, uint64_t now) {
    const uint32_t bit = UINT32_C(1) << slice;
    l2_slice_t *into = &memory->slices[slice];
    if ((memory->metadata_wanting & bit) != 0 && l2_slice_has_room(into, true)) {
        l2_slice_put(into, packet_queue_head(&memory->metadata[slice], now), now);
        packet_queue_drop(&memory->metadata[slice]);
        if (memory->metadata[slice].count == 0) memory->metadata_wanting &= ~bit;
        memory->active |= bit;
    }
    const memory_packet_t *packet = (memory->requests.arrived & bit) != 0
                                        ? interconnect_head(&memory->requests, slice, now)
                                        : NULL;
    if (!packet || !l2_slice_has_room(into, false)) return;
    if (packet->detection != 0)
        detector_feed_arrived(&memory->feeds[packet->sm], packet->detection);
    l2_slice_put(into, packet, now);
    interconnect_take(&memory->requests, slice);
    memory->active |= bit;
}

static void send_answers(memory_system_t *memory, uint32_t slice, uint64_t now) {
    l2_slice_t *from = &memory->slices[slice];
    const memory_packet_t *answer = packet_queue_head(&from->answers, now);
    if (answer && interconnect_has_room(&memory->replies, slice)) {
        memory_packet_t reply = *answer;
        reply.output = reply.sm;
        reply.flits = flits_of(memory, reply.kind == MEMORY_STORE ? 0u : reply.bytes);
        interconnect_send(&memory->replies, slice, &reply);
        packet_queue_drop(&from->answers);
    }
    answer = packet_queue_head(&from->metadata_answers, now);
    if (!answer) return;
    assert(answer->sm < BANKS_MAX && memory->metadata_under_way > 0);
    metadata_link_answered(&memory->links[answer->sm], answer);
    memory->metadata_under_way--;
    packet_queue_drop(&from->metadata_answers);
}

/* W13: the seed varies the way back from the DRAM by dram_jitter percent. */
static int32_t variation(memory_system_t *memory) {
    const uint32_t spread = memory->machine->dram_return * memory->machine->dram_jitter / 100;
    if (spread == 0) return 0;
    return (int32_t)(scord_mix64((memory->seed << 32) + ++memory->draws * SCORD_GOLDEN64) %
                     (2 * spread + 1)) -
           (int32_t)spread;
}

static void clock_dram(memory_system_t *memory, uint64_t now) {
    memory->dram_phase += memory->machine->dram_clock;
    for (; memory->dram_phase >= 100; memory->dram_phase -= 100) {
        memory->dram_now++;
        for (uint32_t left = memory->active; left != 0; left &= left - 1) {
            l2_slice_t *slice = &memory->slices[__builtin_ctz(left)];
            if (slice->dram.count == 0 || memory->dram_now < slice->dram.try_again) continue;
            memory_packet_t *back = l2_slice_clock_dram(slice, memory->dram_now, now);
            if (back) back->ready = (uint64_t)((int64_t)back->ready + variation(memory));
        }
    }
}

void memory_system_clock(memory_system_t *memory, uint64_t now) {
    const uint32_t slices = memory->machine->l2_slices, all = (UINT32_C(1) << slices) - 1;
    if (timed_detection(memory)) {
        take_detection(memory, now);
        clock_detector(memory);
    }
    for (uint32_t left = (memory->requests.arrived | memory->metadata_wanting) & all; left != 0;
         left &= left - 1)
        enter_slice(memory, (uint32_t)__builtin_ctz(left), now);
    clock_dram(memory, now);
    for (uint32_t left = memory->active; left != 0; left &= left - 1) {
        const uint32_t slice = (uint32_t)__builtin_ctz(left);
        l2_slice_clock(&memory->slices[slice], now, slices);
        send_answers(memory, slice, now);
        if (l2_slice_idle(&memory->slices[slice])) memory->active &= ~(UINT32_C(1) << slice);
    }
    if (memory->requests.wanted != 0) interconnect_clock(&memory->requests, now);
    if (memory->replies.wanted != 0) interconnect_clock(&memory->replies, now);
}

/* ---- counts ---- */

static void move(uint64_t *to, uint64_t *from) {
    *to += *from;
    *from = 0;
}

static void account_slice(gpu_cycle_statistics_t *to, l2_slice_t *slice) {
    l2_counts_t *from = &slice->counts;
    move(&to->l2_hits, &from->hits[0]);
    move(&to->l2_misses, &from->misses[0]);
    move(&to->l2_metadata_hits, &from->hits[1]);
    move(&to->l2_metadata_misses, &from->misses[1]);
    move(&to->dram_reads, &from->dram_reads[0]);
    move(&to->dram_writes, &from->dram_writes[0]);
    move(&to->dram_metadata_reads, &from->dram_reads[1]);
    move(&to->dram_metadata_writes, &from->dram_writes[1]);
    move(&to->dram_row_hits, &slice->dram.row_hits);
    move(&to->dram_row_misses, &slice->dram.row_misses);
    move(&to->dram_busy, &slice->dram.busy);
}

/* The detector's own counters are only read: HAD is what was taken over before. */
static void add_difference(uint64_t *to, uint64_t *had, uint64_t now) {
    assert(now >= *had);
    *to += now - *had;
    *had = now;
}

static void account_bank(gpu_cycle_statistics_t *to, const detector_timing_counters_t *now,
                         detector_timing_counters_t *had) {
    add_difference(&to->detector_decide_cycles, &had->decide_cycles, now->decide_cycles);
    add_difference(&to->detector_stall_metadata, &had->stall_metadata, now->stall_metadata);
    add_difference(&to->detector_stall_line, &had->stall_line, now->stall_line);
    add_difference(&to->detector_stall_fetch, &had->stall_fetch, now->stall_fetch);
    add_difference(&to->detector_stall_queue, &had->stall_queue, now->stall_queue);
    add_difference(&to->detector_line_hits, &had->line_hits, now->line_hits);
    add_difference(&to->detector_line_misses, &had->line_misses, now->line_misses);
}

void memory_system_account(memory_system_t *memory) {
    gpu_cycle_statistics_t *to = memory->statistics;
    for (uint32_t i = 0; i < memory->machine->l2_slices; i++) account_slice(to, &memory->slices[i]);
    move(&to->noc_request_flits, &memory->requests.flits);
    move(&to->noc_reply_flits, &memory->replies.flits);
    move(&to->noc_waits, &memory->requests.waits);
    move(&to->noc_waits, &memory->replies.waits);
    for (uint32_t bank = 0; bank < BANKS_MAX && bank_counters(memory, bank); bank++)
        account_bank(to, bank_counters(memory, bank), &memory->counted_banks[bank]);
}

/* An access waits for an answer. Write-backs to the DRAM do not count. */
static bool owes(const memory_system_t *memory) {
    for (uint32_t i = 0; i < memory->machine->l2_slices; i++)
        if (l2_slice_owes(&memory->slices[i])) return true;
    return !interconnect_idle(&memory->requests) || !interconnect_idle(&memory->replies) ||
           !memory_system_detector_idle(memory);
}

/* The statistics stay, and the draws go on. */
void memory_system_clear(memory_system_t *memory) {
    if (!owes(memory)) return;
    memory_system_account(memory);
    free_parts(memory);
    *memory = (memory_system_t){.machine = memory->machine,
                                .statistics = memory->statistics,
                                .seed = memory->seed,
                                .draws = memory->draws};
    memory->out_of_memory = !make_parts(memory);
}

bool memory_system_out_of_memory(const memory_system_t *memory) { return memory->out_of_memory; }

void memory_system_event(memory_system_t *memory, const scord_event_t *event) {
    if (memory->entries) metadata_entries_event(memory->entries, event);
}

uint64_t memory_system_carried(const memory_system_t *memory) {
    return memory->entries ? metadata_entries_carried(memory->entries) : 0;
}
