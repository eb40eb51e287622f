/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cosim/lockstep/device/axi_memory.c (with axi_rules.c, sparse_memory.c) and
 * cosim/lockstep/device/memory_faults.c: the memory is as unhelpful as AXI4 allows and no worse,
 * catches each broken rule, and its errors are what it says they are.
 */
#include "tb/unit/model/model_test.h"

#include "tb/lockstep/device/axi_master.h"
#include "cosim/lockstep/device/axi_rules.h"
#include "cosim/lockstep/device/memory_faults.h"

enum { LINES = 8, LINE = SCORD_METADATA_LINE_BYTES, BASE = 0x10000, CYCLES = 200000, OKAY = 0 };

static axi_master_t master; /* too large for the stack; each test starts it anew */

static void start(uint64_t seed, uint32_t latency, uint32_t errors) {
    const scord_axi_memory_options_t options = {
        .seed = seed, .max_latency = latency, .error_permille = errors, .metadata_lines = LINES};
    axi_master_start(&master, &options);
    assert_non_null(master.memory);
}

static void run(void) {
    const bool ended = axi_master_run(&master, CYCLES);
    if (!ended) fail_msg("%s", master.broken ? master.broken : "not everything was answered");
}

static uint64_t pattern(uint64_t address) { return address * UINT64_C(0x9e3779b97f4a7c15); }

/* The words of a line in memory, by the back door. */
static void fill(uint64_t address, uint64_t words) {
    for (uint64_t i = 0; i < words; i++)
        scord_axi_memory_write(master.memory, address + 8 * i, pattern(address + 8 * i));
}

/* A range filled at once: written words and words of places that do not exist, not one beyond its
 * ends; a second range leaves of the first only what was written. */
TEST(test_filled_range) {
    const uint64_t high = (UINT64_C(1) << SCORD_ADDRESS_WIDTH) - LINE,
                   unwritten = 0xdeadbeefdeadbeef;
    start(1, 1, 0);
    fill(BASE, 4);
    scord_axi_memory_fill(master.memory, BASE + 8, BASE + 16, 7);
    assert_true(scord_axi_memory_read(master.memory, BASE) == pattern(BASE));
    assert_true(scord_axi_memory_read(master.memory, BASE + 8) == 7);
    assert_true(scord_axi_memory_read(master.memory, BASE + 16) == pattern(BASE + 16));
    scord_axi_memory_fill(master.memory, high, high + LINE, 9);
    assert_true(scord_axi_memory_read(master.memory, high - 8) == unwritten);
    assert_true(scord_axi_memory_read(master.memory, high) == 9);
    scord_axi_memory_write(master.memory, high, 10);
    assert_true(scord_axi_memory_read(master.memory, high) == 10);
    assert_true(scord_axi_memory_read(master.memory, high + LINE - 8) == 9);
    assert_true(scord_axi_memory_read(master.memory, BASE + 8) == 7);
    scord_axi_memory_fill(master.memory, high, high + 8, 11);
    assert_true(scord_axi_memory_read(master.memory, high) == 11);
    axi_master_stop(&master);
}

/* ---- order and data ---- */

/* Reads of all slots at once: beats of each ID in order and with their data, IDs in any order,
 * beats interleaved. */
TEST(test_reads) {
    for (uint32_t latency = 1; latency <= 64; latency *= 4) {
        start(latency, latency, 0);
        master.accept = latency > 1 ? 5 : 8;
        fill(BASE, LINES * LINE / 8);
        for (uint32_t id = 0; id < LINES; id++)
            axi_master_read(&master, BASE + id * LINE + 8 * id, id, 20);
        run();
        unsigned next[LINES] = {0};
        for (unsigned i = 0; i < master.beat_count; i++) {
            const axi_beat_t *beat = &master.read_beats[i];
            assert_in_range(beat->id, 0, LINES - 1);
            assert_true(beat->data ==
                        pattern(BASE + beat->id * LINE + 8 * (beat->id + next[beat->id])));
            assert_int_equal(beat->response, OKAY);
            assert_int_equal(beat->last, ++next[beat->id] == 20);
        }
        const scord_axi_statistics_t *statistics = scord_axi_memory_statistics(master.memory);
        assert_int_equal(statistics->read_beats, LINES * 20);
        assert_int_equal(statistics->read_bursts, LINES);
        if (latency > 4) {
            assert_true(statistics->interleaved > 0);
            assert_true(statistics->out_of_order > 0);
            assert_int_equal(statistics->most_reads, LINES);
        }
        axi_master_stop(&master);
    }
}

/* Writes with strobes, data behind or ahead of their addresses; responses of one ID in order. */
TEST(test_writes) {
    static const uint8_t strobe[5] = {0xff, 0, 0xff, 0, 0xff};
    static uint64_t data[LINES][5];
    for (unsigned data_first = 0; data_first < 2; data_first++) {
        start(7, 16, 0);
        master.data_first = data_first;
        fill(BASE, LINES * LINE / 8);
        for (uint32_t id = 0; id < LINES; id++) {
            for (unsigned i = 0; i < 5; i++) data[id][i] = 1000 * id + i;
            axi_master_write(&master, BASE + id * LINE, id, 5, data[id], strobe);
        }
        run();
        for (uint32_t id = 0; id < LINES; id++)
            for (unsigned i = 0; i < 5; i++) {
                const uint64_t address = BASE + id * LINE + 8 * i;
                assert_true(scord_axi_memory_read(master.memory, address) ==
                            (strobe[i] ? data[id][i] : pattern(address)));
            }
        assert_int_equal(scord_axi_memory_statistics(master.memory)->write_beats, LINES * 5);
        axi_master_stop(&master);
    }
}

/* The least helpful order: a write is visible with its response, a read takes its data with its
 * address. */
TEST(test_visibility) {
    static const uint64_t data[1] = {42};
    start(3, 200, 0);
    fill(BASE, 1);
    axi_master_write(&master, BASE, SCORD_AXI_ID_CLEAR, 1, data, NULL);
    while (master.w_next == 0) assert_true(axi_master_cycle(&master));
    while (master.response_count == 0) {
        assert_true(scord_axi_memory_read(master.memory, BASE) == pattern(BASE) ||
                    *master.device.m_axi_bvalid_i.bits);
        assert_true(axi_master_cycle(&master));
    }
    assert_true(scord_axi_memory_read(master.memory, BASE) == 42);
    axi_master_read(&master, BASE, 0, 1);
    while (master.read_next == 0) assert_true(axi_master_cycle(&master));
    scord_axi_memory_write(master.memory, BASE, 43);
    run();
    assert_true(master.read_beats[0].data == 42);
    axi_master_stop(&master);
}

/* A fast memory never waits; a slow one has long phases in which a channel does nothing, and yet
 * everything is answered. */
TEST(test_stalls) {
    for (unsigned slow = 0; slow < 2; slow++) {
        start(11, slow ? 20 : 1, 0);
        uint64_t longest = 0, asleep = 0, latency = 0;
        for (unsigned i = 0; i < 60000; i++) {
            assert_true(axi_master_cycle(&master));
            asleep = *master.device.m_axi_arready_i.bits ? 0 : asleep + 1;
            if (asleep > longest) longest = asleep;
        }
        fill(BASE, LINES);
        for (uint32_t id = 0; id < LINES; id++) axi_master_read(&master, BASE + 8 * id, id, 1);
        const uint64_t begin = master.cycle;
        run();
        latency = master.cycle - begin;
        if (slow)
            assert_true(longest > 100);
        else
            assert_true(longest == 0 && latency <= LINES + 3);
        axi_master_stop(&master);
    }
}

TEST(test_one_seed_one_behaviour) {
    uint64_t sums[3];
    for (unsigned i = 0; i < 3; i++) {
        start(i == 2 ? 6 : 5, 30, 100);
        fill(BASE, LINES * LINE / 8);
        for (uint32_t id = 0; id < LINES; id++) axi_master_read(&master, BASE + id * LINE, id, 32);
        run();
        sums[i] = 0;
        for (unsigned beat = 0; beat < master.beat_count; beat++)
            sums[i] = sums[i] * 31 + master.read_beats[beat].data + master.read_beats[beat].id +
                      master.read_beats[beat].cycle;
        axi_master_stop(&master);
    }
    assert_true(sums[0] == sums[1]);
    assert_true(sums[0] != sums[2]);
}

/* ---- errors ---- */

typedef struct observed {
    unsigned reads, failed_reads, writes, lost;
    scord_memory_faults_t faults;
} observed_t;

static void observe_read(void *context, uint64_t address, bool failed) {
    observed_t *observed = context;
    observed->reads++;
    observed->failed_reads += failed;
    scord_memory_faults_read(&observed->faults, address, failed);
}

static void observe_written(void *context, uint64_t address, uint64_t data, uint64_t old,
                            bool failed) {
    observed_t *observed = context;
    observed->writes++;
    observed->lost += failed;
    scord_memory_faults_written(&observed->faults, address, data, old, failed);
}

static void observe(observed_t *observed) {
    const scord_axi_observer_t observer = {
        .context = observed, .read = observe_read, .written = observe_written};
    *observed = (observed_t){0};
    scord_axi_memory_observe(master.memory, &observer);
}

/* Every beat with an error carries garbage and was announced; the others are right; the rate is the
 * one asked for. */
static void check_read_errors(uint32_t permille) {
    enum { BURSTS = 64 };
    observed_t observed;
    start(13 + permille, 10, permille);
    observe(&observed);
    fill(BASE, LINE / 8);
    unsigned failed = 0, responses[4] = {0};
    for (unsigned i = 0; i < BURSTS; i++) axi_master_read(&master, BASE, 0, 32);
    /* one slot has one read at a time */
    for (unsigned i = 0; i < BURSTS; i++) {
        master.read_count = i + 1;
        run();
    }
    for (unsigned i = 0; i < master.beat_count; i++) {
        const axi_beat_t *beat = &master.read_beats[i];
        responses[beat->response]++;
        failed += beat->response != OKAY;
        assert_int_equal(beat->response == OKAY, beat->data == pattern(BASE + 8 * (i % 32)));
    }
    assert_int_equal(responses[1], 0); /* no EXOKAY: nothing exclusive was asked for */
    assert_int_equal(failed, observed.failed_reads);
    assert_int_equal(observed.reads, 32 * BURSTS);
    assert_int_equal(scord_axi_memory_statistics(master.memory)->read_errors, failed);
    assert_in_range(failed * 1000 / (32 * BURSTS),
                    permille - (permille > 0 && permille < 1000) * 30,
                    permille + 30 * (permille > 0 && permille < 1000));
    assert_true(permille < 100 || (responses[2] > 0 && responses[3] > 0)); /* SLVERR and DECERR */
    scord_memory_faults_destroy(&observed.faults);
    axi_master_stop(&master);
}

TEST(test_read_errors) {
    check_read_errors(0);
    check_read_errors(100);
    check_read_errors(500);
    check_read_errors(1000);
}

/* A write with an error changes nothing, and what was written last is remembered until a later
 * write succeeds. */
TEST(test_write_errors) {
    enum { ROUNDS = 400 };
    static uint64_t data[ROUNDS][1];
    observed_t observed;
    start(17, 3, 300);
    observe(&observed);
    fill(BASE, 1);
    uint64_t holds = pattern(BASE);
    unsigned failed = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        data[i][0] = i;
        axi_master_write(&master, BASE, 1, 1, data[i], NULL);
        run();
        const bool lost = master.write_responses[i].response != OKAY;
        failed += lost;
        if (!lost) holds = i;
        assert_true(scord_axi_memory_read(master.memory, BASE) == holds);
        const scord_fault_t *fault = scord_memory_faults_find(&observed.faults, BASE);
        assert_int_equal(fault && fault->lost, lost);
        assert_true(scord_memory_faults_last_written(&observed.faults, BASE, holds) == i);
    }
    assert_in_range(failed, ROUNDS / 5, ROUNDS * 2 / 5);
    assert_int_equal(observed.lost, failed);
    assert_int_equal(scord_axi_memory_statistics(master.memory)->write_errors, failed);
    scord_memory_faults_destroy(&observed.faults);
    axi_master_stop(&master);
}

/* Words that no one has written are no metadata: their first clear succeeds, later ones may not. */
TEST(test_first_clear_succeeds) {
    static uint64_t zeros[SCORD_AXI_BURST_BEATS];
    start(19, 2, 1000);
    for (unsigned i = 0; i < 2; i++) {
        axi_master_write(&master, BASE, SCORD_AXI_ID_CLEAR, SCORD_AXI_BURST_BEATS, zeros, NULL);
        run();
        assert_int_equal(master.write_responses[i].response != OKAY, i);
    }
    axi_master_stop(&master);
}

TEST(test_faults) {
    scord_memory_faults_t faults = {0};
    assert_null(scord_memory_faults_find(&faults, BASE));
    assert_null(scord_memory_faults_read(&faults, BASE, false)); /* nothing is kept of what works */
    scord_memory_faults_written(&faults, BASE, 1, 0, false);
    scord_memory_faults_written(&faults, BASE, 1, 1,
                                true); /* nothing is lost by not writing what is there */
    assert_int_equal(faults.count, 0);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(scord_memory_faults_read(&faults, BASE + 8 * i, true)->read_failed);
        scord_memory_faults_written(&faults, BASE + 8 * i, i + 1, 0, true);
    }
    assert_int_equal(faults.count, 1000);
    assert_false(scord_memory_faults_read(&faults, BASE + 8, false)->read_failed);
    scord_memory_faults_written(&faults, BASE + 16, 9, 0, false);
    for (uint64_t i = 0; i < 1000; i++) {
        const scord_fault_t *fault = scord_memory_faults_find(&faults, BASE + 8 * i);
        assert_int_equal(fault->read_failed, i != 1);
        assert_true(scord_memory_faults_last_written(&faults, BASE + 8 * i, 77) ==
                    (i == 2 ? 77 : i + 1));
    }
    scord_memory_faults_forget_reads(&faults);
    assert_false(scord_memory_faults_find(&faults, BASE + 80)->read_failed);
    assert_true(scord_memory_faults_find(&faults, BASE + 80)->lost);
    scord_memory_faults_destroy(&faults);
}

/* ---- rules ---- */

/* Runs until the memory complains: in these words. */
static void expect_broken(const char *rule) {
    bool kept = true;
    for (unsigned i = 0; i < 2000 && kept; i++) kept = axi_master_cycle(&master);
    assert_false(kept);
    assert_string_equal(master.broken, rule);
    axi_master_stop(&master);
}

TEST(test_rules_of_reads) {
    start(1, 4, 0);
    axi_master_read(&master, BASE + 4, 0, 1);
    expect_broken("addresses are multiples of a beat");
    start(1, 4, 0);
    axi_master_read(&master, BASE + 4096 - 16, 0, 3);
    expect_broken("a burst does not cross 4 KB");
    start(1, 4, 0);
    axi_master_read(&master, BASE, LINES, 1);
    expect_broken("a read ID is that of a read slot");
    start(1, 4, 0);
    axi_master_read(&master, BASE + LINE - 8, 0, 2);
    expect_broken("a metadata read stays in its line");
    start(1, 100, 0);
    axi_master_read(&master, BASE, 0, 1);
    axi_master_read(&master, BASE + 8, 0, 1);
    expect_broken("a read slot has one read at a time");
}

TEST(test_rules_of_writes) {
    static const uint64_t data[33] = {0};
    static const uint8_t gap[3] = {0xff, 0, 0xff}, late[2] = {0, 0xff}, early[2] = {0xff, 0},
                         part[3] = {0xff, 0x0f, 0xff};
    static const struct {
        uint64_t address;
        uint32_t id, beats;
        const uint8_t *strobe;
        const char *rule; /* NULL: legal */
    } writes[] = {
        {BASE, 0, 3, gap, NULL},
        {BASE, LINES - 1, 32, NULL, NULL},
        {BASE + 32, SCORD_AXI_ID_RACE_LOG, SCORD_RACE_RECORD_BEATS, NULL, NULL},
        {BASE, SCORD_AXI_ID_CLEAR, 33, NULL, NULL},
        {BASE, LINES, 1, NULL, "a write ID is that of a line, the race log or the clear"},
        {BASE, 0, 2, late, "a metadata write begins and ends with a changed entry"},
        {BASE, 0, 2, early, "a metadata write begins and ends with a changed entry"},
        {BASE, 0, 3, part, "a metadata entry is written as a whole"},
        {BASE + 8, 0, 32, NULL, "a metadata write stays in its line"},
        {BASE, SCORD_AXI_ID_CLEAR, 3, gap, "race records and the clear write whole words"},
        {BASE, SCORD_AXI_ID_RACE_LOG, 3, NULL, "a race record is one burst in its slot"},
        {BASE + 8, SCORD_AXI_ID_RACE_LOG, SCORD_RACE_RECORD_BEATS, NULL,
         "a race record is one burst in its slot"},
        {BASE + 4096 - 64, SCORD_AXI_ID_CLEAR, 33, NULL, "a burst does not cross 4 KB"},
    };
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        start(1, 4, 0);
        axi_master_write(&master, writes[i].address, writes[i].id, writes[i].beats, data,
                         writes[i].strobe);
        if (writes[i].rule) {
            expect_broken(writes[i].rule);
            continue;
        }
        run();
        axi_master_stop(&master);
    }
}

/* D37: whoever knows which entries have changed judges each strobed word of a write-back, in all
 * beats. */
static const char *unchanged(void *context, uint64_t address) {
    return address == *(const uint64_t *)context ? "unchanged" : NULL;
}

TEST(test_rule_of_changed_entries) {
    static const uint64_t data[4] = {1, 2, 3, 4};
    static const uint8_t all[4] = {0xff, 0xff, 0xff, 0xff}, gap[4] = {0xff, 0, 0xff, 0xff};
    for (uint64_t entry = 0; entry < 5; entry++) {
        uint64_t address = BASE + 8 * entry;
        const scord_axi_observer_t observer = {.context = &address, .written_back = unchanged};
        start(1, 4, 0);
        scord_axi_memory_observe(master.memory, &observer);
        axi_master_write(&master, BASE, 0, 4, data, entry == 1 ? gap : all);
        if (entry == 1 || entry == 4) { /* not strobed, not in the burst */
            run();
            axi_master_stop(&master);
        } else {
            expect_broken("unchanged");
        }
    }
}

/* Per-entry order: an entry on its way to memory is not read; its neighbours may be. */
TEST(test_rule_of_order) {
    static const uint64_t data[3] = {1, 2, 3};
    static const uint8_t gap[3] = {0xff, 0, 0xff};
    for (unsigned entry = 0; entry < 4; entry++) {
        start(2, 100, 0);
        fill(BASE, 4);
        axi_master_write(&master, BASE, 0, 3, data, gap);
        while (master.w_next == 0) assert_true(axi_master_cycle(&master));
        assert_int_equal(master.response_count, 0);
        axi_master_read(&master, BASE + 8 * entry, 0, 1);
        if (entry == 0 || entry == 2) {
            expect_broken("an entry is read after its write-back was confirmed");
            continue;
        }
        run();
        axi_master_stop(&master);
    }
    start(2, 100, 0);
    fill(BASE, 4);
    axi_master_write(&master, BASE, 0, 3, data, gap);
    run();
    axi_master_read(&master, BASE, 0, 4);
    run();
    assert_true(master.read_beats[2].data == 3);
    axi_master_stop(&master);
}

/* A port of four entries a beat, by the rules alone: its data go through every lockstep run of
 * tinywide and wide. */
TEST(test_rules_of_a_wide_port) {
    enum { ENTRIES = 4, SIZE_32_BYTES = 5, SIZE_8_BYTES = 3, INCREMENTING = 1 };
    assert_null(scord_axi_burst_rule(BASE + 4096 - 64, 1, SIZE_32_BYTES, INCREMENTING, ENTRIES));
    assert_string_equal(scord_axi_burst_rule(BASE, 1, SIZE_8_BYTES, INCREMENTING, ENTRIES),
                        "transfers are as wide as the port (AxSIZE)");
    assert_string_equal(scord_axi_burst_rule(BASE + 8, 0, SIZE_32_BYTES, INCREMENTING, ENTRIES),
                        "addresses are multiples of a beat");
    assert_string_equal(
        scord_axi_burst_rule(BASE + 4096 - 32, 1, SIZE_32_BYTES, INCREMENTING, ENTRIES),
        "a burst does not cross 4 KB");
    assert_null(scord_axi_read_rule(BASE, LINE / 32, 0, LINES, ENTRIES));
    assert_string_equal(scord_axi_read_rule(BASE + 32, LINE / 32, 0, LINES, ENTRIES),
                        "a metadata read stays in its line");
    const uint8_t outer[2 * ENTRIES] = {0, 0, 0, 0xff, 0xff},
                            late[2 * ENTRIES] = {0, 0, 0, 0, 0xff}, part[ENTRIES] = {0xff, 0x0f},
                            early[2 * ENTRIES] = {0xff, 0xff, 0xff, 0xff},
                            all[ENTRIES] = {0xff, 0xff, 0xff, 0xff};
    assert_null(scord_axi_write_rule(BASE, 2, 0, LINES, ENTRIES, outer));
    assert_string_equal(scord_axi_write_rule(BASE, 2, 0, LINES, ENTRIES, late),
                        "a metadata write begins and ends with a changed entry");
    assert_string_equal(scord_axi_write_rule(BASE, 2, 0, LINES, ENTRIES, early),
                        "a metadata write begins and ends with a changed entry");
    assert_string_equal(scord_axi_write_rule(BASE, 1, 0, LINES, ENTRIES, part),
                        "a metadata entry is written as a whole");
    assert_null(scord_axi_write_rule(BASE + 32, 1, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES, all));
    assert_string_equal(scord_axi_write_rule(BASE, 2, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES,
                                             (const uint8_t[2 * ENTRIES]){0xff, 0xff, 0xff, 0xff,
                                                                          0xff, 0xff, 0xff, 0xff}),
                        "a race record is one burst in its slot");
    assert_string_equal(scord_axi_write_rule(BASE, 1, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES, part),
                        "race records and the clear write whole words");
    assert_string_equal(scord_axi_write_rule(BASE, 1, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES, outer),
                        "a race record is one burst in its slot");
}

/* A beat of four records: one of them is strobed. */
TEST(test_rules_of_a_record_in_a_beat) {
    enum { ENTRIES = 16, RECORD = SCORD_RACE_RECORD_BEATS };
    for (uint32_t first = 0; first <= ENTRIES; first++)
        for (uint32_t words = 0; words <= 2 * RECORD && first + words <= ENTRIES; words++) {
            uint8_t strobe[ENTRIES] = {0};
            memset(strobe + first, 0xff, words);
            const char *rule = scord_axi_write_rule(BASE, 1, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES,
                                                    strobe);
            if (words == RECORD && first % RECORD == 0) {
                assert_null(rule);
                strobe[first + RECORD - 1] = 0x7f;
                rule = scord_axi_write_rule(BASE, 1, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES, strobe);
            }
            assert_non_null(rule);
        }
    const uint8_t all[2 * ENTRIES] = {0xff, 0xff, 0xff, 0xff};
    assert_string_equal(scord_axi_write_rule(BASE, 2, SCORD_AXI_ID_RACE_LOG, LINES, ENTRIES, all),
                        "a race record is one burst in its slot");
}

/* A master that takes back or changes what it showed. */

TEST(test_rule_of_stability) {
    start(3, 50, 0);
    do { /* until an address is shown and not taken */
        if (master.read_next == master.read_count)
            axi_master_read(&master, BASE, master.read_count % LINES, 1);
        assert_true(axi_master_cycle(&master));
    } while (master.read_next == master.read_count);
    master.reads[master.read_next].address = BASE + 8;
    expect_broken("AR stays until ready");
}

TEST_MAIN("axi_memory")
