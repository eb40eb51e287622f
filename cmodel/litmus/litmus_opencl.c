/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_opencl.c: calls of the dialect OPENCL (herd, Dat3M): C11 atomics with memory scopes, the
 * atomics of OpenCL 1, fences, barriers. */
#include <assert.h>
#include <string.h>

#include "cmodel/litmus/litmus_c.h"

typedef struct constant {
    const char *text;
    uint8_t value;
} constant_t;

/* A call while it is read: operands before the memory orders, then orders and scope. */
typedef struct call {
    litmus_c_t *c;
    const char *name;
    litmus_instruction_t meaning;
    bool orders_given, scope_given;
    uint8_t failure; /* order of a compare-and-swap that fails */
    int expected;    /* register of &expected, or -1: it was given as a value */
} call_t;

static const constant_t orders[] = {{"memory_order_relaxed", SCORD_SEMANTICS_RELAXED},
                                    {"memory_order_acquire", SCORD_SEMANTICS_ACQUIRE},
                                    {"memory_order_release", SCORD_SEMANTICS_RELEASE},
                                    {"memory_order_acq_rel", SCORD_SEMANTICS_ACQ_REL},
                                    {"memory_order_seq_cst", SCORD_SEMANTICS_SEQ_CST},
                                    {"mo_relaxed", SCORD_SEMANTICS_RELAXED},
                                    {"mo_rlx", SCORD_SEMANTICS_RELAXED},
                                    {"mo_acquire", SCORD_SEMANTICS_ACQUIRE},
                                    {"mo_acq", SCORD_SEMANTICS_ACQUIRE},
                                    {"mo_release", SCORD_SEMANTICS_RELEASE},
                                    {"mo_rel", SCORD_SEMANTICS_RELEASE},
                                    {"mo_acq_rel", SCORD_SEMANTICS_ACQ_REL},
                                    {"mo_acqrel", SCORD_SEMANTICS_ACQ_REL},
                                    {"mo_seq_cst", SCORD_SEMANTICS_SEQ_CST},
                                    {"mo_sc", SCORD_SEMANTICS_SEQ_CST},
                                    {NULL, 0}};
static const constant_t scopes[] = {{"memory_scope_sub_group", LITMUS_SCOPE_WARP},
                                    {"memory_scope_work_group", SCORD_SCOPE_BLOCK},
                                    {"memory_scope_device", SCORD_SCOPE_DEVICE},
                                    {"memory_scope_all_svm_devices", SCORD_SCOPE_SYSTEM},
                                    {"memory_scope_all_devices", SCORD_SCOPE_SYSTEM},
                                    {"s_sg", LITMUS_SCOPE_WARP},
                                    {"s_wg", SCORD_SCOPE_BLOCK},
                                    {"s_dev", SCORD_SCOPE_DEVICE},
                                    {"s_all", SCORD_SCOPE_SYSTEM},
                                    {NULL, 0}};

static void fail(const call_t *call, const char *what) {
    litmus_c_fail(call->c, "%.40s %s", call->name, what);
}

/* Takes a constant of TABLE; false: another word is next. */
static bool take_constant(const call_t *call, const constant_t *table, uint8_t *value) {
    for (; table->text; table++) {
        if (!litmus_c_take(call->c, table->text)) continue;
        *value = table->value;
        return true;
    }
    return false;
}

static const litmus_operand_t zero = {.value = 0};

static bool next_argument(const call_t *call) {
    if (call->c->failed) return false;
    if (litmus_c_take(call->c, ",")) return true;
    fail(call, "has too few arguments");
    return false;
}

/* "order, scope)": the order is one of ORDERINGS. Without any sequentially consistent and of device
 * scope, as OpenCL has it. FIRST: no argument came before. */
static void read_orders(call_t *call, unsigned orderings, bool first, bool required) {
    litmus_instruction_t *meaning = &call->meaning;
    char word[LITMUS_WORD_MAX] = "";
    meaning->strong = 1;
    meaning->semantics = SCORD_SEMANTICS_SEQ_CST;
    meaning->scope = SCORD_SCOPE_DEVICE;
    if (call->c->failed) return;
    if (litmus_c_take(call->c, ")")) {
        if (required) fail(call, "names no memory order");
        return;
    }
    if (!first && !next_argument(call)) return;
    if (!take_constant(call, orders, &meaning->semantics)) {
        litmus_c_peek_word(call->c, word);
        return litmus_c_fail(call->c, "%.40s: '%.40s' is no memory order", call->name, word);
    }
    if (!(orderings >> meaning->semantics & 1))
        return fail(call, "has no such memory order (C11, 7.17.7)");
    if (litmus_c_take(call->c, ")") || !next_argument(call)) return;
    if (call->expected != -2 && take_constant(call, orders, &call->failure)) {
        if (call->failure == SCORD_SEMANTICS_RELEASE || call->failure == SCORD_SEMANTICS_ACQ_REL)
            return fail(call, "releases nothing when it fails (C11, 7.17.7.4)");
        if (litmus_c_take(call->c, ")") || !next_argument(call)) return;
    }
    if (!take_constant(call, scopes, &meaning->scope)) {
        litmus_c_peek_word(call->c, word);
        return litmus_c_fail(call->c, "%.40s: '%.40s' is no memory scope taken", call->name, word);
    }
    if (!litmus_c_take(call->c, ")")) fail(call, "has too many arguments");
}

static bool read_address(call_t *call) {
    return !call->c->failed && litmus_c_pointer(call->c, &call->meaning.address);
}

static void read_value(call_t *call, litmus_operand_t *value) {
    if (next_argument(call)) *value = litmus_c_expression(call->c);
}

/* Appends the instruction; its value, if it has one, goes to a register. */
static litmus_operand_t finish(call_t *call, litmus_kind_t kind) {
    const bool gives = kind == LITMUS_LOAD || kind == LITMUS_ATOMIC;
    const int result = gives && !call->c->failed ? litmus_c_temporary(call->c) : LITMUS_NO_REGISTER;
    litmus_instruction_t *instruction =
        call->c->failed ? NULL : litmus_append(call->c->litmus, call->c->line, call->c->thread);
    if (!instruction) return zero;
    call->meaning.kind = kind;
    call->meaning.line = call->c->line;
    call->meaning.guard = LITMUS_NO_REGISTER;
    call->meaning.destination = result;
    *instruction = call->meaning;
    return result < 0 ? zero : (litmus_operand_t){.is_register = true, .value = (uint32_t)result};
}

static bool called(const call_t *call, const char *name) {
    const size_t length = strlen(name);
    return strncmp(call->name, name, length) == 0 &&
           (call->name[length] == '\0' || strcmp(call->name + length, "_explicit") == 0);
}

/* ---- atomics ---- */

static const constant_t fetches[] = {{"atomic_exchange", SCORD_ATOMIC_KIND_EXCH},
                                     {"atomic_fetch_add", SCORD_ATOMIC_KIND_ADD},
                                     {"atomic_fetch_sub", SCORD_ATOMIC_KIND_ADD},
                                     {"atomic_fetch_and", SCORD_ATOMIC_KIND_AND},
                                     {"atomic_fetch_or", SCORD_ATOMIC_KIND_OR},
                                     {"atomic_fetch_xor", SCORD_ATOMIC_KIND_XOR},
                                     {"atomic_fetch_min", SCORD_ATOMIC_KIND_MIN},
                                     {"atomic_fetch_max", SCORD_ATOMIC_KIND_MAX},
                                     {NULL, 0}};

/* Of OpenCL 1: relaxed, of device scope. */
static const constant_t old_atomics[] = {
    {"add", SCORD_ATOMIC_KIND_ADD},     {"sub", SCORD_ATOMIC_KIND_ADD},
    {"xchg", SCORD_ATOMIC_KIND_EXCH},   {"inc", SCORD_ATOMIC_KIND_ADD},
    {"dec", SCORD_ATOMIC_KIND_ADD},     {"and", SCORD_ATOMIC_KIND_AND},
    {"or", SCORD_ATOMIC_KIND_OR},       {"xor", SCORD_ATOMIC_KIND_XOR},
    {"min", SCORD_ATOMIC_KIND_MIN},     {"max", SCORD_ATOMIC_KIND_MAX},
    {"cmpxchg", SCORD_ATOMIC_KIND_CAS}, {NULL, 0}};

static void negate(call_t *call) {
    litmus_operand_t *value = &call->meaning.value;
    if (!value->is_register) {
        value->value = 0 - value->value;
        return;
    }
    const int negative = litmus_c_temporary(call->c);
    litmus_append_move(call->c->litmus, call->c->line, call->c->thread, negative, LITMUS_SUBTRACT,
                       zero, *value);
    if (negative >= 0) value->value = (uint32_t)negative;
}

static litmus_operand_t read_fetch(call_t *call, uint8_t kind) {
    call->meaning.atomic_kind = kind;
    if (read_address(call)) read_value(call, &call->meaning.value);
    if (strncmp(call->name, "atomic_fetch_sub", 16) == 0 && !call->c->failed) negate(call);
    read_orders(call, LITMUS_ANY_ORDERING, false, strstr(call->name, "_explicit"));
    return finish(call, LITMUS_ATOMIC);
}

/* "&e": the register e holds what is expected, and gets what was there; the call's value says
 * whether they were equal. A value instead: the call's value is what was there. */
static void read_expected(call_t *call) {
    char word[LITMUS_WORD_MAX];
    litmus_c_t *c = call->c;
    call->expected = -1;
    if (!next_argument(call)) return;
    if (!litmus_c_take(c, "&")) {
        call->meaning.compare = litmus_c_expression(c);
        return;
    }
    if (!litmus_c_take_word(c, word) || litmus_is_variable(c->litmus, word))
        return fail(call, "takes the address of a register as what is expected");
    call->expected = litmus_register(c->litmus, c->line, c->thread, word);
    if (call->expected < 0 || !c->thread->register_given[call->expected])
        return fail(call, "expects what has no value yet");
    call->meaning.compare = (litmus_operand_t){.is_register = true,
                                               .value = (uint32_t)call->expected};
}

/* atomic_flag_test_and_set, atomic_flag_clear: an exchange for 1, a store of 0. */
static litmus_operand_t read_flag(call_t *call, bool set) {
    const unsigned orderings = set ? LITMUS_ANY_ORDERING
                                   : LITMUS_RELAXED | LITMUS_RELEASE | LITMUS_SEQ_CST;
    call->meaning.atomic_kind = set ? SCORD_ATOMIC_KIND_EXCH : SCORD_ATOMIC_KIND_NONE;
    call->meaning.value.value = set;
    if (read_address(call)) read_orders(call, orderings, false, strstr(call->name, "_explicit"));
    return finish(call, set ? LITMUS_ATOMIC : LITMUS_STORE);
}

static litmus_operand_t read_compare_exchange(call_t *call) {
    litmus_c_t *c = call->c;
    call->meaning.atomic_kind = SCORD_ATOMIC_KIND_CAS;
    if (read_address(call)) read_expected(call);
    read_value(call, &call->meaning.value);
    read_orders(call, LITMUS_ANY_ORDERING, false, strstr(call->name, "_explicit"));
    const litmus_operand_t old = finish(call, LITMUS_ATOMIC);
    if (c->failed || call->expected < 0) return old;
    const int success = litmus_c_temporary(c);
    litmus_append_move(c->litmus, c->line, c->thread, success, LITMUS_EQUAL, old,
                       call->meaning.compare);
    litmus_append_move(c->litmus, c->line, c->thread, call->expected, LITMUS_FIRST, old, zero);
    return success < 0 ? zero : (litmus_operand_t){.is_register = true, .value = (uint32_t)success};
}

static litmus_operand_t read_old_atomic(call_t *call, const constant_t *atomic) {
    const bool by_one = strcmp(atomic->text, "inc") == 0 || strcmp(atomic->text, "dec") == 0;
    litmus_instruction_t *meaning = &call->meaning;
    meaning->atomic_kind = atomic->value;
    meaning->strong = 1;
    meaning->semantics = SCORD_SEMANTICS_RELAXED;
    meaning->value.value = 1;
    if (!read_address(call)) return zero;
    if (atomic->value == SCORD_ATOMIC_KIND_CAS) read_value(call, &meaning->compare);
    if (!by_one) read_value(call, &meaning->value);
    if (strcmp(atomic->text, "sub") == 0 || strcmp(atomic->text, "dec") == 0) negate(call);
    litmus_c_expect(call->c, ")");
    return finish(call, LITMUS_ATOMIC);
}

/* ---- fences and barriers ---- */

/* The flags of a fence or barrier: which memory it orders. */
static bool read_flags(call_t *call) {
    char word[LITMUS_WORD_MAX] = "";
    do {
        if (litmus_c_take(call->c, "CLK_GLOBAL_MEM_FENCE"))
            call->meaning.orders |= LITMUS_ORDERS_GLOBAL;
        else if (litmus_c_take(call->c, "CLK_LOCAL_MEM_FENCE"))
            call->meaning.orders |= LITMUS_ORDERS_LOCAL;
        else if (litmus_c_take(call->c, "CLK_IMAGE_MEM_FENCE"))
            fail(call, "is of images, which are not modelled");
        else if (litmus_c_take(call->c, "0"))
            call->meaning.orders |= LITMUS_ORDERS_NONE;
        else {
            litmus_c_peek_word(call->c, word);
            litmus_c_fail(call->c, "%.40s needs CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE",
                          call->name);
        }
    } while (!call->c->failed && litmus_c_take(call->c, "|"));
    return !call->c->failed;
}

static void read_fence(call_t *call) {
    char word[LITMUS_WORD_MAX] = "";
    const bool flags = !litmus_c_peek_word(call->c, word) || strncmp(word, "CLK_", 4) == 0;
    if (flags && !read_flags(call)) return;
    read_orders(call, LITMUS_ANY_ORDERING, !flags, true);
    call->meaning.strong = 0;
    finish(call, LITMUS_FENCE);
}

/* mem_fence, read_mem_fence, write_mem_fence of OpenCL 1 */
static void read_old_fence(call_t *call, uint8_t semantics) {
    if (!read_flags(call) || !litmus_c_expect(call->c, ")")) return;
    call->meaning.semantics = semantics;
    call->meaning.scope = SCORD_SCOPE_BLOCK;
    finish(call, LITMUS_FENCE);
}

/* One of wider scope than its threads has fences of that scope around it. */
static void read_barrier(call_t *call, uint8_t meeting) {
    uint8_t scope = SCORD_SCOPE_BLOCK;
    if (!read_flags(call)) return;
    if (litmus_c_take(call->c, ",") && !take_constant(call, scopes, &scope))
        return fail(call, "names no memory scope taken");
    if (!litmus_c_expect(call->c, ")")) return;
    const bool wide = scope == SCORD_SCOPE_DEVICE || scope == SCORD_SCOPE_SYSTEM;
    call->meaning.scope = scope;
    call->meaning.semantics = SCORD_SEMANTICS_RELEASE;
    if (wide) finish(call, LITMUS_FENCE);
    call->meaning.scope = SCORD_SCOPE_DEVICE; /* of no meaning for a barrier */
    call->meaning.semantics = SCORD_SEMANTICS_NONE;
    call->meaning.meeting = meeting;
    finish(call, LITMUS_BARRIER);
    call->meaning.scope = scope;
    call->meaning.semantics = SCORD_SEMANTICS_ACQUIRE;
    if (wide) finish(call, LITMUS_FENCE);
}

static void read_init(call_t *call) {
    if (!read_address(call)) return;
    read_value(call, &call->meaning.value);
    litmus_c_expect(call->c, ")");
    finish(call, LITMUS_STORE);
}

/* ---- which call ---- */

static bool read_atomic_call(call_t *call, litmus_operand_t *value) {
    const bool explicit = strstr(call->name, "_explicit");
    const char *old = strncmp(call->name, "atomic_", 7) == 0 ? call->name + 7
                      : strncmp(call->name, "atom_", 5) == 0 ? call->name + 5
                                                             : "";
    for (const constant_t *fetch = fetches; fetch->text; fetch++)
        if (called(call, fetch->text)) {
            *value = read_fetch(call, fetch->value);
            return true;
        }
    for (const constant_t *atomic = old_atomics; atomic->text; atomic++)
        if (strcmp(old, atomic->text) == 0) {
            *value = read_old_atomic(call, atomic);
            return true;
        }
    if (called(call, "atomic_flag_test_and_set") || called(call, "atomic_flag_clear")) {
        *value = read_flag(call, called(call, "atomic_flag_test_and_set"));
    } else if (called(call, "atomic_load")) {
        if (read_address(call))
            read_orders(call, LITMUS_RELAXED | LITMUS_ACQUIRE | LITMUS_SEQ_CST, false, explicit);
        *value = finish(call, LITMUS_LOAD);
    } else if (called(call, "atomic_store")) {
        if (read_address(call)) read_value(call, &call->meaning.value);
        read_orders(call, LITMUS_RELAXED | LITMUS_RELEASE | LITMUS_SEQ_CST, false, explicit);
        finish(call, LITMUS_STORE);
    } else if (called(call, "atomic_compare_exchange_strong") ||
               called(call, "atomic_compare_exchange_weak")) {
        *value = read_compare_exchange(call);
    } else {
        return false;
    }
    return true;
}

/* get_local_id(0) and its like, as the special registers of PTX. False: NAME is none. */
static bool read_id(call_t *call, litmus_operand_t *value) {
    static const struct {
        const char *name, *special, *factor, *summand; /* special, or factor * special + summand */
    } ids[] = {{"get_local_id", "%tid.x", NULL, NULL},
               {"get_group_id", "%ctaid.x", NULL, NULL},
               {"get_local_size", "%ntid.x", NULL, NULL},
               {"get_num_groups", "%nctaid.x", NULL, NULL},
               {"get_sub_group_id", "%warpid", NULL, NULL},
               {"get_sub_group_local_id", "%laneid", NULL, NULL},
               {"get_global_id", "%ntid.x", "%ctaid.x", "%tid.x"},
               {"get_global_size", "%ntid.x", "%nctaid.x", NULL}};
    litmus_c_t *c = call->c;
    unsigned i = 0;
    while (i < sizeof ids / sizeof *ids && !called(call, ids[i].name)) i++;
    if (i == sizeof ids / sizeof *ids) return false;
    litmus_operand_t dimension = zero, factor, summand;
    if (!litmus_c_take(c, ")")) {
        dimension = litmus_c_expression(c);
        litmus_c_expect(c, ")");
    }
    if (dimension.is_register || dimension.value != 0)
        litmus_c_fail(c, "'%.40s' is taken of dimension 0", call->name);
    if (c->failed || !litmus_special(c->litmus, c->line, c->thread, ids[i].special, value))
        return true;
    if (ids[i].factor && litmus_special(c->litmus, c->line, c->thread, ids[i].factor, &factor))
        *value = litmus_c_calculate(c, LITMUS_MULTIPLY, *value, factor);
    if (ids[i].summand && litmus_special(c->litmus, c->line, c->thread, ids[i].summand, &summand))
        *value = litmus_c_calculate(c, LITMUS_ADD, *value, summand);
    return true;
}

litmus_operand_t litmus_c_call(litmus_c_t *c, const char *name) {
    call_t call = {.c = c, .name = name, .expected = -2};
    litmus_operand_t value = zero;
    call.meaning.destination = call.meaning.guard = LITMUS_NO_REGISTER;
    if (c->failed || read_id(&call, &value) || read_atomic_call(&call, &value)) return value;
    if (called(&call, "atomic_work_item_fence") || called(&call, "atomic_thread_fence") ||
        called(&call, "fence"))
        read_fence(&call);
    else if (called(&call, "barrier") || called(&call, "work_group_barrier"))
        read_barrier(&call, LITMUS_MEET_BLOCK);
    else if (called(&call, "sub_group_barrier"))
        read_barrier(&call, LITMUS_MEET_WARP);
    else if (called(&call, "mem_fence"))
        read_old_fence(&call, SCORD_SEMANTICS_ACQ_REL);
    else if (called(&call, "read_mem_fence"))
        read_old_fence(&call, SCORD_SEMANTICS_ACQUIRE);
    else if (called(&call, "write_mem_fence"))
        read_old_fence(&call, SCORD_SEMANTICS_RELEASE);
    else if (called(&call, "atomic_init"))
        read_init(&call);
    else
        litmus_c_fail(c, "'%.40s' is not taken: atomics, fences, barriers and plain accesses are",
                      name);
    return value;
}
