/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c: atomics of every kind and type against C, what an access event says, vectors,
 * sub-word loads, spaces. */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, WORDS = 64 };
#define HEAD ".version 6.0\n.target sm_60\n.address_size 64\n"

static uint64_t seed = 4711;

/* ---- events ---- */
typedef struct log {
    uint32_t count;
    core_step_result_t last;
} log_t;
static void keep(void *context, const core_step_result_t *result) {
    log_t *log = context;
    if (result->outcome == CORE_ACCESS || result->outcome == CORE_FENCE) {
        log->count++;
        log->last = *result;
    }
}

/* Runs `body` (memory at %rd1; lane's word at %rd3, lane in %r1) as kernel k; `fill` presets the
 * memory. */
static bool run(machine_t *machine, const char *body, const void *fill, log_t *log) {
    char text[4096];
    snprintf(text, sizeof text,
             HEAD ".shared .align 16 .b8 s[512];\n.const .align 8 .b8 c[16] = {1, 2, 3, 4, 5, 6, "
                  "7, 8, 255};\n"
                  ".visible .entry k(.param .u64 p)\n{\n.local .align 16 .b8 l[64];\n.reg .pred "
                  "%%p<8>;\n.reg .b16 %%h<8>;\n.reg .b32 %%r<20>;\n.reg .b64 %%rd<20>;\n.reg .f32 "
                  "%%f<8>;\n.reg .f64 %%fd<8>;\n"
                  "ld.param.u64 %%rd1, [p];\nmov.u32 %%r1, %%tid.x;\nmul.wide.u32 %%rd2, %%r1, "
                  "8;\nadd.u64 %%rd3, %%rd1, %%rd2;\n%s\nret;\n}\n",
             body);
    machine_open(machine, text, 1 << 16);
    static uint64_t parameter;
    parameter = machine_allocate(machine, 4096);
    if (fill) memcpy(machine_at(machine, parameter), fill, WORDS * 8);
    memset(log, 0, sizeof *log);
    machine->observe = keep;
    machine->context = log;
    bool ran = machine_run(machine, "k", &parameter, 1, LANES, 0);
    check(ran, "`%s`: %s", body, machine->fault);
    return ran;
}

static uint64_t word(machine_t *machine, uint32_t index) {
    uint64_t value;
    memcpy(&value, machine_at(machine, MACHINE_BASE) + 8 * index, 8);
    return value;
}

/* ---- atomics ---- */
typedef struct atomic_case {
    const char *operation, *type;
    uint32_t bits;
    scord_atomic_kind_t kind;
} atomic_case_t;

static const atomic_case_t atomics[] = {
    {"add", "u32", 32, SCORD_ATOMIC_KIND_ADD},   {"add", "s32", 32, SCORD_ATOMIC_KIND_ADD},
    {"add", "u64", 64, SCORD_ATOMIC_KIND_ADD},   {"add", "f32", 32, SCORD_ATOMIC_KIND_ADD},
    {"add", "f64", 64, SCORD_ATOMIC_KIND_ADD},   {"exch", "b32", 32, SCORD_ATOMIC_KIND_EXCH},
    {"exch", "b64", 64, SCORD_ATOMIC_KIND_EXCH}, {"cas", "b32", 32, SCORD_ATOMIC_KIND_CAS},
    {"cas", "b64", 64, SCORD_ATOMIC_KIND_CAS},   {"and", "b32", 32, SCORD_ATOMIC_KIND_AND},
    {"and", "b64", 64, SCORD_ATOMIC_KIND_AND},   {"or", "b32", 32, SCORD_ATOMIC_KIND_OR},
    {"or", "b64", 64, SCORD_ATOMIC_KIND_OR},     {"xor", "b32", 32, SCORD_ATOMIC_KIND_XOR},
    {"xor", "b64", 64, SCORD_ATOMIC_KIND_XOR},   {"min", "u32", 32, SCORD_ATOMIC_KIND_MIN},
    {"min", "s32", 32, SCORD_ATOMIC_KIND_MIN},   {"min", "u64", 64, SCORD_ATOMIC_KIND_MIN},
    {"min", "s64", 64, SCORD_ATOMIC_KIND_MIN},   {"max", "u32", 32, SCORD_ATOMIC_KIND_MAX},
    {"max", "s32", 32, SCORD_ATOMIC_KIND_MAX},   {"max", "u64", 64, SCORD_ATOMIC_KIND_MAX},
    {"max", "s64", 64, SCORD_ATOMIC_KIND_MAX},   {"inc", "u32", 32, SCORD_ATOMIC_KIND_INC},
    {"dec", "u32", 32, SCORD_ATOMIC_KIND_DEC}};

static uint64_t add_floats(uint32_t bits, uint64_t a, uint64_t b) {
    union {
        uint64_t u;
        double d;
        float f;
    } x = {.u = a}, y = {.u = b}, z = {.u = 0};
    if (bits == 64)
        z.d = x.d + y.d;
    else
        z.f = x.f + y.f;
    return z.u;
}

static int64_t as_signed(uint64_t value, uint32_t bits) {
    return bits == 32 ? (int32_t)value : (int64_t)value;
}

static uint64_t reference(const atomic_case_t *test, uint64_t old, uint64_t b, uint64_t c) {
    bool is_signed = test->type[0] == 's';
    switch (test->kind) {
    case SCORD_ATOMIC_KIND_ADD:
        return test->type[0] == 'f' ? add_floats(test->bits, old, b) : old + b;
    case SCORD_ATOMIC_KIND_EXCH: return b;
    case SCORD_ATOMIC_KIND_CAS: return old == b ? c : old;
    case SCORD_ATOMIC_KIND_AND: return old & b;
    case SCORD_ATOMIC_KIND_OR: return old | b;
    case SCORD_ATOMIC_KIND_XOR: return old ^ b;
    case SCORD_ATOMIC_KIND_MIN:
        return is_signed ? (as_signed(b, test->bits) < as_signed(old, test->bits) ? b : old)
               : b < old ? b
                         : old;
    case SCORD_ATOMIC_KIND_MAX:
        return is_signed ? (as_signed(b, test->bits) > as_signed(old, test->bits) ? b : old)
               : b > old ? b
                         : old;
    case SCORD_ATOMIC_KIND_INC: return old >= b ? 0 : old + 1;
    case SCORD_ATOMIC_KIND_DEC: return old == 0 || old > b ? b : old - 1;
    default: return 0;
    }
}

static uint64_t operand(const atomic_case_t *test) {
    uint64_t value = machine_random(&seed);
    union {
        double d;
        float f;
        uint64_t u;
    } number = {.u = 0};
    if (!strcmp(test->type, "f64")) {
        number.d = (double)(value % 1000) / 8;
        return number.u;
    }
    if (!strcmp(test->type, "f32")) {
        number.f = (float)(value % 1000) / 8;
        return number.u;
    }
    if (test->kind == SCORD_ATOMIC_KIND_CAS || test->kind == SCORD_ATOMIC_KIND_INC ||
        test->kind == SCORD_ATOMIC_KIND_DEC)
        return value % 3;
    return test->bits == 32 ? (uint32_t)value : value;
}

/* One instruction, lanes on `spread` different words; operands in words 0-31 (b), c = b + 1 for
 * cas; results to the lane. */
static void test_atomic(const atomic_case_t *test, uint32_t spread, const char *space,
                        const char *generic) {
    char body[1024], name[64];
    uint64_t fill[WORDS], cell[8], operands[LANES];
    snprintf(name, sizeof name, "atom%s.%s.%s spread %u", space, test->operation, test->type,
             spread);
    for (uint32_t i = 0; i < LANES; i++) fill[i] = operands[i] = operand(test);
    for (uint32_t i = 0; i < 8; i++) fill[32 + i] = cell[i] = operand(test);
    snprintf(body, sizeof body,
             "rem.u32 %%r2, %%r1, %u; mul.wide.u32 %%rd4, %%r2, 8; add.u64 %%rd5, %%rd1, %%rd4; "
             "ld.global.b64 %%rd6, [%%rd3]; ld.global.b64 %%rd7, [%%rd5+256]; cvta.shared.u64 "
             "%%rd8, s; %s add.u64 %%rd5, %%rd5, 256;"
             "add.u64 %%rd9, %%rd6, 1; { .reg .b%u %%a, %%b, %%c; %s atom%s.%s.%s %%a, [%%rd5], "
             "%%b%s; %s }",
             spread, generic, test->bits,
             test->bits == 64 ? "mov.b64 %b, %rd6; mov.b64 %c, %rd9;"
                              : "cvt.u32.u64 %b, %rd6; cvt.u32.u64 %c, %rd9;",
             space, test->operation, test->type, test->kind == SCORD_ATOMIC_KIND_CAS ? ", %c" : "",
             test->bits == 64 ? "mov.b64 %rd10, %a;" : "cvt.u64.u32 %rd10, %a;");
    static machine_t machine;
    log_t log;
    run(&machine, body, fill, &log);
    const scord_event_access_t *event = &log.last.access;
    check(log.last.outcome == CORE_ACCESS && event->op == SCORD_OP_ATOMIC &&
              event->atomic_kind == test->kind && event->size * 8 == test->bits &&
              event->mask == UINT32_MAX && event->strong && event->has_operands &&
              event->has_returned && event->scope == SCORD_SCOPE_DEVICE &&
              event->semantics == SCORD_SEMANTICS_RELAXED,
          "%s: event", name);
    uint64_t mask = test->bits == 32 ? UINT32_MAX : UINT64_MAX;
    for (uint32_t lane = 0; lane < LANES; lane++) { /* lanes take effect in ascending order */
        uint64_t *at = &cell[lane % spread], old = *at & mask, b = operands[lane] & mask,
                 c = (operands[lane] + 1) & mask;
        bool cas = test->kind == SCORD_ATOMIC_KIND_CAS;
        const uint64_t swapped = c == 1 ? mask : c; /* a 1 by chance takes no lock (D75) */
        *at = (reference(test, old, b, c) & mask) | (*at & ~mask);
        check(event->returned[lane] == old && event->value[lane] == (cas ? swapped : b) &&
                  event->compare[lane] == (cas ? b : 0) &&
                  event->address[lane] == MACHINE_BASE + 256 + 8 * (lane % spread),
              "%s: lane %u: returned %llx, expected %llx", name, lane,
              (unsigned long long)event->returned[lane], (unsigned long long)old);
    }
    for (uint32_t i = 0; i < spread; i++)
        check(word(&machine, 32 + i) == cell[i], "%s: memory %llx, expected %llx", name,
              (unsigned long long)word(&machine, 32 + i), (unsigned long long)cell[i]);
    machine_close(&machine);
}

/* ---- what modifiers say ---- */
static void test_modifiers(void) {
    static const struct {
        const char *statement;
        uint8_t op, scope, semantics, strong, size, returned;
    } table[] = {
        {"ld.global.u32 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE, 0,
         4, 0},
        {"ld.u8 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE, 0, 1, 0},
        {"ld.volatile.u32 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_RELAXED,
         1, 4, 1},
        {"ld.volatile.global.u64 %rd4, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_RELAXED, 1, 8, 1},
        {"ld.relaxed.cta.u32 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_BLOCK,
         SCORD_SEMANTICS_RELAXED, 1, 4, 1},
        {"ld.acquire.gpu.global.u32 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_ACQUIRE, 1, 4, 1},
        {"ld.acquire.sys.u32 %r2, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_SYSTEM,
         SCORD_SEMANTICS_ACQUIRE, 1, 4, 1},
        {"ld.weak.global.u16 %h1, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE,
         0, 2, 0},
        {"ld.global.nc.f64 %fd1, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE,
         0, 8, 0},
        {"ld.global.v2.u32 {%r2, %r3}, [%rd3];", SCORD_OP_LOAD, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_NONE, 0, 8, 0},
        {"st.global.u32 [%rd3], %r1;", SCORD_OP_STORE, SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE, 0,
         4, 0},
        {"st.volatile.u32 [%rd3], %r1;", SCORD_OP_STORE, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_RELAXED, 1, 4, 0},
        {"st.release.cta.global.u32 [%rd3], %r1;", SCORD_OP_STORE, SCORD_SCOPE_BLOCK,
         SCORD_SEMANTICS_RELEASE, 1, 4, 0},
        {"st.global.v4.u16 [%rd3], {%h1, %h1, %h1, %h1};", SCORD_OP_STORE, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_NONE, 0, 8, 0},
        {"atom.cta.add.u32 %r2, [%rd3], 1;", SCORD_OP_ATOMIC, SCORD_SCOPE_BLOCK,
         SCORD_SEMANTICS_RELAXED, 1, 4, 1},
        {"atom.sys.global.exch.b32 %r2, [%rd3], 1;", SCORD_OP_ATOMIC, SCORD_SCOPE_SYSTEM,
         SCORD_SEMANTICS_RELAXED, 1, 4, 1},
        {"atom.acquire.gpu.global.cas.b32 %r2, [%rd3], 0, 1;", SCORD_OP_ATOMIC, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_ACQUIRE, 1, 4, 1},
        {"atom.acq_rel.cta.add.u64 %rd4, [%rd3], 1;", SCORD_OP_ATOMIC, SCORD_SCOPE_BLOCK,
         SCORD_SEMANTICS_ACQ_REL, 1, 8, 1},
        {"red.global.add.f32 [%rd3], %f1;", SCORD_OP_ATOMIC, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_RELAXED, 1, 4, 1},
        {"red.release.gpu.global.or.b32 [%rd3], 1;", SCORD_OP_ATOMIC, SCORD_SCOPE_DEVICE,
         SCORD_SEMANTICS_RELEASE, 1, 4, 1}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        static machine_t machine;
        log_t log;
        run(&machine, table[i].statement, NULL, &log);
        const scord_event_access_t *event = &log.last.access;
        check(log.count == 1 && log.last.outcome == CORE_ACCESS && event->op == table[i].op &&
                  event->scope == table[i].scope && event->semantics == table[i].semantics &&
                  event->strong == table[i].strong && event->size == table[i].size &&
                  event->has_returned == table[i].returned,
              "`%s`: op %u scope %u semantics %u strong %u size %u returned %u", table[i].statement,
              event->op, event->scope, event->semantics, event->strong, event->size,
              event->has_returned);
        machine_close(&machine);
    }
}

static void test_fences(void) {
    static const struct {
        const char *statement;
        uint8_t scope, semantics;
    } table[] = {{"membar.cta;", SCORD_SCOPE_BLOCK, SCORD_SEMANTICS_NONE},
                 {"membar.gl;", SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_NONE},
                 {"membar.sys;", SCORD_SCOPE_SYSTEM, SCORD_SEMANTICS_NONE},
                 {"fence.acq_rel.gpu;", SCORD_SCOPE_DEVICE, SCORD_SEMANTICS_ACQ_REL},
                 {"fence.sc.cta;", SCORD_SCOPE_BLOCK, SCORD_SEMANTICS_SEQ_CST},
                 {"fence.sys;", SCORD_SCOPE_SYSTEM, SCORD_SEMANTICS_ACQ_REL}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        static machine_t machine;
        log_t log;
        char body[128];
        snprintf(body, sizeof body, "setp.lt.u32 %%p1, %%r1, 8; @%%p1 %s", table[i].statement);
        run(&machine, body, NULL, &log);
        check(log.count == 1 && log.last.outcome == CORE_FENCE &&
                  log.last.fence.scope == table[i].scope &&
                  log.last.fence.semantics == table[i].semantics && log.last.fence.mask == 0xff,
              "`%s`", table[i].statement);
        machine_close(&machine);
    }
}

/* ---- values through memory ---- */
static void expect_words(const char *body, uint32_t events, uint64_t (*expected)(uint32_t lane)) {
    static machine_t machine;
    log_t log;
    uint64_t fill[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) fill[i] = UINT64_C(0x8182838485868700) + i;
    bool ran = run(&machine, body, fill, &log);
    check(log.count == events, "`%s`: %u global accesses, expected %u", body, log.count, events);
    for (uint32_t lane = 0; ran && lane < LANES; lane++)
        check(word(&machine, lane) == expected(lane), "`%s`: lane %u: %llx, expected %llx", body,
              lane, (unsigned long long)word(&machine, lane), (unsigned long long)expected(lane));
    machine_close(&machine);
}

static uint64_t original(uint32_t lane) { return UINT64_C(0x8182838485868700) + lane; }
static uint64_t low_signed(uint32_t lane) { return (uint64_t)(int64_t)(int8_t)(0x87 + 0 * lane); }
static uint64_t high_half(uint32_t lane) {
    (void)lane;
    return 0xffff8182;
}
static uint64_t swapped(uint32_t lane) { return original(lane) << 32 | original(lane) >> 32; }
static uint64_t lane_square(uint32_t lane) { return lane * lane; }
static uint64_t neighbour(uint32_t lane) { return original(lane ^ 1); }
static uint64_t constant(uint32_t lane) { return lane % 9 == 8 ? 255 : lane % 9 + 1; }
static uint64_t shared_total(uint32_t lane) { return lane; }

/* Shared, local and constant memory gives values but no events (D3). */
static void test_values(void) {
    expect_words("ld.global.s8 %r2, [%rd3+1]; cvt.s64.s32 %rd4, %r2; st.global.u64 [%rd3], %rd4;",
                 2, low_signed);
    expect_words("ld.global.s8 %h1, [%rd3+1]; cvt.s64.s16 %rd4, %h1; st.global.u64 [%rd3], %rd4;",
                 2, low_signed);
    expect_words("ld.global.s16 %r2, [%rd3+6]; cvt.u64.u32 %rd4, %r2; st.global.u64 [%rd3], %rd4;",
                 2, high_half);
    expect_words("ld.global.v2.u32 {%r2, %r3}, [%rd3]; st.global.v2.u32 [%rd3], {%r3, %r2};", 2,
                 swapped);
    expect_words("ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%rd3]; st.global.v4.u16 [%rd3], {%h3, "
                 "%h4, %h1, %h2};",
                 2, swapped);
    expect_words("st.local.u64 [l+8], %rd3; mul.lo.u32 %r2, %r1, %r1; st.local.u32 [l], %r2; "
                 "mov.u64 %rd4, l; cvta.local.u64 %rd4, %rd4; ld.u32 %r3, [%rd4]; ld.u64 %rd5, "
                 "[%rd4+8]; cvt.u64.u32 %rd6, %r3; st.global.u64 [%rd5], %rd6;",
                 1, lane_square);
    expect_words(
        "ld.global.u64 %rd4, [%rd3]; mov.u64 %rd5, s; add.u64 %rd5, %rd5, %rd2; st.shared.u64 "
        "[%rd5], %rd4; bar.sync 0; xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 8; cvta.shared.u64 "
        "%rd7, s; add.u64 %rd7, %rd7, %rd6; ld.u64 %rd8, [%rd7]; st.global.u64 [%rd3], %rd8;",
        2, neighbour);
    expect_words("rem.u32 %r2, %r1, 9; cvt.u64.u32 %rd4, %r2; mov.u64 %rd5, c; add.u64 %rd6, %rd4, "
                 "%rd5; ld.const.u8 %r3, [%rd6]; cvta.const.u64 %rd6, %rd6; ld.u8 %r4, [%rd6]; "
                 "min.u32 %r3, %r3, %r4; cvt.u64.u32 %rd7, %r3; st.global.u64 [%rd3], %rd7;",
                 1, constant);
    expect_words("atom.shared.add.u32 %r2, [s], 1; cvta.shared.u64 %rd4, s; atom.add.u32 %r3, "
                 "[%rd4+4], 1; cvt.u64.u32 %rd5, %r2; st.global.u64 [%rd3], %rd5;",
                 1, shared_total);
    /* one instruction, lanes in different spaces: the event has the global ones only */
    expect_words("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; cvta.shared.u64 %rd4, s; add.u64 "
                 "%rd4, %rd4, %rd2; ld.global.u64 %rd5, [%rd3]; st.shared.u64 [%rd2], %rd5; "
                 "selp.b64 %rd6, %rd3, %rd4, %p1; ld.u64 %rd7, [%rd6]; st.global.u64 [%rd3], %rd7;",
                 3, original);
}

int main(void) {
    static const struct { const char *space, *address; } spaces[] = {{".global", ""}, {"", ""}};
    for (size_t i = 0; i < sizeof atomics / sizeof atomics[0]; i++)
        for (uint32_t spread = 1; spread <= 8; spread += 7)
            for (size_t s = 0; s < 2; s++)
                test_atomic(&atomics[i], spread, spaces[s].space, spaces[s].address);
    test_modifiers();
    test_fences();
    test_values();
    return check_summary();
}
