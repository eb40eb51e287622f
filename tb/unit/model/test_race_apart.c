/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report/history/race_apart.c (D78): who accessed a word and is not its owner.
 * Items are given as a detector gives them, all of them clean: what counts as a race is the
 * report's. Blocks 0 and 8 (SM 0 and SM 1) have warps 0 to 2.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/report/race_report.h"
#include "cmodel/scord_model.h"

enum { FIRST = 0, SECOND = 1 << SCORD_SLOT_WIDTH, FLAG = 0x100, OTHER_FLAG = 0x180, DATA = 0x200 };

typedef struct bench {
    scord_race_report_t *report;
    scord_metadata_t entry; /* of DATA */
    uint64_t sequence;
} bench_t;

static void tell(bench_t *bench, scord_event_t event) {
    event.sequence = ++bench->sequence;
    assert_int_equal(scord_race_report_event(bench->report, &event), 0);
}

/* An item of the event: at DATA with the entry as it is and then AFTER. */
static void item(bench_t *bench, scord_event_t event, unsigned block, unsigned warp,
                 scord_metadata_t after, scord_path_t path) {
    event.sequence = ++bench->sequence;
    const bool fence = event.kind == SCORD_EVENT_KIND_FENCE;
    const scord_retire_t retire = {.kind = fence ? SCORD_REQUEST_KIND_FENCE
                                                 : SCORD_REQUEST_KIND_ACCESS,
                                   .block_id = (uint8_t)block,
                                   .warp_id = (uint8_t)warp,
                                   .address = event.access.address[0],
                                   .metadata_before = scord_metadata_to_bits(&bench->entry),
                                   .metadata_after = scord_metadata_to_bits(&after),
                                   .path = path,
                                   .verdict = SCORD_VERDICT_CLEAN};
    scord_retire_t judged;
    assert_int_equal(scord_race_report_event(bench->report, &event), 0);
    scord_race_report_judge(bench->report, NULL, &event, NULL, &retire, &judged);
    if (event.access.address[0] == DATA) bench->entry = after;
}

static void fence(bench_t *bench, unsigned block, unsigned warp) {
    item(bench, (scord_event_t){.kind = SCORD_EVENT_KIND_FENCE}, block, warp, bench->entry,
         SCORD_PATH_FULL);
}

static scord_event_t access_event(scord_op_t op, uint64_t address) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access.op = (uint8_t)op;
    event.access.strong = op == SCORD_OP_ATOMIC;
    event.access.size = SCORD_WORD_BYTES;
    event.access.mask = 1;
    event.access.address[0] = address;
    return event;
}

/* A fence and an atomic; the same reads. */
static void flag(bench_t *bench, unsigned block, unsigned warp, uint64_t address) {
    fence(bench, block, warp);
    item(bench, access_event(SCORD_OP_ATOMIC, address), block, warp, bench->entry,
         SCORD_PATH_ATOMIC_AFTER_ATOMIC);
}

static void store(bench_t *bench, unsigned block, unsigned warp, scord_path_t path) {
    const scord_metadata_t after = {
        .block_id = (uint8_t)block, .warp_id = (uint8_t)warp, .modified = 1};
    item(bench, access_event(SCORD_OP_STORE, DATA), block, warp, after, path);
}

/* The reader becomes owner of clean data, or shares them. */
static void load(bench_t *bench, unsigned block, unsigned warp) {
    scord_metadata_t after = bench->entry;
    if (after.modified)
        after = (scord_metadata_t){.block_id = (uint8_t)block, .warp_id = (uint8_t)warp};
    else
        after.dev_shared = 1;
    item(bench, access_event(SCORD_OP_LOAD, DATA), block, warp, after, SCORD_PATH_FULL);
}

static bench_t start(void) {
    scord_config_t config = {.acquire_release = 1};
    bench_t bench = {.report = scord_race_report_create(&config)};
    assert_non_null(bench.report);
    scord_race_report_expect_all(bench.report);
    tell(&bench, (scord_event_t){.kind = SCORD_EVENT_KIND_KERNEL_BEGIN,
                                 .kernel_begin = {.block = {96, 1, 1}, .name = "k"}});
    for (uint8_t sm = 0; sm < 2; sm++)
        tell(&bench, (scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH,
                                     .block_launch = {.sm = sm, .warps = 7, .threads = 96}});
    return bench;
}

static void end(bench_t *bench, uint64_t races) {
    assert_int_equal(scord_race_report_races(bench->report), races);
    scord_race_report_destroy(bench->report);
}

static void second_barrier(bench_t *bench) {
    tell(bench, (scord_event_t){.kind = SCORD_EVENT_KIND_BARRIER_RELEASE, .warp = {.sm = 1}});
}

/* The first reader has waited, and is owner then; the second one has or has not. */
TEST(a_second_reader) {
    for (unsigned way = 0; way < 3; way++) {
        bench_t bench = start();
        store(&bench, FIRST, 0, SCORD_PATH_INITIALIZATION);
        flag(&bench, FIRST, 0, FLAG);
        flag(&bench, SECOND, 0, FLAG);
        load(&bench, SECOND, 0);
        if (way == 1) second_barrier(&bench);
        if (way == 2) flag(&bench, SECOND, 1, OTHER_FLAG); /* which tells nothing */
        load(&bench, SECOND, 1);
        load(&bench, SECOND, 1);
        end(&bench, way == 1 ? 0 : 2);
    }
}

/* The same with a store by the warp that has not waited. What is written then is of another writer.
 */
TEST(a_store_behind_a_reader) {
    for (unsigned waits = 0; waits < 2; waits++) {
        bench_t bench = start();
        store(&bench, FIRST, 0, SCORD_PATH_INITIALIZATION);
        flag(&bench, FIRST, 0, FLAG);
        flag(&bench, SECOND, 0, FLAG);
        load(&bench, SECOND, 0);
        flag(&bench, SECOND, 0, OTHER_FLAG);
        if (waits) flag(&bench, SECOND, 1, OTHER_FLAG);
        store(&bench, SECOND, 1, SCORD_PATH_FULL);
        load(&bench, SECOND, 1);
        end(&bench, waits ? 0 : 1);
    }
}

/* Two readers; the writer has waited for the owner, and for the other one or not. */
TEST(readers_beside_the_owner) {
    for (unsigned waits = 0; waits < 2; waits++) {
        bench_t bench = start();
        bench.entry = (scord_metadata_t){.block_id = SECOND, .warp_id = 0};
        load(&bench, SECOND, 0);
        load(&bench, SECOND, 1);
        flag(&bench, SECOND, 0, FLAG);
        flag(&bench, SECOND, 1, OTHER_FLAG);
        flag(&bench, FIRST, 0, FLAG);
        if (waits) flag(&bench, FIRST, 0, OTHER_FLAG);
        store(&bench, FIRST, 0, SCORD_PATH_FULL);
        end(&bench, waits ? 0 : 1);
    }
}

/* A weak access behind an atomic of another warp is behind it when the warp has observed it: by
 * a load that is strong, or an atomic that changes nothing. */
TEST(behind_an_atomic) {
    for (unsigned observes = 0; observes < 3; observes++) {
        bench_t bench = start();
        scord_metadata_t atomic = {
            .block_id = FIRST, .warp_id = 0, .modified = 1, .is_atom = 1, .strong = 1};
        item(&bench, access_event(SCORD_OP_ATOMIC, DATA), FIRST, 0, atomic,
             SCORD_PATH_INITIALIZATION);
        fence(&bench, SECOND, 1);
        if (observes) {
            scord_event_t poll = access_event(SCORD_OP_LOAD, DATA);
            if (observes == 2) poll = access_event(SCORD_OP_ATOMIC, DATA);
            poll.access.strong = true;
            poll.access.has_operands = observes == 2;
            poll.access.atomic_kind = SCORD_ATOMIC_KIND_ADD;
            item(&bench, poll, SECOND, 1, atomic, SCORD_PATH_ATOMIC_AFTER_ATOMIC);
        }
        load(&bench, SECOND, 1);
        end(&bench, observes ? 0 : 1);
    }
}

static const scord_metadata_t OWN_ATOMIC = {
    .block_id = SECOND, .warp_id = 1, .modified = 1, .is_atom = 1, .strong = 1};

/* A weak load behind the warp's own atomic, and an atomic of another warp before both, which may
 * have been a compare-and-swap that failed. */
TEST(behind_its_own_atomic) {
    for (unsigned way = 0; way < 3; way++) {
        bench_t bench = start();
        const scord_metadata_t other = {
            .block_id = FIRST, .warp_id = 0, .modified = 1, .is_atom = 1, .strong = 1};
        scord_event_t first = access_event(SCORD_OP_ATOMIC, DATA);
        if (way == 1) {
            first.access.atomic_kind = SCORD_ATOMIC_KIND_CAS;
            first.access.has_returned = first.access.has_operands = 1;
            first.access.compare[0] = 1;
        }
        if (way == 2) fence(&bench, FIRST, 0);
        item(&bench, first, FIRST, 0, other, SCORD_PATH_INITIALIZATION);
        item(&bench, access_event(SCORD_OP_ATOMIC, DATA), SECOND, 1, OWN_ATOMIC,
             SCORD_PATH_ATOMIC_AFTER_ATOMIC);
        item(&bench, access_event(SCORD_OP_LOAD, DATA), SECOND, 1, OWN_ATOMIC,
             SCORD_PATH_PROGRAM_ORDER);
        end(&bench, way == 0);
    }
}

/* The other's atomic comes later: the entry shows the warp's atomic, and not its load, or its store
 * before that. */
TEST(hidden_by_its_own_atomic) {
    for (unsigned way = 0; way < 4; way++) {
        const bool stores = way & 1, ordered = way & 2;
        bench_t bench = start();
        const scord_metadata_t other = {
            .block_id = FIRST, .warp_id = 0, .modified = 1, .is_atom = 1, .strong = 1};
        if (stores) store(&bench, SECOND, 1, SCORD_PATH_INITIALIZATION);
        item(&bench, access_event(SCORD_OP_ATOMIC, DATA), SECOND, 1, OWN_ATOMIC,
             stores ? SCORD_PATH_PROGRAM_ORDER : SCORD_PATH_INITIALIZATION);
        if (!stores)
            item(&bench, access_event(SCORD_OP_LOAD, DATA), SECOND, 1, OWN_ATOMIC,
                 SCORD_PATH_PROGRAM_ORDER);
        const scord_metadata_t entry = bench.entry;
        if (ordered) {
            flag(&bench, SECOND, 1, FLAG);
            flag(&bench, FIRST, 0, FLAG);
        }
        bench.entry = entry;
        item(&bench, access_event(SCORD_OP_ATOMIC, DATA), FIRST, 0, other,
             SCORD_PATH_ATOMIC_AFTER_ATOMIC);
        end(&bench, !ordered);
    }
}

/* What a strong load has observed is known behind a fence of its warp, or a barrier of its block.
 */
TEST(behind_a_load_of_the_flag) {
    for (unsigned way = 0; way < 3; way++) {
        bench_t bench = start();
        store(&bench, FIRST, 0, SCORD_PATH_INITIALIZATION);
        flag(&bench, FIRST, 0, FLAG);
        scord_event_t poll = access_event(SCORD_OP_LOAD, FLAG);
        poll.access.strong = true;
        item(&bench, poll, SECOND, 1, bench.entry, SCORD_PATH_FULL);
        if (way == 1) fence(&bench, SECOND, 1);
        if (way == 2) second_barrier(&bench);
        load(&bench, SECOND, 1);
        end(&bench, way == 0);
    }
}

TEST_MAIN("race_apart")
