/* litmus_opencl.c: statements of the dialect OPENCL (herd): C11 atomics with memory scopes, plain
 * accesses, fences, barriers. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"

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
    {"memory_order_relaxed", SCORD_SEMANTICS_RELAXED},
    {"memory_order_acquire", SCORD_SEMANTICS_ACQUIRE},
    {"memory_order_release", SCORD_SEMANTICS_RELEASE},
    {"memory_order_acq_rel", SCORD_SEMANTICS_ACQ_REL},
    {"memory_order_seq_cst", SCORD_SEMANTICS_SEQ_CST},
};
static const constant_t scopes[] = {
    {"memory_scope_work_group", SCORD_SCOPE_BLOCK},
    {"memory_scope_device", SCORD_SCOPE_DEVICE},
    {"memory_scope_all_svm_devices", SCORD_SCOPE_SYSTEM},
    {"memory_scope_all_devices", SCORD_SCOPE_SYSTEM},
};

static bool lookup(const statement_t *statement, const constant_t *table, size_t count,
                   const char *what, unsigned index, uint8_t *value) {
    assert(statement->call && statement->arguments <= ARGUMENTS_MAX);
    const char *text = index < statement->arguments ? statement->argument[index] : "";
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].text, text) != 0) continue;
        *value = table[i].value;
        return true;
    }
    litmus_problem(statement->litmus, statement->line, "%s: argument %u, '%.40s', is no %s",
                   statement->call, index + 1, text, what);
    return false;
}

static void problem(const statement_t *statement, const char *what) {
    assert(statement->call);
    litmus_problem(statement->litmus, statement->line, "%s %s", statement->call, what);
}

/* Order, one of ORDERINGS (a bit each), then scope, from argument FIRST on: of fences and _explicit
 * calls. Without them sequentially consistent and of device scope, as OpenCL has it. */
static bool read_order(const statement_t *statement, unsigned first, unsigned orderings,
                       litmus_instruction_t *meaning) {
    const bool explicit = strstr(statement->call, "_explicit") || strstr(statement->call, "_fence"),
               given = statement->arguments > first;
    meaning->strong = 1;
    meaning->semantics = SCORD_SEMANTICS_SEQ_CST;
    meaning->scope = SCORD_SCOPE_DEVICE;
    if (explicit != given)
        return problem(statement, given ? "takes no memory order, its _explicit form does"
                                        : "names no memory order"),
               false;
    if (!given) return true;
    if (statement->arguments > first + 2)
        return problem(statement, "has too many arguments"), false;
    if (!lookup(statement, orders, sizeof orders / sizeof *orders, "memory order", first,
                &meaning->semantics))
        return false;
    if (!(orderings >> meaning->semantics & 1))
        return problem(statement, "has no such memory order (C11, 7.17.7)"), false;
    return statement->arguments == first + 1 ||
           lookup(statement, scopes, sizeof scopes / sizeof *scopes, "memory scope taken",
                  first + 1, &meaning->scope);
}

static bool read_address(const statement_t *statement, litmus_instruction_t *meaning) {
    return litmus_address(statement->litmus, statement->line, statement->thread,
                          statement->argument[0], &meaning->address);
}

static bool read_value(const statement_t *statement, unsigned index, litmus_operand_t *operand) {
    if (index >= statement->arguments) return problem(statement, "has too few arguments"), false;
    return litmus_operand(statement->litmus, statement->line, statement->thread,
                          statement->argument[index], operand);
}

static void finish(const statement_t *statement, litmus_kind_t kind, litmus_instruction_t meaning) {
    assert((kind == LITMUS_ATOMIC) == (meaning.atomic_kind != SCORD_ATOMIC_KIND_NONE));
    assert(meaning.destination < (int)statement->thread->registers);
    litmus_instruction_t *instruction = litmus_append(statement->litmus, statement->line,
                                                      statement->thread);
    if (!instruction) return;
    *instruction = meaning;
    instruction->kind = kind;
    instruction->guard = LITMUS_NO_REGISTER;
    instruction->line = statement->line;
    if (meaning.destination >= 0) statement->thread->register_given[meaning.destination] = true;
}

/* ---- calls ---- */

static const constant_t fetches[] = {
    {"atomic_exchange", SCORD_ATOMIC_KIND_EXCH}, {"atomic_fetch_add", SCORD_ATOMIC_KIND_ADD},
    {"atomic_fetch_and", SCORD_ATOMIC_KIND_AND}, {"atomic_fetch_or", SCORD_ATOMIC_KIND_OR},
    {"atomic_fetch_xor", SCORD_ATOMIC_KIND_XOR}, {"atomic_fetch_min", SCORD_ATOMIC_KIND_MIN},
    {"atomic_fetch_max", SCORD_ATOMIC_KIND_MAX},
};

static bool called(const statement_t *statement, const char *name) {
    const size_t length = strlen(name);
    return strncmp(statement->call, name, length) == 0 &&
           (statement->call[length] == '\0' || strcmp(statement->call + length, "_explicit") == 0);
}

/* atomic_compare_exchange_strong(address, expected, desired, success, failure, scope): expected a
 * number or register; herd's register gets the old value, not the success flag. */
static bool read_compare_exchange(const statement_t *statement, litmus_instruction_t *meaning) {
    meaning->atomic_kind = SCORD_ATOMIC_KIND_CAS;
    statement_t without_failure = *statement;
    uint8_t failure = SCORD_SEMANTICS_RELAXED;
    if (statement->arguments > 4 &&
        !lookup(statement, orders, sizeof orders / sizeof *orders, "memory order", 4, &failure))
        return false;
    if (failure == SCORD_SEMANTICS_RELEASE || failure == SCORD_SEMANTICS_ACQ_REL)
        return problem(statement, "releases nothing when it fails (C11, 7.17.7.4)"), false;
    _Static_assert(ARGUMENTS_MAX > 5, "an argument for the scope behind both orders");
    if (statement->arguments > 5) without_failure.argument[4] = statement->argument[5];
    if (statement->arguments > 4) without_failure.arguments--;
    return read_address(statement, meaning) && read_value(statement, 1, &meaning->compare) &&
           read_value(statement, 2, &meaning->value) &&
           read_order(&without_failure, 3, LITMUS_ANY_ORDERING, meaning);
}

/* The flags of a fence or barrier. One of local memory alone orders nothing that is tracked. */
static bool read_flags(const statement_t *statement) {
    const char *flags = statement->arguments > 0 ? statement->argument[0] : "";
    if (strstr(flags, "CLK_GLOBAL_MEM_FENCE")) return true;
    if (strstr(flags, "CLK_LOCAL_MEM_FENCE"))
        return problem(statement, "is of local memory, which is not tracked (D3)"), false;
    return problem(statement, "needs CLK_GLOBAL_MEM_FENCE"), false;
}

static bool read_fence(const statement_t *statement, litmus_instruction_t *meaning) {
    const unsigned first = statement->arguments > 0 && strstr(statement->argument[0], "MEM_FENCE");
    const bool taken = (first == 0 || read_flags(statement)) &&
                       read_order(statement, first, LITMUS_ANY_ORDERING, meaning);
    meaning->strong = 0;
    return taken;
}

static void read_call(statement_t *statement, int destination) {
    litmus_instruction_t meaning = {.destination = destination};
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++) {
        if (!called(statement, fetches[i].text)) continue;
        meaning.atomic_kind = fetches[i].value;
        if (read_address(statement, &meaning) && read_value(statement, 1, &meaning.value) &&
            read_order(statement, 2, LITMUS_ANY_ORDERING, &meaning))
            finish(statement, LITMUS_ATOMIC, meaning);
        return;
    }
    if (called(statement, "atomic_load")) {
        if (read_address(statement, &meaning) &&
            read_order(statement, 1, LITMUS_RELAXED | LITMUS_ACQUIRE | LITMUS_SEQ_CST, &meaning))
            finish(statement, LITMUS_LOAD, meaning);
    } else if (called(statement, "atomic_store")) {
        if (read_address(statement, &meaning) && read_value(statement, 1, &meaning.value) &&
            read_order(statement, 2, LITMUS_RELAXED | LITMUS_RELEASE | LITMUS_SEQ_CST, &meaning))
            finish(statement, LITMUS_STORE, meaning);
    } else if (called(statement, "atomic_compare_exchange_strong")) {
        if (read_compare_exchange(statement, &meaning)) finish(statement, LITMUS_ATOMIC, meaning);
    } else if (called(statement, "atomic_work_item_fence") ||
               called(statement, "atomic_thread_fence")) {
        if (read_fence(statement, &meaning)) finish(statement, LITMUS_FENCE, meaning);
    } else if (called(statement, "barrier") || called(statement, "work_group_barrier")) {
        if (read_flags(statement)) finish(statement, LITMUS_BARRIER, meaning);
    } else {
        litmus_problem(statement->litmus, statement->line,
                       "'%.40s' is not taken: atomics, fences, barriers and plain accesses are",
                       statement->call);
    }
}

/* ---- plain accesses ---- */

static void read_plain_store(statement_t *statement, char *left, const char *right) {
    litmus_instruction_t meaning = {.destination = LITMUS_NO_REGISTER};
    if (litmus_address(statement->litmus, statement->line, statement->thread, left,
                       &meaning.address) &&
        litmus_operand(statement->litmus, statement->line, statement->thread, right,
                       &meaning.value))
        finish(statement, LITMUS_STORE, meaning);
}

static void read_plain_load(statement_t *statement, int destination, const char *right) {
    litmus_instruction_t meaning = {.destination = destination};
    if (*right == '*' || litmus_is_variable(statement->litmus, right)) {
        if (litmus_address(statement->litmus, statement->line, statement->thread, right,
                           &meaning.address))
            finish(statement, LITMUS_LOAD, meaning);
    } else if (litmus_operand(statement->litmus, statement->line, statement->thread, right,
                              &meaning.value)) {
        finish(statement, LITMUS_MOVE, meaning);
    }
}

static bool is_type(const char *word, size_t length) {
    static const char *const words[] = {
        "int",         "uint",   "unsigned", "long",    "ulong",    "bool", "atomic_int",
        "atomic_uint", "global", "__global", "private", "volatile", "const"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0) return true;
    return false;
}

/* "int r0" and "r0"; with one of the types that litmus tests use. NULL: another type, a problem is
 * recorded. */
static char *without_type(const statement_t *statement, char *left) {
    static const char blanks[] = " \t*";
    char *word = left + strspn(left, blanks), *end;
    while (*(end = word + strcspn(word, blanks)) != '\0') {
        if (!is_type(word, (size_t)(end - word))) {
            litmus_problem(
                statement->litmus, statement->line,
                "'%.*s' is not taken as a type: int, uint, atomic_int and their like are",
                (int)(end - word < 40 ? end - word : 40), word);
            return NULL;
        }
        word = end + strspn(end, blanks);
    }
    return word;
}

/* Splits "name(a, b)"; false: it is no call. */
static bool open_call(statement_t *statement, char *text) {
    char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (!open || !close || open == text || !(isalnum((unsigned char)open[-1]) || open[-1] == '_'))
        return false;
    if (*litmus_trim(close + 1) != '\0')
        litmus_problem(statement->litmus, statement->line, "'%.40s' behind a call is not taken",
                       litmus_trim(close + 1));
    *open = *close = '\0';
    statement->call = litmus_trim(text);
    char *arguments = litmus_trim(open + 1);
    statement->arguments = *arguments != '\0'
                               ? litmus_split(arguments, ',', statement->argument, ARGUMENTS_MAX)
                               : 0;
    return true;
}

/* The '=' of an assignment, not of ==, <=, >=, !=. */
static char *assignment(char *text) {
    for (char *at = strchr(text, '='); at; at = strchr(at + 1, '=')) {
        if (at[1] == '=' || (at > text && strchr("=<>!", at[-1]))) return NULL;
        return at;
    }
    return NULL;
}

static bool is_control_flow(const char *text) {
    static const char *const words[] = {"if", "else", "while",  "for",
                                        "do", "goto", "switch", "return"};
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0) return true;
    return false;
}

void litmus_read_opencl(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    statement_t statement = {.litmus = litmus, .line = line, .thread = thread};
    char *equal = assignment(text), *name;
    if (is_control_flow(text)) {
        litmus_problem(litmus, line, "'%.40s' is not taken: threads are straight-line code", text);
    } else if (!equal) {
        if (open_call(&statement, text))
            read_call(&statement, LITMUS_NO_REGISTER);
        else if (!strchr(text, ' '))
            litmus_problem(litmus, line, "'%.40s' is not taken", text);
        else if ((name = without_type(&statement, text)))
            litmus_register(litmus, line, thread, name); /* a declaration */
    } else {
        *equal = '\0';
        char *left = litmus_trim(text), *right = litmus_trim(equal + 1);
        if (*left == '*' || litmus_is_variable(litmus, left)) {
            read_plain_store(&statement, left, right);
            return;
        }
        name = without_type(&statement, left);
        const int destination = name ? litmus_register(litmus, line, thread, name) : -1;
        if (destination < 0) return;
        if (open_call(&statement, right))
            read_call(&statement, destination);
        else
            read_plain_load(&statement, destination, right);
    }
}
