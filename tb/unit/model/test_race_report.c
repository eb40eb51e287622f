/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report: the report of hand-made event sequences, as text and as JSON. */
#include "cmodel/report/history/access_history.h"
#include "tb/unit/model/race_report_run.h"

/* ---- the report of the main job ---- */

TEST(test_whole_report) {
    run_t run = figure_3b("/nonexistent/color.cu");
    char *text = print(&run, false);
    assert_string_equal(
        text, "race 1: two blocks use this word, and an atomic on it is of one block only (scoped "
              "atomic, Table\n"
              "               IV(d), device scope), 1 time in kernel color(int*)\n"
              "  this access: /nonexistent/color.cu:3 atomicAdd (device scope) in steal(), block "
              "(3,0,0) warp 1\n"
              "               lane 5 thread (5,2,0)\n"
              "  owner:       /nonexistent/color.cu:2 atomicAdd_block (block scope) in local(), "
              "block (0,0,0) warp\n"
              "               0 lane 5 thread (5,0,0)\n"
              "  object:      nextHead+8, address 0x10000040\n"
              "  rule:        the last access was an atomic of block scope, and this access comes "
              "from another\n"
              "               block, for which that atomic is not atomic\n"
              "  hint:        the atomic at /nonexistent/color.cu:2 has block scope but other "
              "blocks use the word:\n"
              "               give it device scope (atomicAdd instead of atomicAdd_block)\n"
              "\n"
              "1 race at 1 site\n");
    free(text);
    assert_int_equal(scord_race_report_sites(run.report), 1);
    assert_int_equal(scord_race_report_races(run.report), 1);
    stop(&run);
}

/* The source line is read when the file is there. */
TEST(test_source_text) {
    char path[] = "/tmp/scord_report_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    const char source[] = "one\n\tatomicAdd_block(&h, 1);\r\n    atomicAdd(&h,\t1);  \nlast";
    assert_int_equal(write(fd, source, sizeof source - 1), sizeof source - 1);
    close(fd);
    run_t run = figure_3b(path);
    char *text = print(&run, false);
    assert_non_null(strstr(text, "\n               \"atomicAdd(&h, 1);\"\n"));
    assert_non_null(strstr(text, "\n               \"atomicAdd_block(&h, 1);\"\n"));
    free(text);
    stop(&run);
    unlink(path);
}

TEST(test_no_race) {
    run_t run = start();
    store(&run, a, 1);
    char *text = print(&run, false);
    assert_string_equal(text, "0 races at 0 sites\n");
    free(text);
    stop(&run);
}

/* ---- one hint a rule ---- */

TEST(test_missing_block_fence) {
    run_t run = start();
    store(&run, a, 0x10);
    signal_to(&run, a, b);
    load(&run, b, 0x20);
    expect_text(&run, "race 1: two warps of one block touch this word, and nothing orders them "
                      "(missing block fence, "
                      "Table IV(a), block scope)");
    expect_text(
        &run, "rule: another warp of the same block owns the word and has executed no fence since");
    expect_text(
        &run,
        "hint: put __threadfence_block() after the volatile store at pc 0x10 (no line known)");
    stop(&run);
}

TEST(test_missing_block_fence_with_readers_elsewhere) {
    run_t run = start();
    load(&run, a, 0x10);
    load(&run, c, 0x20);
    signal_to(&run, a, b);
    store(&run, b, 0x30);
    expect_text(&run, "(missing block fence, Table IV(a), device scope)");
    expect_text(&run, "readers in other blocks, and no device fence came after it");
    expect_text(&run, "hint: put __threadfence() after the volatile load at pc 0x10");
    stop(&run);
}

TEST(test_missing_device_fence) {
    run_t run = start();
    store(&run, a, 0x10);
    signal_to(&run, a, c);
    load(&run, c, 0x20);
    expect_text(
        &run,
        "race 1: two blocks touch this word, and nothing orders them (missing device fence, Table "
        "IV(b), device scope)");
    expect_text(&run, "hint: put __threadfence() after the volatile store at pc 0x10");
    stop(&run);
}

/* The fence is there, but too narrow: the hint names it. A fence before the access does not count.
 */
TEST(test_block_fence_too_narrow) {
    run_t run = start();
    store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_BLOCK);
    signal_to(&run, a, c);
    load(&run, c, 0x20);
    expect_text(&run, "hint: the fence at pc 0x14 (no line known) has block scope, but other "
                      "blocks use the word: make "
                      "it __threadfence() instead of __threadfence_block()");
    stop(&run);
    run = start();
    fence(&run, a, 0x14, SCORD_SCOPE_BLOCK);
    store(&run, a, 0x10);
    signal_to(&run, a, c);
    load(&run, c, 0x20);
    expect_text(&run, "hint: put __threadfence() after");
    stop(&run);
}

TEST(test_not_strong) {
    run_t run = start();
    weak_store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
    signal_to(&run, a, c);
    load(&run, c, 0x20);
    expect_text(
        &run,
        "race 1: two blocks touch this word, not both by volatile or atomic accesses (not a strong "
        "access, Table IV(c), device scope)");
    expect_text(&run, "an earlier access to the word is not strong");
    expect_text(&run, "hint: make the earlier accesses volatile or atomic too, first of all the "
                      "store at pc 0x10");
    stop(&run);
    run = start();
    store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
    signal_to(&run, a, c);
    weak_store(&run, c, 0x20);
    expect_text(&run, "and this access is not strong");
    expect_text(&run, "hint: make the store at pc 0x20 (no line known) volatile or atomic");
    stop(&run);
    run = start();
    weak_store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
    weak_store(&run, c, 0x20);
    expect_text(&run, "this access and an earlier one are not strong");
    stop(&run);
}

TEST(test_locks) {
    run_t run = start();
    take(&run, a, 0x10, SCORD_SCOPE_DEVICE);
    store(&run, a, 0x18);
    fence(&run, a, 0x1c, SCORD_SCOPE_DEVICE);
    load(&run, c, 0x20);
    expect_text(&run, "race 1: two blocks touch this word without a lock in common (no common lock "
                      "on load, Table "
                      "IV(e), device scope)");
    expect_text(&run, "(it holds no lock) and to the earlier ones (they held locks)");
    expect_text(&run, "hint: hold the lock that protects the volatile store at pc 0x18");
    stop(&run);
    run = start();
    take(&run, a, 0x10, SCORD_SCOPE_BLOCK);
    store(&run, a, 0x18);
    fence(&run, a, 0x1c, SCORD_SCOPE_DEVICE);
    atomic(&run, a, 0x1e, SCORD_ATOMIC_KIND_EXCH, SCORD_SCOPE_DEVICE, LOCK);
    take(&run, c, 0x30, SCORD_SCOPE_DEVICE);
    store(&run, c, 0x40);
    expect_text(&run, "race 1: two blocks touch this word without a lock in common (no common lock "
                      "on store, Table "
                      "IV(f), device scope)");
    expect_text(&run, "(they held locks of block scope only)");
    expect_text(&run, "hint: the lock protects one block only, but other blocks use the word");
    stop(&run);
}

/* ---- folding, owners, names ---- */

/* Folded by (PC, type); other owners are named; launches are counted. */
TEST(test_folding) {
    run_t run = start();
    for (unsigned kernel = 0; kernel < 3; kernel++) {
        begin_kernel(&run, 5 + kernel, "color(int*)");
        launch_blocks(&run);
        store(&run, a, kernel == 2 ? 0x14 : 0x10);
        load(&run, c, 0x20);
        store(&run, a, 0x18);
        store(&run, c, 0x20); /* the same PC, another type? no: (b) again */
    }
    assert_int_equal(scord_race_report_sites(run.report), 2);
    assert_int_equal(scord_race_report_races(run.report), 9);
    expect_text(&run,
                "(missing device fence, Table IV(b), device scope), 6 times in kernel color(int*), "
                "launches 5 to 7");
    expect_text(&run, "also with: pc 0x18 (no line known) volatile store (3 times)");
    expect_text(&run, "also with: pc 0x14 (no line known) volatile store (1 time)");
    expect_text(
        &run,
        "race 2: two blocks touch this word, and nothing orders them (missing device fence, Table "
        "IV(b), device scope), 3 times");
    expect_text(&run, "9 races at 2 sites");
    char *text = json(&run);
    assert_non_null(
        strstr(text, "\"first_launch\": 5,\n      \"last_launch\": 7,\n      \"launches\": 3"));
    free(text);
    stop(&run);
}

/* The owner of modified data is shown by its write, not by a later load of its own. */
TEST(test_owner_is_the_write) {
    run_t run = start();
    store(&run, a, 0x10);
    load(&run, a, 0x14);
    load(&run, c, 0x20);
    expect_text(&run, "owner: pc 0x10 (no line known) volatile store, block (0,0,0) warp 0");
    stop(&run);
}

/* The owner's lane is that of its write, when the data are modified, else of its last access. */
TEST(test_owner_lane) {
    for (unsigned written = 0; written < 2; written++) {
        run_t run = start();
        scord_event_t event = access_of(a, 0x10, written ? SCORD_OP_STORE : SCORD_OP_LOAD, DATA);
        event.access.mask = 1u << 3;
        event.access.address[3] = DATA;
        send(&run, event);
        load(&run, a, 0x14); /* by lane 5 */
        store(&run, c, 0x20);
        expect_text(&run, written ? "block (0,0,0) warp 0 lane 3 thread (3,0,0)"
                                  : "block (0,0,0) warp 0 lane 5 thread (5,0,0)");
        stop(&run);
    }
}

/* Four later warps push the owner out of the history: said, not guessed. */
/* Warps 0 to 7 of SM 2 read the word. */
static void read_by_eight(run_t *run, uint64_t address) {
    for (unsigned warp = 0; warp < 8; warp++)
        send(run, access_of((place_t){2, 0, warp}, 0x30, SCORD_OP_LOAD, address));
}

/* The history has no room left for warps behind the first four of a word. */
TEST(test_unknown_owner) {
    run_t run = start();
    scord_event_t large = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    large.kernel_begin = (scord_event_kernel_begin_t){.kernel = 1,
                                                      .grid = {8, 1, 1},
                                                      .block = {16, 4, 1},
                                                      .tracked_base = BASE,
                                                      .log2_tracked_words = 21,
                                                      .name = "large()"};
    send(&run, large);
    launch_blocks(&run);
    launch(&run, 2, 0, 0xff, 7);
    enum { UNITS_OF_WORD = 3 };
    for (unsigned page = 1; page <= SCORD_HISTORY_UNITS / UNITS_OF_WORD; page++)
        read_by_eight(&run, BASE + (uint64_t)page * SCORD_SEGMENT_BYTES);
    load(&run, a, 0x10);
    read_by_eight(&run, DATA);
    store(&run, c, 0x20);
    expect_text(&run, "owner: block (0,0,0) warp 0 (its access is no longer known");
    expect_text(&run, "put a barrier of the grid (grid.sync(), cooperative launch) between the "
                      "owner's last access "
                      "and the volatile store");
    char *text = json(&run);
    assert_non_null(strstr(text, "\"owners\": [],\n      \"owner_unknown\": 1"));
    free(text);
    stop(&run);
}

/* A slot that changes hands: each side is named by the block that was there at its time, also when
 * the retire comes late. */
TEST(test_slot_reuse_names_the_right_block) {
    run_t run = start();
    store(&run, a, 0x10);
    scord_event_t read = access_of(c, 0x20, SCORD_OP_LOAD, DATA);
    read.sequence = run.sequence++;
    assert_int_equal(scord_race_report_event(run.report, &read), 0);
    launch(&run, 0, 0, 0x3, 5); /* both slots have new blocks before the load is decided */
    launch(&run, 1, 2, 0x300, 6);
    char message[200];
    scord_replay_event(&run.replay, &read, message, sizeof message);
    expect_text(&run, "this access: pc 0x20 (no line known) volatile load, block (3,0,0)");
    expect_text(&run, "owner: pc 0x10 (no line known) volatile store, block (0,0,0) warp 0");
    stop(&run);
}

/* A kernel start clears owners and blocks (D5). */
TEST(test_kernel_start_forgets) {
    run_t run = start();
    store(&run, a, 0x10);
    begin_kernel(&run, 1, "next");
    store(&run, a, 0x30);
    load(&run, c, 0x20); /* no block_launch in this kernel: slots are named */
    expect_text(&run, "in kernel next this access: pc 0x20 (no line known) volatile load, SM 1 "
                      "block slot 2 warp slot 9");
    expect_text(&run, "owner: pc 0x30");
    stop(&run);
}

/* The racing thread is the first active lane that touches the word, in a block of three dimensions.
 */
TEST(test_racing_thread) {
    run_t run = start();
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin = (scord_event_kernel_begin_t){.kernel = 1,
                                                      .grid = {4, 1, 1},
                                                      .block = {4, 4, 4},
                                                      .tracked_base = BASE,
                                                      .log2_tracked_words = 10,
                                                      .name = "three"};
    send(&run, begin);
    launch_blocks(&run);
    store(&run, a, 0x10);
    scord_event_t event = access_of(c, 0x20, SCORD_OP_LOAD, DATA);
    event.access.size = 8;
    event.access.mask = 1u << 3 | 1u << 5 | 1u << 7 | 1u << 9;
    event.access.address[3] = DATA - 8; /* ends just before the word */
    event.access.address[4] = DATA;     /* not active */
    event.access.address[5] = DATA + 8; /* starts after it */
    event.access.address[7] = event.access.address[9] = DATA;
    send(&run, event);
    expect_text(&run, "in kernel three");
    expect_text(&run, "warp 1 lane 7 thread (3,1,2)"); /* 32 + 7 = 3 + 4 * (1 + 4 * 2) */
    stop(&run);
}

/* Many sites, each with its kernel's name, and fences of other SMs than 0. */
TEST(test_many_sites) {
    enum { KERNELS = 40 };
    run_t run = start();
    char name[32], part[128];
    for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
        snprintf(name, sizeof name, "kernel%u", kernel);
        begin_kernel(&run, kernel, name);
        launch_blocks(&run);
        store(&run, c, 0x1000 + kernel);
        fence(&run, c, 0x2000 + kernel, SCORD_SCOPE_BLOCK);
        fence(&run, a, 0x3000 + kernel, SCORD_SCOPE_BLOCK);
        signal_to(&run, c, a);
        load(&run, a, 0x4000 + kernel);
    }
    assert_int_equal(scord_race_report_sites(run.report), KERNELS);
    for (unsigned kernel = 0; kernel < KERNELS; kernel += 13) {
        snprintf(part, sizeof part, "1 time in kernel kernel%u this access: pc 0x%x", kernel,
                 0x4000 + kernel);
        expect_text(&run, part);
        snprintf(part, sizeof part, "hint: the fence at pc 0x%x", 0x2000 + kernel);
        expect_text(&run, part);
    }
    char *text = json(&run);
    expect_valid_json(text);
    free(text);
    stop(&run);
}

/* More owner instructions than are counted apart, and an unknown one: the counts in JSON add up. */
TEST(test_owner_counts) {
    run_t run = start();
    for (unsigned i = 0; i < 6; i++) {
        store(&run, a, 0x10 + i);
        load(&run, c, 0x20);
    }
    char *text = json(&run);
    expect_valid_json(text);
    unsigned owners = 0;
    for (const char *at = text; (at = strstr(at, "{\"races\": 1,")); at++) owners++;
    assert_int_equal(owners, SCORD_SITE_OWNERS +
                                 5); /* the load's site; the sites of the stores after the first */
    assert_non_null(
        strstr(text, "\"first_launch\": 0,\n      \"last_launch\": 0,\n      \"launches\": 1"));
    free(text);
    stop(&run);
}

TEST(test_instruction_words) {
    char text[64];
    scord_instruction_t i = {.seen = true,
                             .op = SCORD_OP_ATOMIC,
                             .atomic_kind = SCORD_ATOMIC_KIND_CAS,
                             .scope = SCORD_SCOPE_SYSTEM};
    scord_instruction_words(&i, text, sizeof text);
    assert_string_equal(text, "atomicCAS_system");
    i = (scord_instruction_t){
        .seen = true, .op = SCORD_OP_LOAD, .strong = 1, .semantics = SCORD_SEMANTICS_ACQUIRE};
    scord_instruction_words(&i, text, sizeof text);
    assert_string_equal(text, "load.acquire (device scope)");
    i = (scord_instruction_t){.seen = true, .is_fence = true, .scope = SCORD_SCOPE_BLOCK};
    scord_instruction_words(&i, text, sizeof text);
    assert_string_equal(text, "__threadfence_block");
    i = (scord_instruction_t){.seen = true, .op = SCORD_OP_STORE};
    scord_instruction_words(&i, text, sizeof text);
    assert_string_equal(text, "store");
    scord_instruction_words(NULL, text, sizeof text);
    assert_string_equal(text, "access");
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++)
        assert_string_not_equal(scord_verdict_words((scord_verdict_t)verdict), "unknown");
}

/* ---- form ---- */

/* No line of several words is wider than 100 columns, whatever the names; nothing of them is lost.
 */
TEST(test_width) {
    char name[SCORD_NAME_MAX + 1] = "";
    while (strlen(name) < 900) strcat(name, "template<int, int> ");
    run_t run = start();
    begin_kernel(&run, 1, name);
    launch_blocks(&run);
    locate(&run, 0x20, "a/file/name.cu", 7, name);
    store(&run, a, 0x10);
    load(&run, c, 0x20);
    char *text = print(&run, false);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, COLUMNS);
    unsigned words = 0;
    for (const char *at = text; (at = strstr(at, "template<int,")); at++) words++;
    assert_int_equal(words, 2 * (strlen(name) / strlen("template<int, int> ")));
    free(text);
    stop(&run);
}

TEST(test_colour_only_on_demand) {
    run_t run = figure_3b("x.cu");
    char *plain = print(&run, false), *coloured = print(&run, true);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(coloured, '\033'));
    free(plain);
    free(coloured);
    stop(&run);
}
/* D27: counted apart; no race, no site, and no part of the history. */
TEST(test_not_performed) {
    run_t run = start();
    store(&run, a, 0x10);
    const scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS,
                                 .sequence = 50,
                                 .access = {.op = SCORD_OP_STORE, .pc = 0x20}};
    const scord_retire_t retire = {.kind = SCORD_REQUEST_KIND_ACCESS,
                                   .address = DATA,
                                   .path = SCORD_PATH_NOT_PERFORMED,
                                   .verdict = SCORD_VERDICT_NOT_PERFORMED,
                                   .block_id = 0x18};
    for (unsigned i = 0; i < 2; i++) scord_race_report_retire(run.report, &event, &retire);
    assert_int_equal(scord_race_report_races(run.report), 0);
    assert_int_equal(scord_race_report_sites(run.report), 0);
    assert_int_equal(scord_race_report_not_performed(run.report), 2);
    char *text = print(&run, false);
    assert_string_equal(text,
                        "0 races at 0 sites, but some may be hidden: see the lines below\n"
                        "2 checks not performed, which can hide races: metadata read failed\n");
    free(text);
    text = json(&run);
    expect_valid_json(text);
    assert_non_null(strstr(text, "\"races\": 0,\n  \"not_performed\": 2,"));
    free(text);
    stop(&run);
}

TEST(test_json) {
    run_t run = start();
    char *text = json(&run);
    expect_valid_json(text);
    assert_non_null(strstr(text, "\"sites\": []"));
    free(text);
    locate(&run, 0x20, "dir\\with\"quote\tand tab.cu", 7, NULL);
    store(&run, a, 0x10);
    load(&run, c, 0x20);
    store(&run, b, 0x30);
    text = json(&run);
    expect_valid_json(text);
    assert_non_null(
        strstr(text, "\"file\": \"dir\\\\with\\\"quote\\u0009and tab.cu\", \"line\": 7"));
    assert_non_null(strstr(text, "\"verdict\": \"missing_device_fence\""));
    assert_non_null(strstr(text, "\"configuration\": \"nocache\""));
    assert_non_null(strstr(text, "\"races\": 2,\n  \"not_performed\": 0,\n  \"complete\": true"));
    assert_non_null(
        strstr(text, "\"block\": [3, 0, 0], \"warp\": 1, \"lane\": 5, \"thread\": [5, 2, 0]"));
    free(text);
    stop(&run);
    expect_valid_json("{\"a\": [1, {\"b\": null}]}");
    assert_null(json_value("{\"a\": [1,]}"));
    assert_null(json_value("{\"a\" 1}"));
    assert_null(json_value("\"open"));
}

/* ---- shared memory (D52) ---- */

/* Segment and variable, named by every block that takes the slot. */
static void name_shared(run_t *run, const char *variable) {
    name_object(run, DATA - 8, 64, "shared memory");
    name_object(run, DATA - 4, 16, variable);
}

TEST(test_shared_memory_is_named_by_block_and_variable) {
    run_t run = start();
    name_object(&run, BASE, 0x1000, "cudaMalloc#1");
    name_shared(&run, "shared memory, tile");
    store(&run, a, 0x10);
    store(&run, b, 0x20);
    expect_text(&run, "object: shared memory of block (0,0,0), tile+4, byte 8 of the block's");
    expect_text(&run, "hint: put a __syncthreads() between the volatile store at pc 0x10");
    char *text = json(&run);
    assert_non_null(strstr(text, "\"object\": \"shared memory of block (0,0,0), tile\""));
    assert_non_null(strstr(text, "\"object_offset\": 4,\n      \"shared_offset\": 8,"));
    expect_valid_json(text);
    free(text);
    stop(&run);
}

/* The next block of the slot, and the next kernel's variables: the race keeps the name that its
 * words had. */
TEST(test_shared_memory_changes_hands) {
    run_t run = start();
    name_shared(&run, "shared memory, tile");
    atomic(&run, a, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    weak_store(&run, b, 0x20);
    launch(&run, 0, 0, 0x3, 7);
    name_shared(&run, "shared memory, tile");
    store(&run, a, 0x30);
    store(&run, b, 0x40);
    begin_kernel(&run, 1, "next(int*)");
    launch_blocks(&run);
    name_shared(&run, "shared memory, sums");
    store(&run, b, 0x50);
    store(&run, a, 0x60);
    expect_text(&run, "object: shared memory of block (0,0,0), tile+4");
    expect_text(&run, "atomicAdd (shared memory), block (0,0,0)");
    expect_text(&run, "object: shared memory of block (7,0,0), tile+4");
    expect_text(&run, "object: shared memory of block (0,0,0), sums+4");
    name_object(&run, BASE, 0x1000, "cudaMalloc#1"); /* memory allocated there later */
    begin_kernel(&run, 2, "last(int*)");
    launch_blocks(&run);
    store(&run, b, 0x70);
    store(&run, a, 0x80);
    expect_text(&run, "object: cudaMalloc#1+64, address 0x10000040");
    stop(&run);
}

TEST_MAIN("race_report")
