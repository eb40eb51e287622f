/* SPDX-License-Identifier: Apache-2.0 */
/* test_grouped_timing.c: the laboratory's detectors (sim/mem/grouped_timing.h): with everything
 * switched off they take the cycles of the RTL's timing model; with a form, cycles derived by hand.
 */
#include "tb/unit/pipeline/bench.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/mem/grouped_timing.h"

#define BASE (UINT64_C(1) << 38)
enum { SMS = 4, LATENCY = 20, PENDING = 512 };

/* ---- a memory that answers LATENCY cycles after it took a burst, a beat a cycle ---- */

typedef struct pending {
    uint64_t due;
    uint8_t id, beats;
} pending_t;

typedef struct plain_memory {
    pending_t reads[PENDING], writes[PENDING];
    unsigned read_first, read_count, write_first, write_count;
    uint8_t given, write_id;
    bool gathering;
    uint64_t random;
    unsigned busy_in_16; /* cycles in 16 in which it is not ready */
} plain_memory_t;

static bool drawn(plain_memory_t *memory) {
    memory->random = scord_mix64(memory->random + SCORD_GOLDEN64);
    return memory->random % 16 >= memory->busy_in_16;
}

static detector_port_in_t memory_shows(plain_memory_t *memory, uint64_t now) {
    detector_port_in_t in = {.ar_ready = drawn(memory),
                             .aw_ready = !memory->gathering && drawn(memory),
                             .w_ready = memory->gathering && drawn(memory)};
    const pending_t *read = &memory->reads[memory->read_first % PENDING],
                    *write = &memory->writes[memory->write_first % PENDING];
    if (memory->read_count > 0 && read->due <= now) {
        in.r_valid = true;
        in.r_id = read->id;
        in.r_last = memory->given + 1 == read->beats;
    }
    if (memory->write_count > 0 && write->due <= now) {
        in.b_valid = true;
        in.b_id = write->id;
    }
    return in;
}

static void memory_clock(plain_memory_t *memory, const detector_port_out_t *port,
                         const detector_port_in_t *in, uint64_t now) {
    if (in->r_valid) {
        memory->given++;
        if (in->r_last) memory->read_first++, memory->read_count--, memory->given = 0;
    }
    if (in->b_valid) memory->write_first++, memory->write_count--;
    if (port->ar_valid && in->ar_ready)
        memory->reads[(memory->read_first + memory->read_count++) % PENDING] =
            (pending_t){now + LATENCY, port->ar_id, port->ar_beats};
    if (port->w_valid && in->w_ready && port->w_last) {
        memory->gathering = false;
        memory->writes[(memory->write_first + memory->write_count++) % PENDING] =
            (pending_t){now + LATENCY, memory->write_id, 0};
    }
    if (port->aw_valid && in->aw_ready) {
        memory->gathering = true;
        memory->write_id = port->aw_id;
    }
}

/* ---- the same cycles as the RTL's timing model ---- */

static bool same_port(const detector_port_out_t *a, const detector_port_out_t *b) {
    return a->ar_valid == b->ar_valid && a->aw_valid == b->aw_valid && a->w_valid == b->w_valid &&
           (!a->ar_valid || (a->ar_address == b->ar_address && a->ar_beats == b->ar_beats)) &&
           (!a->aw_valid || (a->aw_address == b->aw_address && a->aw_beats == b->aw_beats)) &&
           (!a->w_valid || (a->w_strobe == b->w_strobe && a->w_last == b->w_last));
}

static detector_timing_request_t drawn_request(uint64_t *random) {
    *random = scord_mix64(*random + SCORD_GOLDEN64);
    const uint64_t bits = *random;
    detector_timing_request_t request = {.fence = bits % 16 == 0,
                                         .segment_address = (bits >> 8) % 40 * 128,
                                         .words = (uint32_t)(bits >> 32)};
    if ((bits >> 4) % 4 == 0) request.words = UINT32_MAX;
    if ((bits >> 4) % 4 == 1) request.words &= request.words >> 3 & 0x10101;
    return request;
}

static void same_as_rtl(uint32_t lines, uint32_t lanes, uint32_t beat_entries, unsigned busy) {
    const detector_timing_options_t options = {.sms = SMS,
                                               .lanes = lanes,
                                               .lines = lines,
                                               .fifo_depth = 4,
                                               .beat_entries = beat_entries,
                                               .log2_tracked_words = 12,
                                               .metadata_base = BASE};
    const grouped_options_t grouped = {.detector = options, .banks = 1};
    grouped_image_t *image = grouped_image_make(&grouped);
    detector_timing_t *rtl = detector_timing_make(&options);
    grouped_timing_t *lab = grouped_timing_make(&grouped, image);
    plain_memory_t memory = {.random = lines + lanes, .busy_in_16 = busy};
    uint64_t random = beat_entries;
    unsigned differences = 0;
    detector_timing_request_t next[SMS];
    for (unsigned sm = 0; sm < SMS; sm++) next[sm] = drawn_request(&random);
    for (uint64_t now = 0; now < 20000 && differences == 0; now++) {
        const detector_port_out_t port = *detector_timing_port(rtl),
                                  other = *grouped_timing_port(lab);
        if (!same_port(&port, &other) || detector_timing_busy(rtl) != grouped_timing_busy(lab))
            check(false, "lines %u, lanes %u, beats of %u: cycle %u differs", lines, lanes,
                  beat_entries, (unsigned)now),
                differences++;
        for (unsigned sm = 0; sm < SMS && now % 4000 < 3000; sm++) {
            const bool taken = detector_timing_offer(rtl, sm, &next[sm]),
                       also = grouped_timing_offer(lab, sm, &next[sm]);
            if (taken != also) check(false, "cycle %u: offer", (unsigned)now), differences++;
            if (taken) next[sm] = drawn_request(&random);
        }
        const detector_port_in_t in = memory_shows(&memory, now);
        detector_timing_clock(rtl, &in);
        grouped_timing_clock(lab, &in);
        memory_clock(&memory, &port, &in, now);
    }
    check(memcmp(detector_timing_counters(rtl), grouped_timing_counters(lab),
                 sizeof(detector_timing_counters_t)) == 0,
          "lines %u, lanes %u, beats of %u: counters", lines, lanes, beat_entries);
    check(detector_timing_counters(rtl)->line_misses > 100, "lines are taken");
    detector_timing_free(rtl);
    grouped_timing_free(lab);
    grouped_image_free(image);
}

/* ---- cycles by hand ----
 *
 * A request offered in cycle 0 is visible in its FIFO in 1, granted in 2, at lookup in 3, and its
 * first burst is at the port in 4; the memory's answer comes LATENCY cycles after a burst. What
 * came in a cycle is loaded in the next and decided in the one after. A line without users is
 * written from the cycle after the decision on, when nothing else is to do: its address is at the
 * port two cycles after the decision, a beat one later.
 */

enum { EVENTS = 64, BANKS = 2 };

typedef struct port_event {
    uint64_t cycle, address;
    char kind; /* r: read, w: write */
    unsigned beats, bank;
} port_event_t;

typedef struct lab_bench {
    gpu_machine_t machine;
    grouped_options_t options;
    metadata_entries_t *entries;
    grouped_image_t *image;
    grouped_timing_t *banks[BANKS];
    plain_memory_t memory[BANKS];
    port_event_t events[EVENTS];
    unsigned count;
    uint64_t now;
} lab_bench_t;

static void make_banks(lab_bench_t *bench) {
    for (unsigned bank = 0; bank < bench->options.banks; bank++)
        bench->banks[bank] = grouped_timing_make(&bench->options, bench->image);
    memset(bench->memory, 0, sizeof bench->memory);
    bench->count = 0;
    bench->now = 0;
}

static lab_bench_t *open_bench(uint32_t form, grouped_place_t place, uint32_t group_lanes) {
    lab_bench_t *bench = calloc(1, sizeof *bench);
    check(gpu_machine_named("scord", &bench->machine), "the machine");
    bench->machine.metadata_ratio = 1;
    bench->entries = metadata_entries_make(&bench->machine);
    bench->options = (grouped_options_t){.detector = {.sms = SMS,
                                                      .lanes = 4,
                                                      .lines = 8,
                                                      .fifo_depth = 4,
                                                      .beat_entries = 4,
                                                      .log2_tracked_words = 12,
                                                      .metadata_base = BASE},
                                         .group_lanes = group_lanes,
                                         .form = form,
                                         .place = place,
                                         .regroup = 1,
                                         .pipelined = true,
                                         .banks = 1,
                                         .entries = bench->entries};
    check(metadata_entries_start(bench->entries, 0, 12), "started");
    bench->image = grouped_image_make(&bench->options);
    make_banks(bench);
    return bench;
}

static void free_banks(lab_bench_t *bench) {
    for (unsigned bank = 0; bank < BANKS; bank++) grouped_timing_free(bench->banks[bank]);
    memset(bench->banks, 0, sizeof bench->banks);
}

static void close_bench(lab_bench_t *bench) {
    free_banks(bench);
    grouped_image_free(bench->image);
    metadata_entries_free(bench->entries);
    free(bench);
}

/* Nothing is buffered any more; memory stays. */
static void empty_buffer(lab_bench_t *bench) {
    free_banks(bench);
    make_banks(bench);
}

/* Warp WARP of SM 0 makes an access OP of the words WORDS of SEGMENT. */
static bool access(lab_bench_t *bench, unsigned warp, scord_op_t op, uint64_t segment,
                   uint32_t words) {
    scord_event_t *event = calloc(1, sizeof *event);
    event->kind = SCORD_EVENT_KIND_ACCESS;
    event->access.warp = (uint8_t)warp;
    event->access.op = (uint8_t)op;
    event->access.size = 4;
    event->access.mask = words;
    for (unsigned lane = 0; lane < 32; lane++)
        event->access.address[lane] = segment * 128 + lane * 4;
    metadata_entries_event(bench->entries, event);
    free(event);
    const detector_timing_request_t request = {.segment_address = segment * 128,
                                               .words = words,
                                               .carried = metadata_entries_carried(bench->entries)};
    return grouped_timing_offer(bench->banks[segment % bench->options.banks], 0, &request);
}

static void fence(lab_bench_t *bench) {
    const detector_timing_request_t request = {.fence = true};
    for (unsigned bank = 0; bank < bench->options.banks; bank++)
        check(grouped_timing_offer(bench->banks[bank], 0, &request), "the fence is taken");
}

static void log_event(lab_bench_t *bench, char kind, unsigned bank, uint64_t address,
                      unsigned beats_) {
    check(bench->count < EVENTS, "few bursts");
    bench->events[bench->count++] = (port_event_t){
        .cycle = bench->now, .address = address, .kind = kind, .beats = beats_, .bank = bank};
}

static void lab_cycle(lab_bench_t *bench) {
    grouped_timing_meet(bench->banks, bench->options.banks);
    for (unsigned bank = 0; bank < bench->options.banks; bank++) {
        const detector_port_out_t port = *grouped_timing_port(bench->banks[bank]);
        const detector_port_in_t in = memory_shows(&bench->memory[bank], bench->now);
        if (port.ar_valid && in.ar_ready)
            log_event(bench, 'r', bank, port.ar_address, port.ar_beats);
        if (port.aw_valid && in.aw_ready)
            log_event(bench, 'w', bank, port.aw_address, port.aw_beats);
        grouped_timing_clock(bench->banks[bank], &in);
        memory_clock(&bench->memory[bank], &port, &in, bench->now);
    }
    bench->now++;
}

/* Until nothing is under way: the cycle in which that is so. */
static uint64_t drain(lab_bench_t *bench) {
    for (unsigned guard = 0; guard < 2000; guard++) {
        bool busy = false;
        for (unsigned bank = 0; bank < bench->options.banks; bank++)
            busy = busy || grouped_timing_busy(bench->banks[bank]);
        if (!busy) return bench->now;
        lab_cycle(bench);
    }
    check(false, "it ends");
    return 0;
}

static void expect_event(const lab_bench_t *bench, unsigned number, char kind, uint64_t cycle,
                         uint64_t address, unsigned beats_, const char *name) {
    check(bench->count > number, "%s: burst %u is made", name, number);
    const port_event_t *event = &bench->events[number];
    check(event->kind == kind, "%s: burst %u is a %c", name, number, kind);
    check_equal(event->cycle, cycle, "%s: burst %u, cycle", name, number);
    check_equal(event->address, address, "%s: burst %u, address", name, number);
    check_equal(event->beats, beats_, "%s: burst %u, beats", name, number);
}

#define HEADS (BASE + (UINT64_C(1) << 36))

/* A full segment, 32-byte beats: the head comes as one beat in 24, is decided in 26, written from
 * 28 on, confirmed in 29 + LATENCY. Without a form: 8 beats in 24 to 31, eight cycles of four words
 * from 33 on. */
static void one_beat(void) {
    lab_bench_t *bench = open_bench(3, GROUPED_HEAD_APART, 1);
    access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX);
    check_equal(drain(bench), 50, "grouped: done");
    check_equal(bench->count, 2, "grouped: bursts");
    expect_event(bench, 0, 'r', 4, HEADS + 5 * 32, 1, "grouped");
    expect_event(bench, 1, 'w', 28, HEADS + 5 * 32, 1, "grouped");
    check_equal(grouped_timing_counters(bench->banks[0])->decide_cycles, 1, "grouped: decided");
    close_bench(bench);

    bench = open_bench(0, GROUPED_IN_LINE, 0);
    access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX);
    drain(bench);
    expect_event(bench, 0, 'r', 4, BASE + 5 * 256, 8, "plain");
    expect_event(bench, 1, 'w', 42, BASE + 5 * 256, 8, "plain"); /* decided in 33 to 40 */
    check_equal(grouped_timing_counters(bench->banks[0])->decide_cycles, 8, "plain: decided");
    close_bench(bench);
}

/* The same access again changes nothing, and nothing is written. */
static void unchanged(grouped_place_t place) {
    lab_bench_t *bench = open_bench(3, place, 1);
    access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX);
    drain(bench);
    const uint64_t again = bench->now;
    access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX);
    /* offered in `again`, at lookup 3 later, pushed; decided 5 later */
    check_equal(drain(bench), again + 6, "the line is buffered, and stays as it is");
    check_equal(bench->count, 2, "no more bursts");
    close_bench(bench);
}

/* Three warps have stored ten words each, the last two words are as after the clear: a load of all
 * meets four different entries. */
static void decisions_of_groups(uint32_t lanes, uint64_t cycles) {
    lab_bench_t *bench = open_bench(4, GROUPED_HEAD_APART, lanes);
    for (unsigned warp = 0; warp < 3; warp++) {
        access(bench, warp, SCORD_OP_STORE, 5, 0x3ffu << 10 * warp);
        drain(bench);
    }
    const uint64_t before = grouped_timing_counters(bench->banks[0])->decide_cycles;
    check_equal(before, 3, "a store of equal entries is one decision");
    access(bench, 3, SCORD_OP_LOAD, 5, UINT32_MAX);
    drain(bench);
    check_equal(grouped_timing_counters(bench->banks[0])->decide_cycles - before, cycles,
                "four groups by %u lanes", lanes);
    check_equal(grouped_image_counts(bench->image)->groups, 3 + 4, "groups in all");
    close_bench(bench);
}

/* Heads apart, three places: the clear's entry, and two warps'. The third warp's ten words (20 to
 * 29) are plain: beats 5 to 7 of the line. A store of all makes one entry of everything. */
static void no_place_in_the_head(void) {
    lab_bench_t *bench = open_bench(3, GROUPED_HEAD_APART, 1);
    for (unsigned warp = 0; warp < 3; warp++) {
        access(bench, warp, SCORD_OP_STORE, 5, 0x3ffu << 10 * warp);
        if (warp < 2) drain(bench);
    }
    const unsigned before = bench->count; /* the line is buffered: nothing is read */
    const uint64_t offered = bench->now;
    drain(bench);
    check_equal(grouped_image_counts(bench->image)->became_plain, 10, "words without a place");
    check_equal(bench->count - before, 2, "head and entries are written");
    expect_event(bench, before, 'w', offered + 7, HEADS + 5 * 32, 1, "the head");
    expect_event(bench, before + 1, 'w', offered + 9, BASE + 5 * 256 + 5 * 32, 3, "its entries");
    access(bench, 3, SCORD_OP_STORE, 5, UINT32_MAX);
    drain(bench);
    check_equal(grouped_image_counts(bench->image)->became_grouped, 10, "all have a place again");
    check_equal(bench->count - before, 3, "only the head is written");
    close_bench(bench);
}

/* One entry in the line: a store of one word makes the line plain, and it is written whole (8
 * beats). Read again, a word of it costs a second round (the head says plain in 24, the burst is
 * asked for in 25, at the port in 26), but none beside the head, nor when a bit elsewhere has said
 * so: there the bit comes first. */
static void a_plain_line(uint32_t eager, grouped_place_t place, const char *name) {
    lab_bench_t *bench = open_bench(1, place, 1);
    bench->options.eager = eager;
    empty_buffer(bench);
    access(bench, 0, SCORD_OP_STORE, 5, 1u << 20);
    drain(bench);
    check_equal(bench->events[bench->count - 1].beats, 8, "%s: written whole", name);
    check_equal(grouped_image_counts(bench->image)->became_plain, 1, "%s: plain", name);
    empty_buffer(bench);
    access(bench, 0, SCORD_OP_LOAD, 5, 1u << 20);
    drain(bench);
    const uint64_t entry = BASE + 5 * 256 + 5 * 32;
    if (place == GROUPED_BIT) {
        expect_event(bench, 0, 'r', 4, BASE + (UINT64_C(1) << 37), 1, name);
        expect_event(bench, 1, 'r', 4 + LATENCY + 2, entry, 1, name);
    } else {
        expect_event(bench, 0, 'r', 4, BASE + 5 * 256, 1, name);
        expect_event(bench, 1, 'r', eager != 0 ? 5 : 4 + LATENCY + 2, entry, 1, name);
    }
    close_bench(bench);
}

/* Grouped again, with place in the line: not by a store of a part, but by one of all. */
static void grouped_again(uint32_t regroup, bool whole, uint64_t expected) {
    lab_bench_t *bench = open_bench(1, GROUPED_IN_LINE, 1);
    bench->options.regroup = regroup;
    empty_buffer(bench);
    access(bench, 0, SCORD_OP_STORE, 5, 1);
    access(bench, 0, SCORD_OP_STORE, 6, 1);
    drain(bench);
    if (whole)
        access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX);
    else
        access(bench, 0, SCORD_OP_STORE, 5, ~1u);
    drain(bench);
    check_equal(grouped_image_counts(bench->image)->became_grouped, expected,
                "regroup %u, a store of %s", regroup, whole ? "all" : "the rest");
    close_bench(bench);
}

/* Room for two heads. The third request waits at lookup from 5 on: the first line is free after 26,
 * written from 27 on (address 28, beat 29), confirmed in 49, given away in 50, its bytes taken in
 * 51, and the head asked for in 52. */
static void bytes_of_the_buffer(void) {
    lab_bench_t *bench = open_bench(3, GROUPED_HEAD_APART, 1);
    bench->options.buffer_bytes = 64;
    empty_buffer(bench);
    for (uint64_t segment = 5; segment < 8; segment++) {
        access(bench, 0, SCORD_OP_STORE, segment, UINT32_MAX);
        lab_cycle(bench);
    }
    drain(bench);
    expect_event(bench, 0, 'r', 4, HEADS + 5 * 32, 1, "the first");
    expect_event(bench, 1, 'r', 5, HEADS + 6 * 32, 1, "the second");
    expect_event(bench, 2, 'w', 28, HEADS + 5 * 32, 1, "the first, written");
    expect_event(bench, 4, 'r', 52, HEADS + 7 * 32, 1, "the third");
    close_bench(bench);
}

/* Lines whose bit says that they are plain are read without a head, which takes its bytes in the
 * buffer all the same: taken and given away one after the other they leave as many bytes as before.
 */
static void plain_lines_in_few_bytes(void) {
    lab_bench_t *bench = open_bench(1, GROUPED_BIT, 1);
    for (uint64_t segment = 0; segment < 16; segment++) {
        access(bench, 0, SCORD_OP_STORE, segment, 1);
        drain(bench);
        bench->count = 0;
    }
    check_equal(grouped_image_counts(bench->image)->became_plain, 16, "plain lines");
    bench->options.buffer_bytes = 48; /* a head and a beat of entries are 8 + 32 */
    empty_buffer(bench);
    for (unsigned turn = 0; turn < 64; turn++) {
        access(bench, 0, SCORD_OP_LOAD, turn % 16, 1);
        drain(bench);
        bench->count = 0;
    }
    check_equal(grouped_timing_counters(bench->banks[0])->requests, 64, "all are decided");
    check_equal(grouped_timing_counters(bench->banks[0])->line_misses, 64,
                "one line fits, and a head beside it");
    close_bench(bench);
}

/* Four sets of two places, by the line's number folded by XOR: 5 = 01 01 gives 00, 17 = 01 00 01
 * gives 00, and 0 does. */
static void sets_of_lines(void) {
    lab_bench_t *bench = open_bench(3, GROUPED_HEAD_APART, 1);
    bench->options.ways = 2;
    empty_buffer(bench);
    static const uint64_t segments[] = {5, 17, 0};
    for (unsigned i = 0; i < 3; i++) {
        access(bench, 0, SCORD_OP_STORE, segments[i], UINT32_MAX);
        lab_cycle(bench);
    }
    drain(bench);
    expect_event(bench, 0, 'r', 4, HEADS + 5 * 32, 1, "the first of the set");
    expect_event(bench, 1, 'r', 5, HEADS + 17 * 32, 1, "the second");
    /* as above, but the line is taken as soon as its write is confirmed in 49 */
    expect_event(bench, 4, 'r', 51, HEADS, 1, "the third waits");
    close_bench(bench);
}

/* Bank 1 has a request to wait for before the fence, bank 0 has nothing: both decide the fence in
 * the cycle after bank 1's request, and bank 0's next request after it. */
static void fences_meet(void) {
    lab_bench_t *bench = open_bench(3, GROUPED_HEAD_APART, 1);
    bench->options.banks = 2;
    empty_buffer(bench);
    access(bench, 0, SCORD_OP_STORE, 5, UINT32_MAX); /* bank 1 */
    lab_cycle(bench);
    fence(bench);
    while (grouped_timing_counters(bench->banks[1])->fences == 0 && bench->now < 100) {
        check_equal(grouped_timing_counters(bench->banks[0])->fences, 0, "bank 0 waits");
        lab_cycle(bench);
    }
    /* decided in 26; the fence is loaded with it gone, and met in 27 */
    check_equal(bench->now, 28, "the fence is decided");
    check_equal(grouped_timing_counters(bench->banks[0])->fences, 1, "in both banks");
    drain(bench);
    close_bench(bench);
}

static void sizes_of_heads(void) {
    /* 8 bytes an entry, and the map */
    check_equal(grouped_head_bytes(1, GROUPED_IN_LINE), 8, "one");
    check_equal(grouped_head_bytes(4, GROUPED_IN_LINE), 8 + 32, "four: 64 bits of map");
    check_equal(grouped_head_bytes(8, GROUPED_BIT), 16 + 64, "eight: 96 bits of map");
    check_equal(grouped_head_bytes(3, GROUPED_HEAD_APART), 8 + 24, "three, or plain: 64 bits");
    check_equal(grouped_head_bytes(4, GROUPED_HEAD_APART), 64, "four, or plain: 96 bits, 44 bytes");
}

int main(void) {
    one_beat();
    unchanged(GROUPED_HEAD_APART);
    unchanged(GROUPED_IN_LINE);
    decisions_of_groups(1, 4);
    decisions_of_groups(2, 2);
    decisions_of_groups(4, 1);
    no_place_in_the_head();
    a_plain_line(0, GROUPED_IN_LINE, "in a second round");
    a_plain_line(1, GROUPED_IN_LINE, "beside the head");
    a_plain_line(0, GROUPED_BIT, "after its bit");
    grouped_again(0, true, 0);
    grouped_again(1, true, 1);
    grouped_again(1, false, 0);
    grouped_again(2, false, 1);
    bytes_of_the_buffer();
    plain_lines_in_few_bytes();
    sets_of_lines();
    fences_meet();
    sizes_of_heads();
    same_as_rtl(8, 4, 1, 0);
    same_as_rtl(8, 4, 1, 5);
    same_as_rtl(16, 32, 16, 3);
    same_as_rtl(32, 16, 4, 1);
    same_as_rtl(2, 1, 2, 8);
    return check_summary();
}
