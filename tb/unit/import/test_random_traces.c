/* SPDX-License-Identifier: Apache-2.0 */
/* test_random_traces.c: random launches written as trace text come back as the same events, in an
 * order that is possible. usage: test_random_traces [SEED [COUNT]]     without arguments: a fixed
 * set of seeds
 *
 * Every warp's events are the generated ones, in program order, at the generated addresses (found
 * through the objects that name the pages); no warp passes a barrier before all of its block have
 * arrived or ended; a lock has one holder; the same seed gives the same stream, and every tracer
 * version, address mode and rule of order occurs, plain and compressed.
 */
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/import/trace_import.h"
#include "tb/unit/stream/random_event.h"
#include "tb/unit/import/trace_writer.h"

enum {
    BLOCKS_MAX = 6,
    WARPS_MAX = 4,
    ITEMS_MAX = 64,
    PAGES = 5,
    LOCKS = 3,
    SEEDS = 240,
    SMS_MAX = SCORD_MAX_SMS
};

/* What a warp does: an access, a fence, or a barrier (kind BARRIER_ARRIVE). */
typedef struct generated_warp {
    scord_event_t item[ITEMS_MAX];
    unsigned items;
} generated_warp_t;

typedef struct generated {
    random_source_t random;
    trace_style_t style;
    uint32_t grid[3], block[3], threads;
    unsigned blocks, warps, order[BLOCKS_MAX]; /* order: of the blocks in the trace */
    unsigned barriers;
    generated_warp_t warp[BLOCKS_MAX][WARPS_MAX];
} generated_t;

static uint64_t below(generated_t *generated, uint64_t limit) {
    return random_below(&generated->random, limit);
}

/* ---- drawing ---- */

static uint64_t page_of(unsigned index) {
    static const uint64_t pages[PAGES] = {0x7f0030000000, 0x7f0030010000, 0x7f1000000000,
                                          0x7f0023000000, 0x10000};
    return pages[index];
}

static uint32_t lanes_of(const generated_t *generated, unsigned warp) {
    const uint32_t threads = generated->threads - 32 * warp;
    return threads >= 32 ? UINT32_MAX : (1u << threads) - 1;
}

static uint32_t some_lanes(generated_t *generated, uint32_t lanes) {
    const uint32_t drawn = below(generated, 2) == 0
                               ? lanes
                               : (uint32_t)random_next(&generated->random) & lanes;
    return drawn != 0 ? drawn : lanes & -lanes;
}

static void draw_addresses(generated_t *generated, scord_event_access_t *access) {
    const uint64_t page = page_of((unsigned)below(generated, PAGES)),
                   base = 0x1000 + 16 * below(generated, 0x100);
    const unsigned form = (unsigned)below(generated, 4);
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint64_t offset = form == 0   ? 16 * below(generated, 0x200)
                                : form == 1 ? 0
                                : form == 2 ? lane * access->size
                                            : (31 - lane) * 2u * access->size;
        access->address[lane] = (form == 0 ? page_of((unsigned)below(generated, PAGES)) : page) +
                                base + offset;
    }
}

/* CAS and Exch have words of their own, so that no lock is inferred of them. */
static void draw_values(generated_t *generated, scord_event_access_t *access) {
    const bool cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    if (!cas && access->atomic_kind != SCORD_ATOMIC_KIND_EXCH) return;
    access->has_operands = 1;
    access->has_returned = cas;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        access->address[lane] = page_of(0) + (cas ? 0x4000 : 0x8000) + 8 * below(generated, 64);
        access->value[lane] = !cas;
    }
}

static scord_event_t draw_access(generated_t *generated, uint32_t lanes, uint32_t pc) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    scord_event_access_t *access = &event.access;
    access->pc = pc;
    access->mask = some_lanes(generated, lanes);
    access->op = (uint8_t)below(generated, SCORD_OP_COUNT);
    access->scope = SCORD_SCOPE_DEVICE;
    if (access->op == SCORD_OP_ATOMIC) {
        access->atomic_kind = (uint8_t)(1 + below(generated, SCORD_ATOMIC_KIND_COUNT - 1));
        access->scope = (uint8_t)below(generated, SCORD_SCOPE_COUNT);
        access->size = below(generated, 3) == 0 ? 8 : 4;
        access->strong = 1;
    } else {
        access->size = (uint8_t)(1u << below(generated, 5));
        const unsigned form = (unsigned)below(generated,
                                              5); /* 0 to 2 weak, 3 volatile, 4 of a scope */
        access->strong = form >= 3;
        if (form == 4) {
            const bool acquires = access->op == SCORD_OP_LOAD && below(generated, 2) == 0;
            access->semantics = acquires ? SCORD_SEMANTICS_ACQUIRE : SCORD_SEMANTICS_RELAXED;
            access->scope = acquires && below(generated, 2) == 0 ? SCORD_SCOPE_SYSTEM
                                                                 : (uint8_t)below(generated, 2);
        }
    }
    draw_addresses(generated, access);
    draw_values(generated, access);
    return event;
}

static scord_event_t fence_event(uint8_t scope, uint32_t mask, uint32_t pc) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence.scope = scope;
    event.fence.mask = mask;
    event.fence.pc = pc;
    return event;
}

static void add(generated_warp_t *warp, scord_event_t event) {
    if (warp->items < ITEMS_MAX) warp->item[warp->items++] = event;
}

static scord_event_t lock_event(uint8_t kind, uint64_t address, unsigned lane, uint32_t pc,
                                unsigned value, unsigned returned) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){.op = SCORD_OP_ATOMIC,
                                          .atomic_kind = kind,
                                          .scope = SCORD_SCOPE_DEVICE,
                                          .strong = 1,
                                          .size = 4,
                                          .pc = pc,
                                          .mask = 1u << lane,
                                          .has_operands = 1,
                                          .has_returned = kind == SCORD_ATOMIC_KIND_CAS};
    event.access.address[lane] = address;
    event.access.value[lane] = value;
    event.access.returned[lane] = returned;
    return event;
}

/* Some failed attempts, the taking, a fence, an access, a fence, the release. */
static void add_critical_section(generated_t *generated, generated_warp_t *warp, uint32_t lanes,
                                 uint32_t pc) {
    const uint64_t address = page_of(0) + 0xc000 + 256 * below(generated, LOCKS);
    const uint32_t drawn = some_lanes(generated, lanes);
    const unsigned lane = (unsigned)__builtin_ctz(drawn), failures = (unsigned)below(generated, 3);
    if (warp->items + failures + 5 > ITEMS_MAX) return;
    for (unsigned i = 0; i < failures; i++)
        add(warp, lock_event(SCORD_ATOMIC_KIND_CAS, address, lane, pc, 1, 1));
    add(warp, lock_event(SCORD_ATOMIC_KIND_CAS, address, lane, pc, 1, 0));
    add(warp, fence_event(SCORD_SCOPE_DEVICE, 1u << lane, pc + 16));
    add(warp, draw_access(generated, 1u << lane, pc + 32));
    add(warp, fence_event(SCORD_SCOPE_DEVICE, 1u << lane, pc + 48));
    add(warp, lock_event(SCORD_ATOMIC_KIND_EXCH, address, lane, pc + 64, 0, 0));
}

static void draw_phase(generated_t *generated, generated_warp_t *warp, uint32_t lanes,
                       uint32_t *pc) {
    for (unsigned i = (unsigned)below(generated, 6); i > 0; i--, *pc += 96) {
        switch (below(generated, 6)) {
        case 0:
            add(warp, fence_event((uint8_t)below(generated, SCORD_SCOPE_COUNT),
                                  some_lanes(generated, lanes), *pc));
            break;
        case 1: add_critical_section(generated, warp, lanes, *pc); break;
        default: add(warp, draw_access(generated, lanes, *pc)); break;
        }
    }
}

static void draw_warp(generated_t *generated, unsigned block, unsigned index) {
    generated_warp_t *warp = &generated->warp[block][index];
    uint32_t pc = 0x10;
    warp->items = 0;
    for (unsigned i = 0; i <= generated->barriers; i++) {
        draw_phase(generated, warp, lanes_of(generated, index), &pc);
        if (i == generated->barriers || warp->items >= ITEMS_MAX - 8 || below(generated, 8) == 0)
            break; /* some end before others wait */
        scord_event_t barrier = {.kind = SCORD_EVENT_KIND_BARRIER_ARRIVE};
        barrier.warp.pc = pc;
        add(warp, barrier);
        pc += 16;
    }
}

static void draw_launch(generated_t *generated, uint64_t seed) {
    memset(generated, 0, sizeof *generated);
    generated->random.state = seed;
    trace_style_t *style = &generated->style;
    style->version = TRACE_VERSION_MIN + (unsigned)(seed % 4);
    style->line_numbers = style->version >= 4 && below(generated, 2) == 0;
    style->immediate = style->version >= 5;
    generated->blocks = 1 + (unsigned)below(generated, BLOCKS_MAX);
    generated->threads = 1 + (uint32_t)below(generated, 32 * WARPS_MAX);
    generated->warps = (generated->threads + 31) / 32;
    generated->barriers = (unsigned)below(generated, 4);
    for (unsigned i = 0; i < 3; i++) generated->grid[i] = generated->block[i] = 1;
    generated->grid[seed % 3] = generated->blocks;
    generated->block[seed / 3 % 3] = generated->threads;
    for (unsigned i = 0; i < generated->blocks; i++) generated->order[i] = i;
    for (unsigned i = generated->blocks; i-- > 1;) {
        const unsigned other = (unsigned)below(generated, i + 1), swap = generated->order[i];
        generated->order[i] = generated->order[other];
        generated->order[other] = swap;
    }
    for (unsigned block = 0; block < generated->blocks; block++)
        for (unsigned warp = 0; warp < generated->warps; warp++) draw_warp(generated, block, warp);
}

/* ---- writing ---- */

static unsigned write_noise(generated_t *generated, FILE *out, uint32_t lanes) {
    static const char *const opcodes[] = {"IMAD.MOV.U32", "BSSY", "BSYNC",    "WARPSYNC",
                                          "ISETP.GE.AND", "NOP",  "DEPBAR.LE"};
    unsigned lines = 0;
    for (; below(generated, 3) == 0; lines++)
        write_trace_plain(out, &generated->style, 0x8, below(generated, 4) == 0 ? 0 : lanes,
                          opcodes[below(generated, sizeof opcodes / sizeof opcodes[0])]);
    return lines;
}

static unsigned write_item(generated_t *generated, FILE *out, const scord_event_t *item,
                           uint32_t lanes) {
    generated->style.mode = (unsigned)below(generated, 3);
    if (item->kind == SCORD_EVENT_KIND_ACCESS)
        return write_trace_access(out, &generated->style, &item->access);
    if (item->kind == SCORD_EVENT_KIND_FENCE)
        return write_trace_fence(out, &generated->style, &item->fence);
    write_trace_plain(out, &generated->style, item->warp.pc, lanes, "BAR.SYNC.DEFER_BLOCKING");
    return 1;
}

static void write_warp(generated_t *generated, FILE *out, unsigned block, unsigned index) {
    generated_warp_t *warp = &generated->warp[block][index];
    const uint32_t lanes = lanes_of(generated, index);
    char *text = NULL;
    size_t size = 0;
    FILE *body = open_memstream(&text, &size);
    unsigned lines = 1;
    for (unsigned i = 0; i < warp->items; i++)
        lines += write_noise(generated, body, lanes) +
                 write_item(generated, body, &warp->item[i], lanes);
    write_trace_plain(body, &generated->style, 0xff0, lanes, "EXIT");
    fclose(body);
    fprintf(out, "warp = %u\ninsts = %u\n%s\n", index, lines, text);
    free(text);
}

static bytes_t write_launch(generated_t *generated) {
    bytes_t bytes;
    FILE *out = open_memstream((char **)&bytes.data, &bytes.size);
    write_trace_head(out, &generated->style, "_Z6randomPi", generated->grid, generated->block);
    for (unsigned i = 0; i < generated->blocks; i++) {
        const unsigned block = generated->order[i];
        uint32_t cta[3] = {0, 0, 0};
        for (unsigned k = 0; k < 3; k++)
            if (generated->grid[k] > 1) cta[k] = block;
        fprintf(out, "#BEGIN_TB\n\nthread block = %u,%u,%u\n\n", cta[0], cta[1], cta[2]);
        for (unsigned warp = 0; warp < generated->warps; warp++)
            write_warp(generated, out, block, warp);
        fputs("#END_TB\n\n", out);
    }
    fclose(out);
    return bytes;
}

static bytes_t compress(bytes_t plain) {
    bytes_t out = {.data = malloc(plain.size + 4096)};
    CHECK(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, NULL, plain.data, plain.size, out.data,
                                  &out.size, plain.size + 4096) == LZMA_OK,
          "xz");
    free(plain.data);
    return out;
}

/* ---- importing ---- */

static bytes_t import_bytes(const bytes_t *trace, const trace_import_options_t *options,
                            uint64_t seed) {
    scord_stream_error_t error = {.message = ""};
    trace_import_counts_t counts;
    const int fd = memory_file("", 0);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(
        dup(fd), "memory", SCORD_STREAM_BINARY, options->config, &error);
    trace_text_t *text = trace_text_open_fd(memory_file(trace->data, trace->size), "trace", &error);
    CHECK(writer && text, "seed %llu: %s", (unsigned long long)seed, error.message);
    const scord_stream_status_t status = trace_import_text(text, options, writer, &counts, &error);
    CHECK(status == SCORD_STREAM_OK, "seed %llu: %s", (unsigned long long)seed, error.message);
    CHECK(counts.play.forced == 0, "seed %llu: %llu locks were forced", (unsigned long long)seed,
          (unsigned long long)counts.play.forced);
    CHECK(scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK, "closing fails");
    const bytes_t bytes = file_contents(fd);
    close(fd);
    return bytes;
}

/* ---- checking ---- */

typedef struct run_warp {
    bool live, waiting;
    unsigned block, index, next; /* next generated item */
} run_warp_t;

typedef struct run {
    const generated_t *generated;
    uint64_t seed;
    const events_t *events;
    run_warp_t warp[SMS_MAX][SCORD_MAX_WARPS_PER_SM];
    uint32_t slot_warps[SMS_MAX][SCORD_MAX_BLOCKS_PER_SM];
    unsigned launched[BLOCKS_MAX], held[LOCKS];
} run_t;

/* The address in the trace, through the objects that name the pages. */
static uint64_t traced(const run_t *run, uint64_t address) {
    for (size_t i = 0;
         i < run->events->count && run->events->list[i].kind != SCORD_EVENT_KIND_KERNEL_BEGIN;
         i++) {
        const scord_event_object_t *object = &run->events->list[i].object;
        if (run->events->list[i].kind == SCORD_EVENT_KIND_OBJECT &&
            address - object->address < object->bytes)
            return strtoull(object->name + strlen("trace:"), NULL, 16) +
                   (address - object->address);
    }
    return 0;
}

static void follow_lock(run_t *run, const scord_event_access_t *access, uint64_t address) {
    const uint64_t first = page_of(0) + 0xc000;
    const unsigned lane = (unsigned)__builtin_ctz(access->mask),
                   lock = (unsigned)((address - first) / 256);
    if (address < first || lock >= LOCKS) return;
    if (access->atomic_kind == SCORD_ATOMIC_KIND_EXCH)
        run->held[lock] = 0;
    else if (access->returned[lane] == 0) {
        CHECK(run->held[lock] == 0, "seed %llu: lock %u is taken while it is held",
              (unsigned long long)run->seed, lock);
        run->held[lock] = 1;
    }
}

static void check_access(run_t *run, const scord_event_t *found, const scord_event_t *expected) {
    scord_event_access_t access = found->access;
    CHECK(expected->kind == SCORD_EVENT_KIND_ACCESS, "seed %llu: event %llu is an access",
          (unsigned long long)run->seed, (unsigned long long)found->sequence);
    access.sm = access.slot = access.warp = 0;
    for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
        access.address[__builtin_ctz(rest)] = traced(run, access.address[__builtin_ctz(rest)]);
    CHECK(memcmp(&access, &expected->access, sizeof access) == 0,
          "seed %llu: event %llu is not the access that was written", (unsigned long long)run->seed,
          (unsigned long long)found->sequence);
    if (access.op == SCORD_OP_ATOMIC)
        follow_lock(run, &found->access, access.address[__builtin_ctz(access.mask)]);
}

static void check_fence(run_t *run, const scord_event_t *found, const scord_event_t *expected) {
    scord_event_fence_t fence = found->fence;
    fence.sm = fence.slot = fence.warp = 0;
    CHECK(expected->kind == SCORD_EVENT_KIND_FENCE &&
              memcmp(&fence, &expected->fence, sizeof fence) == 0,
          "seed %llu: event %llu is not the fence that was written", (unsigned long long)run->seed,
          (unsigned long long)found->sequence);
}

/* The next item of a warp that may act. */
static const scord_event_t *act(run_t *run, const scord_event_t *found, unsigned sm,
                                unsigned index) {
    run_warp_t *warp = &run->warp[sm][index];
    const generated_warp_t *generated = &run->generated->warp[warp->block][warp->index];
    CHECK(warp->live && !warp->waiting, "seed %llu: event %llu of a warp that waits or has ended",
          (unsigned long long)run->seed, (unsigned long long)found->sequence);
    CHECK(warp->next < generated->items, "seed %llu: event %llu is one too many for its warp",
          (unsigned long long)run->seed, (unsigned long long)found->sequence);
    return &generated->item[warp->next < generated->items ? warp->next++ : 0];
}

static void check_launch(run_t *run, const scord_event_t *found) {
    const scord_event_block_launch_t *launch = &found->block_launch;
    const unsigned block = launch->cta[0] + launch->cta[1] + launch->cta[2];
    unsigned index = 0;
    CHECK(run->launched[block]++ == 0, "seed %llu: block %u is launched twice",
          (unsigned long long)run->seed, block);
    CHECK((unsigned)__builtin_popcount(launch->warps) == run->generated->warps &&
              launch->threads == run->generated->threads,
          "seed %llu: shape", (unsigned long long)run->seed);
    run->slot_warps[launch->sm][launch->slot] = launch->warps;
    for (uint32_t rest = launch->warps; rest != 0; rest &= rest - 1)
        run->warp[launch->sm][__builtin_ctz(rest)] =
            (run_warp_t){.live = true, .block = block, .index = index++};
}

static void check_arrival(run_t *run, const scord_event_t *found) {
    const scord_event_t *expected = act(run, found, found->warp.sm, found->warp.warp);
    CHECK(expected->kind == SCORD_EVENT_KIND_BARRIER_ARRIVE && expected->warp.pc == found->warp.pc,
          "seed %llu: event %llu arrives where no barrier is", (unsigned long long)run->seed,
          (unsigned long long)found->sequence);
    run->warp[found->warp.sm][found->warp.warp].waiting = true;
}

static void check_release(run_t *run, const scord_event_t *found) {
    for (uint32_t rest = run->slot_warps[found->warp.sm][found->warp.slot]; rest != 0;
         rest &= rest - 1) {
        run_warp_t *warp = &run->warp[found->warp.sm][__builtin_ctz(rest)];
        CHECK(!warp->live || warp->waiting,
              "seed %llu: event %llu releases before all have arrived",
              (unsigned long long)run->seed, (unsigned long long)found->sequence);
        warp->waiting = false;
    }
}

static void check_exit(run_t *run, const scord_event_t *found) {
    run_warp_t *warp = &run->warp[found->warp.sm][found->warp.warp];
    CHECK(warp->live && !warp->waiting &&
              warp->next == run->generated->warp[warp->block][warp->index].items,
          "seed %llu: a warp ends early", (unsigned long long)run->seed);
    warp->live = false;
}

static void check_event(run_t *run, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: check_launch(run, event); break;
    case SCORD_EVENT_KIND_ACCESS:
        check_access(run, event, act(run, event, event->access.sm, event->access.warp));
        break;
    case SCORD_EVENT_KIND_FENCE:
        check_fence(run, event, act(run, event, event->fence.sm, event->fence.warp));
        break;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE: check_arrival(run, event); break;
    case SCORD_EVENT_KIND_BARRIER_RELEASE: check_release(run, event); break;
    case SCORD_EVENT_KIND_WARP_EXIT: check_exit(run, event); break;
    default: break;
    }
}

static void check_stream(const generated_t *generated, const bytes_t *stream, uint64_t seed) {
    events_t events = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    run_t *run = calloc(1, sizeof *run);
    CHECK(read_events(stream->data, stream->size, &events, &error) == SCORD_STREAM_END,
          "seed %llu: %s", (unsigned long long)seed, error.message);
    CHECK(events.count > 0 && events.list[0].kind == SCORD_EVENT_KIND_NOTE &&
              strstr(events.list[0].note.text, "Interleaving rule: "),
          "seed %llu: the first record does not name the rule", (unsigned long long)seed);
    *run = (run_t){.generated = generated, .seed = seed, .events = &events};
    for (size_t i = 0; i < events.count; i++) check_event(run, &events.list[i]);
    for (unsigned block = 0; block < generated->blocks; block++)
        CHECK(run->launched[block] == 1, "seed %llu: block %u is missing", (unsigned long long)seed,
              block);
    for (unsigned sm = 0; sm < SMS_MAX; sm++)
        for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
            CHECK(!run->warp[sm][warp].live, "seed %llu: a warp has not ended",
                  (unsigned long long)seed);
    free(run);
    free_events(&events);
}

static bool same_bytes(const bytes_t *a, const bytes_t *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Returns true when another seed of the order gives another stream. */
static bool round_trip(generated_t *generated, uint64_t seed) {
    char name[64];
    scord_config_t config;
    scord_stream_error_t error;
    draw_launch(generated, seed);
    CHECK(scord_config_parse(seed % 2 == 0 ? "tiny" : "gtx480", &config, name, sizeof name,
                             &error) == 0,
          "configuration");
    trace_import_options_t options = {.config = &config,
                                      .order = (trace_order_t)(seed / 4 % TRACE_ORDER_COUNT),
                                      .seed = seed,
                                      .max_memory = 1 << 24};
    bytes_t trace = write_launch(generated);
    if (seed % 5 == 0) trace = compress(trace);
    bytes_t first = import_bytes(&trace, &options, seed),
            again = import_bytes(&trace, &options, seed);
    check_stream(generated, &first, seed);
    CHECK(same_bytes(&first, &again), "seed %llu: the same seed gives another stream",
          (unsigned long long)seed);
    free(again.data);
    options.seed++;
    again = import_bytes(&trace, &options, seed);
    check_stream(generated, &again, seed);
    const bool differs = first.size != again.size ||
                         memcmp(first.data + 600, again.data + 600, first.size - 600) !=
                             0; /* behind the note */
    CHECK(options.order == TRACE_ORDER_RANDOM || same_bytes(&first, &again),
          "seed %llu: an order without chance depends on the seed", (unsigned long long)seed);
    free(first.data);
    free(again.data);
    free(trace.data);
    return differs && options.order == TRACE_ORDER_RANDOM;
}

int main(int argc, char **argv) {
    generated_t *generated = malloc(sizeof *generated);
    unsigned differing = 0;
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2   ? strtoull(argv[2], NULL, 0)
                           : argc > 1 ? 1
                                      : SEEDS;
    for (uint64_t seed = first; seed < first + count; seed++)
        differing += round_trip(generated, seed);
    CHECK(argc > 1 || differing > SEEDS / 6, "the seed changes the order of %u launches only",
          differing);
    printf("seeds %llu to %llu; another seed of the order changed %u; replay one: "
           "test_random_traces SEED\n",
           (unsigned long long)first, (unsigned long long)(first + count - 1), differing);
    free(generated);
    return finish_test();
}
