/* Unit test of cmodel/report: races of hand-made event sequences through the golden model, as text and as JSON. */
#include "model_test.h"

#include <ctype.h>
#include <unistd.h>

#include "lock_bloom.h"
#include "report/race_report.h"
#include "report/race_words.h"
#include "scord_replay.h"

enum { BASE = 0x10000000, DATA = BASE + 0x40, LOCK = BASE + 0x200, COLUMNS = 100 };

typedef struct place {
    unsigned sm, slot, warp;
} place_t;

static const place_t a = {0, 0, 0}, b = {0, 0, 1}, c = {1, 2, 9}; /* a, b: CTA (0,0,0); c: CTA (3,0,0), its warp 1 */

typedef struct run {
    scord_model_t *model;
    scord_race_report_t *report;
    scord_replay_t replay;
    uint64_t sequence;
} run_t;

static void send(run_t *run, scord_event_t event)
{
    char message[200];
    event.sequence = run->sequence++;
    assert_int_equal(scord_race_report_event(run->report, &event), 0);
    assert_int_equal(scord_replay_event(&run->replay, &event, message, sizeof message), SCORD_REPLAY_OK);
}

static void begin_kernel(run_t *run, unsigned number, const char *name)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    event.kernel_begin = (scord_event_kernel_begin_t){.kernel = number, .grid = {4, 1, 1}, .block = {16, 4, 1},
                                                      .tracked_base = BASE, .log2_tracked_words = 10, .name = name};
    send(run, event);
}

static void launch(run_t *run, unsigned sm, unsigned slot, uint32_t warps, uint32_t cta)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
    event.block_launch = (scord_event_block_launch_t){.sm = (uint8_t)sm, .slot = (uint8_t)slot, .warps = warps,
                                                      .cta = {cta, 0, 0}, .threads = 64};
    send(run, event);
}

static void launch_blocks(run_t *run)
{
    launch(run, 0, 0, 0x3, 0);
    launch(run, 1, 2, 0x300, 3);
}

static run_t start(void)
{
    run_t run = {0};
    scord_config_t config = scord_configs[1]; /* nocache */
    scord_model_status_t status;
    run.model = scord_model_create(&config, &status);
    run.report = scord_race_report_create(&config);
    assert_non_null(run.model);
    assert_non_null(run.report);
    scord_replay_init(&run.replay, run.model, scord_race_report_retire, run.report);
    begin_kernel(&run, 0, "color(int*)");
    launch_blocks(&run);
    return run;
}

static void stop(run_t *run)
{
    scord_race_report_destroy(run->report);
    scord_model_destroy(run->model);
}

static void locate(run_t *run, uint32_t pc, const char *file, uint32_t line, const char *function)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_LOCATION};
    event.location = (scord_event_location_t){.pc = pc, .line = line, .file = file, .function = function};
    send(run, event);
}

static void name_object(run_t *run, uint64_t address, uint64_t bytes, const char *name)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_OBJECT};
    event.object = (scord_event_object_t){address, bytes, name};
    send(run, event);
}

static void expect_valid_json(const char *text);
static char *json(const run_t *run);

static scord_event_t access_of(place_t who, uint32_t pc, scord_op_t op, uint64_t address)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){.sm = (uint8_t)who.sm, .slot = (uint8_t)who.slot, .warp = (uint8_t)who.warp,
                                          .op = (uint8_t)op, .strong = 1, .size = 4, .pc = pc, .mask = 1u << 5};
    event.access.address[5] = address;
    return event;
}

static void load(run_t *run, place_t who, uint32_t pc)
{
    send(run, access_of(who, pc, SCORD_OP_LOAD, DATA));
}

static void store(run_t *run, place_t who, uint32_t pc)
{
    send(run, access_of(who, pc, SCORD_OP_STORE, DATA));
}

static void weak_store(run_t *run, place_t who, uint32_t pc)
{
    scord_event_t event = access_of(who, pc, SCORD_OP_STORE, DATA);
    event.access.strong = 0;
    send(run, event);
}

static void atomic(run_t *run, place_t who, uint32_t pc, scord_atomic_kind_t kind, scord_scope_t scope, uint64_t address)
{
    scord_event_t event = access_of(who, pc, SCORD_OP_ATOMIC, address);
    event.access.atomic_kind = (uint8_t)kind;
    event.access.scope = (uint8_t)scope;
    event.access.has_operands = event.access.has_returned = 1;
    event.access.value[5] = kind == SCORD_ATOMIC_KIND_CAS;
    send(run, event);
}

static void fence(run_t *run, place_t who, uint32_t pc, scord_scope_t scope)
{
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){.sm = (uint8_t)who.sm, .slot = (uint8_t)who.slot, .warp = (uint8_t)who.warp,
                                        .scope = (uint8_t)scope, .pc = pc, .mask = 1};
    send(run, event);
}

static void take(run_t *run, place_t who, uint32_t pc, scord_scope_t scope)
{
    atomic(run, who, pc, SCORD_ATOMIC_KIND_CAS, scope, LOCK);
    fence(run, who, pc + 4, scope);
}

/* The whole report; the caller frees it. */
static char *print(const run_t *run, bool colour)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scord_race_report_print(run->report, out, colour);
    fclose(out);
    return text;
}

static char *json(const run_t *run)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scord_race_report_json(run->report, out);
    fclose(out);
    return text;
}

/* The text without its line breaks and indentation, so that a test does not depend on where a line wraps. */
static char *flowed(const run_t *run)
{
    char *text = print(run, false), *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
    return text;
}

static void expect_text(const run_t *run, const char *part)
{
    char *text = flowed(run);
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
    free(text);
}

/* ---- the report of the main job ---------------------------------------------------------------------------------- */

/* ScoRD Figure 3b: block-scope atomicAdd on a head that other blocks steal from. */
static run_t figure_3b(const char *file)
{
    run_t run = start();
    locate(&run, 0x10, file, 2, "local()");
    locate(&run, 0x20, file, 3, "steal()");
    name_object(&run, BASE, 0x1000, "cudaMalloc#3");
    name_object(&run, DATA - 8, 64, "nextHead");
    atomic(&run, a, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    atomic(&run, c, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
    return run;
}

static void test_whole_report(void **state)
{
    (void)state;
    run_t run = figure_3b("/nonexistent/color.cu");
    char *text = print(&run, false);
    assert_string_equal(
        text,
        "race 1: scoped atomic (Table IV(d), device scope), 1 time in kernel color(int*)\n"
        "  this access: /nonexistent/color.cu:3 atomicAdd in steal(), block (3,0,0) warp 1 thread (5,2,0)\n"
        "  owner:       /nonexistent/color.cu:2 atomicAdd_block in local(), block (0,0,0) warp 0\n"
        "  object:      nextHead+8, address 0x10000040\n"
        "  rule:        the last access was an atomic of block scope, and this access comes from another\n"
        "               block, for which that atomic is not atomic\n"
        "  hint:        the atomic at /nonexistent/color.cu:2 has block scope but other blocks use the word:\n"
        "               give it device scope (atomicAdd instead of atomicAdd_block)\n"
        "\n"
        "1 race at 1 site\n");
    free(text);
    assert_int_equal(scord_race_report_sites(run.report), 1);
    assert_int_equal(scord_race_report_races(run.report), 1);
    stop(&run);
}

/* The source line is read when the file is there. */
static void test_source_text(void **state)
{
    (void)state;
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

static void test_no_race(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 1);
    char *text = print(&run, false);
    assert_string_equal(text, "0 races at 0 sites\n");
    free(text);
    stop(&run);
}

/* ---- one hint a rule --------------------------------------------------------------------------------------------- */

static void test_missing_block_fence(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    load(&run, b, 0x20);
    expect_text(&run, "race 1: missing block fence (Table IV(a), block scope)");
    expect_text(&run, "rule: another warp of the same block owns the word and has executed no fence since");
    expect_text(&run, "hint: put __threadfence_block() after the volatile store at pc 0x10 (no line known)");
    stop(&run);
}

static void test_missing_block_fence_with_readers_elsewhere(void **state)
{
    (void)state;
    run_t run = start();
    load(&run, a, 0x10);
    load(&run, c, 0x20);
    store(&run, b, 0x30);
    expect_text(&run, "missing block fence (Table IV(a), device scope)");
    expect_text(&run, "readers in other blocks, and no device fence came after it");
    expect_text(&run, "hint: put __threadfence() after the volatile load at pc 0x10");
    stop(&run);
}

static void test_missing_device_fence(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    load(&run, c, 0x20);
    expect_text(&run, "race 1: missing device fence (Table IV(b), device scope)");
    expect_text(&run, "hint: put __threadfence() after the volatile store at pc 0x10");
    stop(&run);
}

/* The fence is there, but too narrow: the hint names it. A fence before the access does not count. */
static void test_block_fence_too_narrow(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_BLOCK);
    load(&run, c, 0x20);
    expect_text(&run, "hint: the fence at pc 0x14 (no line known) has block scope, but other blocks use the word: make "
                      "it __threadfence() instead of __threadfence_block()");
    stop(&run);
    run = start();
    fence(&run, a, 0x14, SCORD_SCOPE_BLOCK);
    store(&run, a, 0x10);
    load(&run, c, 0x20);
    expect_text(&run, "hint: put __threadfence() after");
    stop(&run);
}

static void test_not_strong(void **state)
{
    (void)state;
    run_t run = start();
    weak_store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
    load(&run, c, 0x20);
    expect_text(&run, "race 1: not a strong access (Table IV(c), device scope)");
    expect_text(&run, "an earlier access to the word is not strong");
    expect_text(&run, "hint: make the earlier accesses volatile or atomic too, first of all the store at pc 0x10");
    stop(&run);
    run = start();
    store(&run, a, 0x10);
    fence(&run, a, 0x14, SCORD_SCOPE_DEVICE);
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

static void test_locks(void **state)
{
    (void)state;
    run_t run = start();
    take(&run, a, 0x10, SCORD_SCOPE_DEVICE);
    store(&run, a, 0x18);
    fence(&run, a, 0x1c, SCORD_SCOPE_DEVICE);
    load(&run, c, 0x20);
    expect_text(&run, "race 1: no common lock on load (Table IV(e), device scope)");
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
    expect_text(&run, "race 1: no common lock on store (Table IV(f), device scope)");
    expect_text(&run, "(they held locks of block scope only)");
    expect_text(&run, "hint: the lock protects one block only, but other blocks use the word");
    stop(&run);
}

/* ---- folding, owners, names -------------------------------------------------------------------------------------- */

/* Folded by (PC, type); other owners are named; launches are counted. */
static void test_folding(void **state)
{
    (void)state;
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
    expect_text(&run, "race 1: missing device fence (Table IV(b), device scope), 6 times in kernel color(int*), "
                      "launches 5 to 7");
    expect_text(&run, "also with: pc 0x18 (no line known) volatile store (3 times)");
    expect_text(&run, "also with: pc 0x14 (no line known) volatile store (1 time)");
    expect_text(&run, "race 2: missing device fence (Table IV(b), device scope), 3 times");
    expect_text(&run, "9 races at 2 sites");
    char *text = json(&run);
    assert_non_null(strstr(text, "\"first_launch\": 5,\n      \"last_launch\": 7,\n      \"launches\": 3"));
    free(text);
    stop(&run);
}

/* The owner of modified data is shown by its write, not by a later load of its own. */
static void test_owner_is_the_write(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    load(&run, a, 0x14);
    load(&run, c, 0x20);
    expect_text(&run, "owner: pc 0x10 (no line known) volatile store, block (0,0,0) warp 0");
    stop(&run);
}

/* Four later warps push the owner out of the history: said, not guessed. */
static void test_unknown_owner(void **state)
{
    (void)state;
    run_t run = start();
    launch(&run, 2, 0, 0xff, 7);
    const scord_event_t read = access_of((place_t){2, 0, 0}, 0x30, SCORD_OP_LOAD, DATA);
    load(&run, a, 0x10);
    for (unsigned warp = 0; warp < 8; warp++) {
        scord_event_t event = read;
        event.access.warp = (uint8_t)warp;
        send(&run, event);
    }
    store(&run, c, 0x20);
    expect_text(&run, "owner: block (0,0,0) warp 0 (its access is no longer known");
    expect_text(&run, "hint: put __threadfence() after the owner's last access");
    char *text = json(&run);
    assert_non_null(strstr(text, "\"owners\": [],\n      \"owner_unknown\": 1"));
    free(text);
    stop(&run);
}

/* A slot that changes hands: each side is named by the block that was there at its time, also when the retire comes late. */
static void test_slot_reuse_names_the_right_block(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    scord_event_t read = access_of(c, 0x20, SCORD_OP_LOAD, DATA);
    read.sequence = run.sequence++;
    assert_int_equal(scord_race_report_event(run.report, &read), 0);
    launch(&run, 0, 0, 0x3, 5);   /* both slots have new blocks before the load is decided */
    launch(&run, 1, 2, 0x300, 6);
    char message[200];
    scord_replay_event(&run.replay, &read, message, sizeof message);
    expect_text(&run, "this access: pc 0x20 (no line known) volatile load, block (3,0,0)");
    expect_text(&run, "owner: pc 0x10 (no line known) volatile store, block (0,0,0) warp 0");
    stop(&run);
}

/* A kernel start forgets owners and blocks (D5). */
static void test_kernel_start_forgets(void **state)
{
    (void)state;
    run_t run = start();
    store(&run, a, 0x10);
    begin_kernel(&run, 1, "next");
    store(&run, a, 0x30);
    load(&run, c, 0x20); /* no block_launch in this kernel: slots are named */
    expect_text(&run, "in kernel next this access: pc 0x20 (no line known) volatile load, SM 1 block slot 2 warp slot 9");
    expect_text(&run, "owner: pc 0x30");
    stop(&run);
}

/* The racing thread is the first active lane that touches the word, in a block of three dimensions. */
static void test_racing_thread(void **state)
{
    (void)state;
    run_t run = start();
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin = (scord_event_kernel_begin_t){.kernel = 1, .grid = {4, 1, 1}, .block = {4, 4, 4},
                                                      .tracked_base = BASE, .log2_tracked_words = 10, .name = "three"};
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
    expect_text(&run, "warp 1 thread (3,1,2)"); /* 32 + 7 = 3 + 4 * (1 + 4 * 2) */
    stop(&run);
}

/* Many sites, each with its kernel's name, and fences of other SMs than 0. */
static void test_many_sites(void **state)
{
    (void)state;
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
        load(&run, a, 0x4000 + kernel);
    }
    assert_int_equal(scord_race_report_sites(run.report), KERNELS);
    for (unsigned kernel = 0; kernel < KERNELS; kernel += 13) {
        snprintf(part, sizeof part, "1 time in kernel kernel%u this access: pc 0x%x", kernel, 0x4000 + kernel);
        expect_text(&run, part);
        snprintf(part, sizeof part, "hint: the fence at pc 0x%x", 0x2000 + kernel);
        expect_text(&run, part);
    }
    char *text = json(&run);
    expect_valid_json(text);
    free(text);
    stop(&run);
}

/* More owner instructions than are told apart, and an unknown one: the counts in JSON add up. */
static void test_owner_counts(void **state)
{
    (void)state;
    run_t run = start();
    for (unsigned i = 0; i < 6; i++) {
        store(&run, a, 0x10 + i);
        load(&run, c, 0x20);
    }
    char *text = json(&run);
    expect_valid_json(text);
    unsigned owners = 0;
    for (const char *at = text; (at = strstr(at, "{\"races\": 1,")); at++)
        owners++;
    assert_int_equal(owners, SCORD_SITE_OWNERS + 5); /* the load's site; the sites of the stores after the first */
    assert_non_null(strstr(text, "\"first_launch\": 0,\n      \"last_launch\": 0,\n      \"launches\": 1"));
    free(text);
    stop(&run);
}

static void test_instruction_words(void **state)
{
    (void)state;
    char text[64];
    scord_instruction_t i = {.seen = true, .op = SCORD_OP_ATOMIC, .atomic_kind = SCORD_ATOMIC_KIND_CAS,
                             .scope = SCORD_SCOPE_SYSTEM};
    scord_instruction_words(&i, text, sizeof text);
    assert_string_equal(text, "atomicCAS_system");
    i = (scord_instruction_t){.seen = true, .op = SCORD_OP_LOAD, .strong = 1, .semantics = SCORD_SEMANTICS_ACQUIRE};
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

/* ---- form -------------------------------------------------------------------------------------------------------- */

/* No line of several words is wider than 100 columns, whatever the names; nothing of them is lost. */
static void test_width(void **state)
{
    (void)state;
    char name[SCORD_NAME_MAX + 1] = "";
    while (strlen(name) < 900)
        strcat(name, "template<int, int> ");
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
    for (const char *at = text; (at = strstr(at, "template<int,")); at++)
        words++;
    assert_int_equal(words, 2 * (strlen(name) / strlen("template<int, int> ")));
    free(text);
    stop(&run);
}

static void test_colour_only_on_demand(void **state)
{
    (void)state;
    run_t run = figure_3b("x.cu");
    char *plain = print(&run, false), *coloured = print(&run, true);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(coloured, '\033'));
    free(plain);
    free(coloured);
    stop(&run);
}

/* A JSON reader that only checks (RFC 8259); returns where it stopped, NULL on an error. */
static const char *json_value(const char *at);

static const char *json_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *json_string(const char *at)
{
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL; /* also the end of the text */
        if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
            return NULL;
    }
    return at + 1;
}

static const char *json_members(const char *at, char close, bool named)
{
    at = json_space(at + 1);
    while (at && *at != close) {
        if (named) {
            at = *at == '"' ? json_string(at) : NULL;
            at = at && *(at = json_space(at)) == ':' ? json_space(at + 1) : NULL;
        }
        at = at ? json_value(at) : NULL;
        at = at ? json_space(at) : NULL;
        if (at && *at == ',')
            at = *json_space(at + 1) == close ? NULL : json_space(at + 1);
        else if (at && *at != close)
            return NULL;
    }
    return at ? at + 1 : NULL;
}

static const char *json_value(const char *at)
{
    if (*at == '{')
        return json_members(at, '}', true);
    if (*at == '[')
        return json_members(at, ']', false);
    if (*at == '"')
        return json_string(at);
    const char *const words[] = {"true", "false", "null"};
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    const size_t digits = strspn(at, "0123456789");
    return digits ? at + digits : NULL;
}

static void expect_valid_json(const char *text)
{
    const char *end = json_value(text);
    if (!end || *json_space(end))
        fail_msg("not JSON:\n%s", text);
}

static void test_json(void **state)
{
    (void)state;
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
    assert_non_null(strstr(text, "\"file\": \"dir\\\\with\\\"quote\\u0009and tab.cu\", \"line\": 7"));
    assert_non_null(strstr(text, "\"verdict\": \"missing_device_fence\""));
    assert_non_null(strstr(text, "\"configuration\": \"nocache\""));
    assert_non_null(strstr(text, "\"races\": 2,\n  \"complete\": true"));
    assert_non_null(strstr(text, "\"block\": [3, 0, 0], \"warp\": 1, \"thread\": [5, 2, 0]"));
    free(text);
    stop(&run);
    expect_valid_json("{\"a\": [1, {\"b\": null}]}");
    assert_null(json_value("{\"a\": [1,]}"));
    assert_null(json_value("{\"a\" 1}"));
    assert_null(json_value("\"open"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_report),
        cmocka_unit_test(test_source_text),
        cmocka_unit_test(test_no_race),
        cmocka_unit_test(test_missing_block_fence),
        cmocka_unit_test(test_missing_block_fence_with_readers_elsewhere),
        cmocka_unit_test(test_missing_device_fence),
        cmocka_unit_test(test_block_fence_too_narrow),
        cmocka_unit_test(test_not_strong),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_folding),
        cmocka_unit_test(test_owner_is_the_write),
        cmocka_unit_test(test_unknown_owner),
        cmocka_unit_test(test_slot_reuse_names_the_right_block),
        cmocka_unit_test(test_kernel_start_forgets),
        cmocka_unit_test(test_racing_thread),
        cmocka_unit_test(test_many_sites),
        cmocka_unit_test(test_owner_counts),
        cmocka_unit_test(test_instruction_words),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_colour_only_on_demand),
        cmocka_unit_test(test_json),
    };
    return RUN_TESTS("race_report", tests);
}
