/* litmus_opencl.c: statements of the dialect OPENCL (herd): C11 atomics with memory scopes, plain accesses, fences, barriers. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "litmus_internal.h"

enum { ARGUMENTS_MAX = 7 };

typedef struct statement {
    litmus_t *litmus;
    unsigned line;
    litmus_thread_t *thread;
    char *call, *argument[ARGUMENTS_MAX]; /* call: NULL for a plain access */
    unsigned arguments;
} statement_t;

typedef struct constant {
    const char *text;
    uint8_t value;
} constant_t;

static const constant_t orders[] = {
    {"memory_order_relaxed", SCORD_SEMANTICS_RELAXED}, {"memory_order_acquire", SCORD_SEMANTICS_ACQUIRE},
    {"memory_order_release", SCORD_SEMANTICS_RELEASE}, {"memory_order_acq_rel", SCORD_SEMANTICS_ACQ_REL},
    {"memory_order_seq_cst", SCORD_SEMANTICS_SEQ_CST},
};
static const constant_t scopes[] = {
    {"memory_scope_work_group", SCORD_SCOPE_BLOCK}, {"memory_scope_device", SCORD_SCOPE_DEVICE},
    {"memory_scope_all_svm_devices", SCORD_SCOPE_SYSTEM}, {"memory_scope_all_devices", SCORD_SCOPE_SYSTEM},
};

static bool lookup(const statement_t *statement, const constant_t *table, size_t count, const char *what, unsigned index, uint8_t *value) {
    const char *text = index < statement->arguments ? statement->argument[index] : "";
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].text, text) != 0) continue;
        *value = table[i].value;
        return true;
    }
    litmus_problem(statement->litmus, statement->line, "%s: argument %u, '%.40s', is no %s", statement->call, index + 1, text, what);
    return false;
}

/* Order, then scope, from argument FIRST on; without them sequentially consistent and of device scope, as OpenCL has it. */
static bool read_order(const statement_t *statement, unsigned first, litmus_instruction_t *meaning) {
    meaning->strong = 1;
    meaning->semantics = SCORD_SEMANTICS_SEQ_CST;
    meaning->scope = SCORD_SCOPE_DEVICE;
    return (statement->arguments <= first || lookup(statement, orders, sizeof orders / sizeof *orders, "memory order", first, &meaning->semantics)) &&
           (statement->arguments <= first + 1 || lookup(statement, scopes, sizeof scopes / sizeof *scopes, "memory scope taken", first + 1, &meaning->scope));
}

static bool read_address(const statement_t *statement, litmus_instruction_t *meaning) {
    return litmus_address(statement->litmus, statement->line, statement->thread, statement->argument[0], &meaning->variable);
}

static bool read_value(const statement_t *statement, unsigned index, litmus_operand_t *operand) {
    return index < statement->arguments &&
           litmus_operand(statement->litmus, statement->line, statement->thread, statement->argument[index], operand);
}

static void finish(const statement_t *statement, litmus_kind_t kind, litmus_instruction_t meaning) {
    litmus_instruction_t *instruction = litmus_append(statement->litmus, statement->line, statement->thread);
    if (instruction == NULL) return;
    *instruction = meaning;
    instruction->kind = kind;
    instruction->line = statement->line;
}

/* ---- calls ---------------------------------------------------------------------------------------------------------- */

static const constant_t fetches[] = {
    {"atomic_exchange", SCORD_ATOMIC_KIND_EXCH},  {"atomic_fetch_add", SCORD_ATOMIC_KIND_ADD}, {"atomic_fetch_and", SCORD_ATOMIC_KIND_AND},
    {"atomic_fetch_or", SCORD_ATOMIC_KIND_OR},    {"atomic_fetch_xor", SCORD_ATOMIC_KIND_XOR}, {"atomic_fetch_min", SCORD_ATOMIC_KIND_MIN},
    {"atomic_fetch_max", SCORD_ATOMIC_KIND_MAX},
};

static bool called(const statement_t *statement, const char *name) {
    const size_t length = strlen(name);
    return strncmp(statement->call, name, length) == 0 &&
           (statement->call[length] == '\0' || strcmp(statement->call + length, "_explicit") == 0);
}

/* atomic_compare_exchange_strong(address, expected, desired, success, failure, scope): expected a number or register; its
 * value, not the success flag, is what herd's register gets. */
static bool read_compare_exchange(const statement_t *statement, litmus_instruction_t *meaning) {
    meaning->atomic_kind = SCORD_ATOMIC_KIND_CAS;
    statement_t without_failure = *statement;
    if (statement->arguments > 5) without_failure.argument[4] = statement->argument[5];
    if (statement->arguments > 4) without_failure.arguments--;
    return read_address(statement, meaning) && read_value(statement, 1, &meaning->compare) && read_value(statement, 2, &meaning->value) &&
           read_order(&without_failure, 3, meaning);
}

static bool read_fence(const statement_t *statement, litmus_instruction_t *meaning) {
    const unsigned first = statement->arguments > 0 && strstr(statement->argument[0], "MEM_FENCE") != NULL;
    const bool taken = read_order(statement, first, meaning);
    meaning->strong = 0;
    return taken;
}

static void read_call(statement_t *statement, int destination) {
    litmus_instruction_t meaning = {.destination = destination};
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++) {
        if (!called(statement, fetches[i].text)) continue;
        meaning.atomic_kind = fetches[i].value;
        if (read_address(statement, &meaning) && read_value(statement, 1, &meaning.value) && read_order(statement, 2, &meaning))
            finish(statement, LITMUS_ATOMIC, meaning);
        return;
    }
    if (called(statement, "atomic_load")) {
        if (read_address(statement, &meaning) && read_order(statement, 1, &meaning)) finish(statement, LITMUS_LOAD, meaning);
    } else if (called(statement, "atomic_store")) {
        if (read_address(statement, &meaning) && read_value(statement, 1, &meaning.value) && read_order(statement, 2, &meaning))
            finish(statement, LITMUS_STORE, meaning);
    } else if (called(statement, "atomic_compare_exchange_strong")) {
        if (read_compare_exchange(statement, &meaning)) finish(statement, LITMUS_ATOMIC, meaning);
    } else if (called(statement, "atomic_work_item_fence") || called(statement, "atomic_thread_fence")) {
        if (read_fence(statement, &meaning)) finish(statement, LITMUS_FENCE, meaning);
    } else if (called(statement, "barrier") || called(statement, "work_group_barrier")) {
        finish(statement, LITMUS_BARRIER, meaning);
    } else {
        litmus_problem(statement->litmus, statement->line, "'%.40s' is not taken: atomics, fences, barriers and plain accesses are", statement->call);
    }
}

/* ---- plain accesses ------------------------------------------------------------------------------------------------- */

static void read_plain_store(statement_t *statement, char *left, const char *right) {
    litmus_instruction_t meaning = {.destination = LITMUS_NO_REGISTER};
    if (litmus_address(statement->litmus, statement->line, statement->thread, left, &meaning.variable) &&
        litmus_operand(statement->litmus, statement->line, statement->thread, right, &meaning.value))
        finish(statement, LITMUS_STORE, meaning);
}

static void read_plain_load(statement_t *statement, int destination, const char *right) {
    litmus_instruction_t meaning = {.destination = destination};
    if (*right == '*' || litmus_is_variable(statement->litmus, right)) {
        if (litmus_address(statement->litmus, statement->line, statement->thread, right, &meaning.variable)) finish(statement, LITMUS_LOAD, meaning);
    } else if (litmus_operand(statement->litmus, statement->line, statement->thread, right, &meaning.value)) {
        finish(statement, LITMUS_MOVE, meaning);
    }
}

/* "int r0" and "r0"; the types that a litmus test uses. */
static char *without_type(char *left) {
    char *at = left + strlen(left);
    while (at > left && !isspace((unsigned char)at[-1])) at--;
    return at;
}

/* "name(a, b)" is taken apart; false: it is no call. */
static bool open_call(statement_t *statement, char *text) {
    char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (open == NULL || close == NULL || open == text || !(isalnum((unsigned char)open[-1]) || open[-1] == '_')) return false;
    *open = *close = '\0';
    statement->call = litmus_trim(text);
    char *arguments = litmus_trim(open + 1);
    statement->arguments = *arguments != '\0' ? litmus_split(arguments, ',', statement->argument, ARGUMENTS_MAX) : 0;
    return true;
}

/* The '=' of an assignment, not of ==, <=, >=, !=. */
static char *assignment(char *text) {
    for (char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
        if (at[1] == '=' || (at > text && strchr("=<>!", at[-1]) != NULL)) return NULL;
        return at;
    }
    return NULL;
}

static bool is_control_flow(const char *text) {
    static const char *const words[] = {"if", "else", "while", "for", "do", "goto", "switch", "return"};
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0) return true;
    return false;
}

void litmus_read_opencl(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    statement_t statement = {.litmus = litmus, .line = line, .thread = thread};
    char *equal = assignment(text);
    if (is_control_flow(text)) {
        litmus_problem(litmus, line, "'%.40s' is not taken: threads are straight-line code", text);
    } else if (equal == NULL) {
        if (open_call(&statement, text)) read_call(&statement, LITMUS_NO_REGISTER);
        else if (strchr(text, ' ') == NULL) litmus_problem(litmus, line, "'%.40s' is not taken", text);
        else litmus_register(litmus, line, thread, without_type(text)); /* a declaration */
    } else {
        *equal = '\0';
        char *left = litmus_trim(text), *right = litmus_trim(equal + 1);
        if (*left == '*' || litmus_is_variable(litmus, left)) {
            read_plain_store(&statement, left, right);
            return;
        }
        const int destination = litmus_register(litmus, line, thread, without_type(left));
        if (destination < 0) return;
        if (open_call(&statement, right)) read_call(&statement, destination);
        else read_plain_load(&statement, destination, right);
    }
}
