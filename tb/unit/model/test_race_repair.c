/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report: repairs (the smallest scope that is enough), kernels and copies of a
 * line, SARIF. */
#include "tb/unit/model/race_report_run.h"

/* ---- the smallest scope that is enough ---- */

static scord_repair_t repair_of(const run_t *run, unsigned site) {
    assert_in_range(site, 0, run->report->sites - 1);
    return scord_race_repair(run->report, &run->report->site[site]);
}

TEST(test_repair_of_a_block_race_is_a_block_fence) {
    run_t run = start();
    store(&run, a, 0x10);
    signal_to(&run, a, b);
    load(&run, b, 0x20);
    const scord_repair_t repair = repair_of(&run, 0);
    assert_int_equal(repair.action, SCORD_REPAIR_ADD_FENCE);
    assert_int_equal(repair.scope, SCORD_SCOPE_BLOCK);
    assert_int_equal(repair.pc, 0x10);
    assert_int_equal(repair.wider_site, 0);
    stop(&run);
}

/* Neither signals to the other: no fence orders them. */
TEST(test_repair_without_a_signal_is_a_barrier) {
    for (unsigned other_block = 0; other_block < 2; other_block++) {
        run_t run = start();
        signal_to(&run, a, other_block ? c : b); /* before, not behind the store */
        store(&run, a, 0x10);
        load(&run, other_block ? c : b, 0x20);
        const scord_repair_t repair = repair_of(&run, 0);
        assert_int_equal(repair.action, SCORD_REPAIR_ADD_BARRIER);
        assert_int_equal(repair.scope, other_block ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK);
        assert_int_equal(repair.pc, 0x10);
        assert_int_equal(repair.also_pc, 0x20);
        stop(&run);
    }
}

/* Both load the word and store it again, by one instruction: an atomic, also for the second site,
 * and also where they signal. */
TEST(test_repair_of_an_update_is_an_atomic) {
    run_t run = start();
    load(&run, a, 0x10);
    load(&run, c, 0x10);
    store(&run, a, 0x14);
    signal_to(&run, a, c);
    store(&run, c, 0x14);
    assert_int_equal(run.report->sites, 2);
    for (unsigned i = 0; i < 2; i++) {
        const scord_repair_t repair = repair_of(&run, i);
        assert_int_equal(repair.action, SCORD_REPAIR_MAKE_ATOMIC);
        assert_int_equal(repair.pc, 0x14);
        assert_false(repair.also_known);
    }
    stop(&run);
}

/* The second takes a lock that the first has given back behind its update: fences lack, no atomic.
 */
TEST(test_repair_of_a_guarded_update_is_a_fence) {
    for (unsigned guarded = 0; guarded < 2; guarded++) {
        run_t run = start();
        load(&run, a, 0x10);
        store(&run, a, 0x14);
        atomic(&run, a, 0x800, SCORD_ATOMIC_KIND_EXCH, SCORD_SCOPE_DEVICE, LOCK + 0x20);
        atomic(&run, c, 0x804, guarded ? SCORD_ATOMIC_KIND_EXCH : SCORD_ATOMIC_KIND_MAX,
               SCORD_SCOPE_DEVICE, LOCK + 0x20);
        load(&run, c, 0x10);
        store(&run, c, 0x14);
        assert_int_equal(run.report->sites, 1);
        const scord_repair_t repair = repair_of(&run, 0);
        assert_int_equal(repair.action,
                         guarded ? SCORD_REPAIR_ADD_FENCE : SCORD_REPAIR_MAKE_ATOMIC);
        assert_int_equal(repair.pc, 0x14);
        if (guarded) expect_text(&run, "and one behind the atomic that takes or reads it");
        stop(&run);
    }
}

static void meet_at_barrier(run_t *run, place_t who) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BARRIER_RELEASE};
    event.warp = (scord_event_warp_t){.sm = (uint8_t)who.sm, .slot = (uint8_t)who.slot};
    send(run, event);
}

/* What a warp of the block has loaded before a barrier it does not update behind it, and it does
 * not wait for it. */
TEST(test_repair_knows_the_phases_of_a_block) {
    for (unsigned barrier = 0; barrier < 2; barrier++) {
        run_t run = start();
        load(&run, a, 0x10);
        load(&run, b, 0x10);
        if (barrier) meet_at_barrier(&run, a);
        store(&run, a, 0x14);
        store(&run, b, 0x14);
        const scord_repair_t repair = repair_of(&run, run.report->sites - 1);
        assert_int_equal(repair.action,
                         barrier ? SCORD_REPAIR_ONE_WRITER : SCORD_REPAIR_MAKE_ATOMIC);
        stop(&run);
        run = start();
        store(&run, a, 0x10);
        load(&run, b, 0x20);
        if (barrier) meet_at_barrier(&run, a);
        load(&run, b, 0x20);
        assert_int_equal(repair_of(&run, run.report->sites - 1).action,
                         barrier ? SCORD_REPAIR_ADD_BARRIER : SCORD_REPAIR_MAKE_STRONG);
        stop(&run);
    }
}

/* A warp tests a word and changes it by an atomic then, as the other does: the test becomes an
 * atomic, too. A load behind one's own atomic wants a barrier. */
TEST(test_repair_of_a_test_before_an_atomic) {
    for (unsigned first = 0; first < 2; first++) {
        run_t run = start();
        atomic(&run, a, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
        if (!first) atomic(&run, c, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
        if (!first) atomic(&run, a, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
        load(&run, c, 0x10);
        atomic(&run, c, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
        const scord_repair_t repair = repair_of(&run, 0);
        assert_int_equal(repair.action,
                         first ? SCORD_REPAIR_MAKE_ATOMIC : SCORD_REPAIR_ADD_BARRIER);
        if (first) assert_int_equal(repair.pc, 0x10);
        if (first) expect_text(&run, "atomics change this word: read it by one, too");
        stop(&run);
    }
}

/* The word that a warp loads again and again is a flag. */
TEST(test_repair_of_a_word_that_is_waited_for) {
    run_t run = start();
    load(&run, c, 0x20);
    load(&run, c, 0x20);
    store(&run, a, 0x10);
    load(&run, c, 0x20);
    assert_int_equal(run.report->sites, 2);
    assert_int_equal(repair_of(&run, 1).action, SCORD_REPAIR_MAKE_STRONG);
    expect_text(&run, "hint: the word is a flag");
    stop(&run);
}

/* The same store races with its own block and with another one: one fence of device scope serves
 * both. */
TEST(test_repair_serves_the_wider_race_of_the_same_access) {
    run_t run = start();
    store(&run, a, 0x10);
    signal_to(&run, a, b);
    load(&run, b, 0x20);
    begin_kernel(&run, 1, "color(int*)");
    launch_blocks(&run);
    store(&run, a, 0x10);
    signal_to(&run, a, c);
    load(&run, c, 0x30);
    const scord_repair_t repair = repair_of(&run, 0);
    assert_int_equal(repair.action, SCORD_REPAIR_ADD_FENCE);
    assert_int_equal(repair.scope, SCORD_SCOPE_DEVICE);
    assert_int_equal(repair.wider_site, 2);
    expect_text(&run, "hint: put __threadfence() after the volatile store at pc 0x10 (no line "
                      "known): __threadfence_block() "
                      "would be enough for this race, but race 2 needs device scope there");
    stop(&run);
}

/* Readers in other blocks, and a block fence that is there already: it is widened, not doubled. */
TEST(test_repair_widens_the_fence_that_is_there) {
    run_t run = start();
    load(&run, a, 0x10);
    load(&run, c, 0x20);
    fence(&run, a, 0x14, SCORD_SCOPE_BLOCK);
    signal_to(&run, a, b);
    store(&run, b, 0x30);
    const scord_repair_t repair = repair_of(&run, 0);
    assert_int_equal(run.report->site[0].verdict, SCORD_VERDICT_MISSING_BLOCK_FENCE);
    assert_int_equal(repair.action, SCORD_REPAIR_WIDEN_FENCE);
    assert_int_equal(repair.scope, SCORD_SCOPE_DEVICE);
    assert_int_equal(repair.pc, 0x14);
    stop(&run);
}

/* Both atomics are too narrow: both are named. */
TEST(test_repair_widens_both_atomics) {
    run_t run = start();
    atomic(&run, a, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    atomic(&run, c, 0x20, SCORD_ATOMIC_KIND_MAX, SCORD_SCOPE_BLOCK, DATA);
    const scord_repair_t repair = repair_of(&run, 0);
    assert_int_equal(repair.action, SCORD_REPAIR_WIDEN_ATOMIC);
    assert_true(repair.pc_known && repair.also_known);
    assert_int_equal(repair.pc, 0x10);
    assert_int_equal(repair.also_pc, 0x20);
    expect_text(&run, "give it device scope (atomicAdd instead of atomicAdd_block), and the one at "
                      "pc 0x20 (no line known) as "
                      "well (atomicMax instead of atomicMax_block)");
    stop(&run);
    run = start(); /* one instruction on both sides is named once */
    atomic(&run, a, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    atomic(&run, c, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    assert_false(repair_of(&run, 0).also_known);
    stop(&run);
}

TEST(test_repair_names_weak_accesses) {
    run_t run = start();
    weak_store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
    signal_to(&run, a, c);
    weak_store(&run, c, 0x20);
    const scord_repair_t repair = repair_of(&run, 0);
    assert_int_equal(repair.action, SCORD_REPAIR_MAKE_STRONG);
    assert_false(repair.scoped);
    assert_true(repair.pc_known && repair.also_known);
    assert_int_equal(repair.pc, 0x20);
    assert_int_equal(repair.also_pc, 0x10);
    stop(&run);
}

/* The lock is to be taken at device scope when other blocks take part, else block scope is enough.
 */
TEST(test_repair_of_a_missing_lock) {
    for (unsigned other_block = 0; other_block < 2; other_block++) {
        run_t run = start();
        take(&run, a, 0x10, SCORD_SCOPE_DEVICE);
        store(&run, a, 0x18);
        fence(&run, a, 0x1c, SCORD_SCOPE_DEVICE);
        store(&run, other_block ? c : b, 0x20);
        const scord_repair_t repair = repair_of(&run, 0);
        assert_int_equal(repair.action, SCORD_REPAIR_HOLD_LOCK);
        assert_int_equal(repair.scope, other_block ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK);
        assert_int_equal(repair.pc, 0x20);
        assert_int_equal(repair.also_pc, 0x18);
        stop(&run);
    }
}

TEST(test_repair_names_exist) {
    assert_null(scord_repair_name(SCORD_REPAIR_NONE));
    for (int action = SCORD_REPAIR_ADD_FENCE; action <= SCORD_REPAIR_SHARE_LOCK; action++)
        assert_non_null(scord_repair_name((scord_repair_action_t)action));
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++) {
        const bool race = scord_verdict_is_race(verdict);
        assert_int_equal(strcmp(scord_rule_description((scord_verdict_t)verdict), "No race") != 0,
                         race);
        assert_int_equal(
            strcmp(scord_repair_description((scord_verdict_t)verdict), "Nothing to repair.") != 0,
            race);
    }
}

/* Copies of a line that the compiler made are one entry of the text; JSON keeps each instruction.
 */
TEST(test_copies_of_a_line) {
    run_t run = start();
    for (unsigned copy = 0; copy < 3; copy++) {
        locate(&run, 0x100 + copy, "x.cu", 10, "void f<int>()");
        locate(&run, 0x200 + copy, "x.cu", copy == 2 ? 21 : 20, "void f<int>()");
    }
    const char *const kernels[] = {"f<1>", "f<2>", "f<3>"};
    for (unsigned copy = 0; copy < 3; copy++) {
        begin_kernel(&run, 1 + copy, kernels[copy]);
        launch_blocks(&run);
        store(&run, a, 0x100 + copy);
        load(&run, c, 0x200 + copy);
    }
    char *text = flowed(&run);
    assert_non_null(strstr(text, "race 1: "));
    assert_null(strstr(text, "race 2: two"));
    assert_non_null(strstr(text, "race 3: ")); /* of another line */
    assert_non_null(strstr(
        text,
        "also as: race 2: 1 more copy of these lines (templates, inlining, unrolling), 1 time"));
    assert_non_null(
        strstr(text, "kernels: f<1>: 1 time in 1 launch f<2>: 1 time in 1 launch rule:"));
    assert_non_null(strstr(text, "3 races at 3 sites"));
    free(text);
    text = json(&run);
    assert_non_null(strstr(text, "\"pc\": 513"));
    free(text);
    stop(&run);
}

/* One function raced in from several kernels: how often in which; more kernels than are counted
 * apart are counted together. */
TEST(test_kernel_counts) {
    enum { KERNELS = SCORD_SITE_KERNELS + 2 };
    run_t run = start();
    char name[32], part[128];
    for (unsigned launches = 0; launches < 2; launches++) {
        for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
            snprintf(name, sizeof name, "kernel%u()", kernel);
            begin_kernel(&run, KERNELS * launches + kernel, name);
            launch_blocks(&run);
            store(&run, a, 0x10);
            load(&run, c, 0x20);
            for (unsigned again = 0; again < kernel % 3; again++) {
                store(&run, a, 0x10);
                load(&run, c, 0x20);
            }
        }
    }
    const scord_race_site_t *site = &run.report->site[0];
    uint64_t sum = site->other_kernels;
    assert_int_equal(site->kernel_count, SCORD_SITE_KERNELS);
    for (unsigned i = 0; i < site->kernel_count; i++) {
        assert_int_equal(site->kernels[i].launches, 2);
        assert_int_equal(site->kernels[i].last_launch - site->kernels[i].first_launch, KERNELS);
        assert_int_equal(site->kernels[i].races, 2 * (1 + i % 3));
        sum += site->kernels[i].races;
    }
    assert_int_equal(sum, site->races);
    assert_true(site->other_kernels > 0);
    snprintf(part, sizeof part, "times in more than %u kernels, launches 0 to %u",
             SCORD_SITE_KERNELS, 2 * KERNELS - 1);
    expect_text(&run, part);
    expect_text(&run, "kernels: kernel0(): 2 times in 2 launches kernel1(): 4 times in 2 launches");
    expect_text(&run, "times in other kernels");
    char *text = json(&run);
    expect_valid_json(text);
    assert_non_null(strstr(text, "{\"name\": \"kernel1()\", \"races\": 4, \"launches\": 2, "
                                 "\"first_launch\": 1, \"last_launch\": 11}"));
    free(text);
    stop(&run);
}

/* ---- SARIF (tb/commands/check validates whole files) ---- */

static char *sarif(const run_t *run, const char *directory) {
    const scord_sarif_run_t facts = {.version = "1",
                                     .build = "2",
                                     .command_line = "scord \"x\"",
                                     .directory = directory,
                                     .error = "",
                                     .exit_code = 1};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scord_race_report_sarif(run->report, &facts, out);
    fclose(out);
    expect_valid_json(text);
    return text;
}

static void expect_sarif(const run_t *run, const char *part) {
    char *text = sarif(run, "/home/me");
    if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
    free(text);
}

TEST(test_sarif) {
    run_t run = figure_3b("src/my file#1.cu");
    expect_sarif(&run, "\"originalUriBaseIds\": {\"SRCROOT\": {\"uri\": \"file:///home/me/\"}}");
    expect_sarif(&run,
                 "\"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": "
                 "\"src/my%20file%231.cu\", "
                 "\"uriBaseId\": \"SRCROOT\", \"index\": 0}, \"region\": {\"startLine\": 3}}");
    expect_sarif(&run, "\"relatedLocations\": [{\"id\": 1, \"physicalLocation\"");
    expect_sarif(&run, "\"ruleId\": \"scoped_atomic\", \"ruleIndex\": 3, \"level\": \"error\"");
    expect_sarif(&run, "\"repair\": \"widen_atomic\", \"repairScope\": \"device\"");
    stop(&run);
    run = figure_3b("/usr/include/x.cu");
    expect_sarif(&run, "\"artifacts\": [{\"location\": {\"uri\": \"file:///usr/include/x.cu\"}");
    stop(&run);
    run = start();
    store(&run, a, 0x10);
    load(&run, c, 0x20); /* no line known */
    expect_sarif(&run, "\"locations\": [{\"logicalLocations\": [{\"name\": \"pc 0x20\"}]}]");
    expect_sarif(&run, "\"artifacts\": []");
    stop(&run);
}

/* The value of the N-th fingerprint; the caller frees it. */
static char *fingerprint_of(const run_t *run, unsigned number) {
    char *text = sarif(run, NULL);
    const char *at = text;
    for (unsigned i = 0; i <= number; i++) {
        at = strstr(at, "\"scordRaceSite/v1\": \"");
        assert_non_null(at);
        at += strlen("\"scordRaceSite/v1\": \"");
    }
    char *value = strndup(at, strcspn(at, "\""));
    free(text);
    return value;
}

/* Fingerprints stay when lines move and differ when the code does; equal ones are numbered. */
TEST(test_sarif_fingerprints) {
    run_t first = figure_3b("color.cu"), moved = start(), other = figure_3b("other.cu");
    locate(&moved, 0x50, "color.cu", 102, "local()");
    locate(&moved, 0x60, "color.cu", 103, "steal()");
    atomic(&moved, a, 0x50, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    atomic(&moved, c, 0x60, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
    locate(&moved, 0x70, "color.cu", 103, "steal()");
    atomic(&moved, a, 0x50, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA + 4);
    atomic(&moved, c, 0x70, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA + 4);
    char *a0 = fingerprint_of(&first, 0), *b0 = fingerprint_of(&moved, 0),
         *b1 = fingerprint_of(&moved, 1), *c0 = fingerprint_of(&other, 0);
    assert_string_equal(a0, b0);
    assert_string_not_equal(a0, c0);
    assert_string_not_equal(b0, b1);
    assert_int_equal(strncmp(b0, b1, 16), 0);
    assert_string_equal(b1 + 16, ":2");
    free(a0), free(b0), free(b1), free(c0);
    stop(&first), stop(&moved), stop(&other);
}

TEST_MAIN("race_repair")
