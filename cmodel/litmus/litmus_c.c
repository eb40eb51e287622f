/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_c.c: statements and expressions of a thread in C (dialect OPENCL).
 *
 *   statement := "{" { statement } "}" | ";" | "if" "(" e ")" statement [ "else" statement ]
 *              | "while" "(" e ")" statement | "do" statement "while" "(" e ")" ";"
 *              | "for" "(" [simple] ";" [e] ";" [simple] ")" statement
 *              | "goto" L ";" | L ":" statement | "break" ";" | "continue" ";" | "return" [e] ";"
 *              | simple ";"
 *   simple := TYPE name [ "=" e ] { "," name [ "=" e ] } | place "=" e | place "+=" e | place "++"
 * | e e := the operators of C from || to * with their precedence, !, ~, -, +, casts, calls, names
 *
 * Every expression becomes instructions at once; values in between are in registers without a name.
 * && and || and ? : jump over what is not evaluated. An error ends its statement: the reader goes
 * on behind the next ';' or at a '}', so that one run names all lines.
 */
#include "cmodel/litmus/litmus_c.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NESTING_MAX = 32 };

static const litmus_operand_t zero = {.value = 0};

void litmus_c_fail(litmus_c_t *c, const char *format, ...) {
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!c->failed) litmus_problem(c->litmus, c->line, "%s", text);
    c->failed = true;
}

/* ---- text ---- */

static bool is_letter(char letter) { return isalnum((unsigned char)letter) || letter == '_'; }

void litmus_c_skip(litmus_c_t *c) {
    for (; isspace((unsigned char)*c->at); c->at++) c->line += *c->at == '\n';
}

bool litmus_c_take(litmus_c_t *c, const char *text) {
    litmus_c_skip(c);
    const size_t length = strlen(text);
    assert(length > 0);
    if (strncmp(c->at, text, length) != 0) return false;
    if (is_letter(text[length - 1]) && is_letter(c->at[length])) return false;
    c->at += length;
    return true;
}

/* What stands here, for a message. */
static const char *here(litmus_c_t *c, char text[24]) {
    litmus_c_skip(c);
    snprintf(text, 24, "%.20s", c->at);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

bool litmus_c_expect(litmus_c_t *c, const char *text) {
    char found[24];
    if (c->failed) return false;
    if (litmus_c_take(c, text)) return true;
    litmus_c_fail(c, "'%s' is expected before '%s'", text, here(c, found));
    return false;
}

bool litmus_c_peek_word(litmus_c_t *c, char word[LITMUS_WORD_MAX]) {
    size_t length = 0;
    litmus_c_skip(c);
    if (!isalpha((unsigned char)*c->at) && *c->at != '_') return false;
    while (is_letter(c->at[length])) length++;
    if (length >= LITMUS_WORD_MAX) return false;
    memcpy(word, c->at, length);
    word[length] = '\0';
    return true;
}

bool litmus_c_take_word(litmus_c_t *c, char word[LITMUS_WORD_MAX]) {
    if (!litmus_c_peek_word(c, word)) return false;
    c->at += strlen(word);
    return true;
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0) return true;
    return false;
}

static bool is_type(const char *word) {
    static const char *const words[] = {
        "int",        "uint",        "unsigned",    "long",        "ulong",        "bool",
        "atomic_int", "atomic_uint", "atomic_flag", "global",      "__global",     "private",
        "__private",  "local",       "__local",     "volatile",    "const",        "size_t",
        "char",       "short",       "signed",      "atomic_long", "atomic_ulong", "int32_t",
        "uint32_t",   "intptr_t",    "atomic_bool", "uchar",       "ushort",       "uint64_t",
        "int64_t",    "void",        "struct",      "register",    "uintptr_t",    NULL};
    return is_one_of(word, words);
}

static bool is_space_word(const char *word) {
    return strcmp(word, "local") == 0 || strcmp(word, "__local") == 0;
}

/* Passes over the words of a type and its stars. True: there was one. LOCAL is set by "local". */
static bool take_type(litmus_c_t *c, bool *local) {
    char word[LITMUS_WORD_MAX];
    bool any = false;
    while (litmus_c_peek_word(c, word) && is_type(word)) {
        *local = *local || is_space_word(word);
        c->at += strlen(word);
        any = true;
        for (c->pointer = false; litmus_c_take(c, "*");) c->pointer = true;
    }
    return any;
}

/* ---- registers and labels ---- */

int litmus_c_temporary(litmus_c_t *c) {
    if (c->temporaries_used < c->temporaries) return c->temporary[c->temporaries_used++];
    const int number = c->temporaries < LITMUS_TEMPORARIES_MAX
                           ? litmus_new_register(c->litmus, c->line, c->thread)
                           : -1;
    if (number < 0) {
        litmus_c_fail(c, "the expression is too long: more than %d values in between",
                      LITMUS_TEMPORARIES_MAX);
        return -1;
    }
    c->temporary[c->temporaries++] = number;
    c->temporaries_used = c->temporaries;
    return number;
}

static litmus_operand_t in_register(int number) {
    return (litmus_operand_t){.is_register = true, .value = (uint32_t)number};
}

static int new_label(litmus_c_t *c) {
    const int label = litmus_label(c->litmus, c->line, c->thread, NULL);
    c->failed = c->failed || label < 0;
    return label;
}

static void place(litmus_c_t *c, int label) {
    if (label >= 0) litmus_place_label(c->litmus, c->line, c->thread, (unsigned)label);
}

static void branch(litmus_c_t *c, litmus_operation_t operation, litmus_operand_t value, int label) {
    if (label >= 0)
        litmus_append_branch(c->litmus, c->line, c->thread, operation, value, zero,
                             (unsigned)label);
}

static void jump(litmus_c_t *c, int label) { branch(c, LITMUS_EQUAL, zero, label); }

static void move(litmus_c_t *c, int destination, litmus_operand_t value) {
    litmus_append_move(c->litmus, c->line, c->thread, destination, LITMUS_FIRST, value, zero);
}

/* VALUE into register NUMBER: by the instruction that gave a value in between, if that is all it
 * was for. */
static void settle(litmus_c_t *c, litmus_operand_t value, int number) {
    litmus_thread_t *thread = c->thread;
    litmus_instruction_t *last = thread->instructions > 0
                                     ? &thread->instruction[thread->instructions - 1]
                                     : NULL;
    const bool between = value.is_register && c->temporaries_used > 0 &&
                         c->temporary[c->temporaries_used - 1] == (int)value.value;
    bool target = false; /* a label behind it: its value comes in two ways */
    for (unsigned i = 0; i < thread->labels; i++)
        target = target ||
                 (thread->label[i].placed && thread->label[i].instruction == thread->instructions);
    if (number < 0 || c->failed) return;
    if (last && between && !target && last->destination == (int)value.value) {
        last->destination = number;
        thread->register_given[number] = true;
    } else {
        move(c, number, value);
    }
}

litmus_operand_t litmus_c_calculate(litmus_c_t *c, litmus_operation_t operation, litmus_operand_t a,
                                    litmus_operand_t b) {
    if (!a.is_register && !b.is_register)
        return (litmus_operand_t){.value = litmus_calculate(operation, a.value, b.value)};
    const int result = litmus_c_temporary(c);
    if (result < 0) return zero;
    litmus_append_move(c->litmus, c->line, c->thread, result, operation, a, b);
    return in_register(result);
}

/* ---- expressions ---- */

static bool known_register(const litmus_c_t *c, const char *name, int *number) {
    for (unsigned i = 0; i < c->thread->registers; i++)
        if (strcmp(c->thread->register_name[i], name) == 0) {
            *number = (int)i;
            return true;
        }
    return false;
}

static litmus_operand_t read_binary(litmus_c_t *c, unsigned level);

/* ADDRESS is COUNT elements behind what it was. */
static void add_elements(litmus_c_t *c, litmus_operand_t *address, litmus_operand_t count) {
    const int first = address->is_register ? -1 : litmus_find_variable(c->litmus, address->value);
    const litmus_operand_t width = {.value = first < 0 ? 4 : c->litmus->variable_width[first]};
    if (c->failed) return;
    if (first >= 0 && !count.is_register) {
        const int element = litmus_element(c->litmus, c->line, (unsigned)first,
                                           count.value * width.value);
        c->failed = element < 0;
        if (!c->failed) address->value = c->litmus->variable_address[element];
        return;
    }
    *address = litmus_c_calculate(c, LITMUS_ADD, *address,
                                  litmus_c_calculate(c, LITMUS_MULTIPLY, count, width));
}

bool litmus_c_address(litmus_c_t *c, litmus_operand_t *address) {
    char word[LITMUS_WORD_MAX] = "", found[24];
    int number;
    while (litmus_c_take(c, "&") || litmus_c_take(c, "*")) continue;
    if (litmus_c_take(c, "(")) {
        bool local = false;
        if (take_type(c, &local)) return litmus_c_expect(c, ")") && litmus_c_address(c, address);
        return litmus_c_pointer(c, address) && litmus_c_expect(c, ")");
    }
    if (!litmus_c_take_word(c, word)) {
        litmus_c_fail(
            c, "the address '%s' is not taken: a variable, or a register that holds its address",
            here(c, found));
        return false;
    }
    if (known_register(c, word, &number)) {
        *address = in_register(number);
    } else {
        const int variable = litmus_variable(c->litmus, c->line, word);
        if (variable < 0) c->failed = true;
        if (!c->failed)
            *address = (litmus_operand_t){.value = c->litmus->variable_address[variable]};
    }
    if (!c->failed && litmus_c_take(c, "[")) {
        add_elements(c, address, litmus_c_expression(c));
        litmus_c_expect(c, "]");
    }
    return !c->failed;
}

bool litmus_c_pointer(litmus_c_t *c, litmus_operand_t *address) {
    if (!litmus_c_address(c, address)) return false;
    if (litmus_c_take(c, "+")) add_elements(c, address, read_binary(c, 0));
    return !c->failed;
}

static litmus_operand_t load(litmus_c_t *c, litmus_operand_t address) {
    const int result = c->failed ? -1 : litmus_c_temporary(c);
    litmus_instruction_t *instruction = result < 0 ? NULL
                                                   : litmus_append(c->litmus, c->line, c->thread);
    if (!instruction) return zero;
    instruction->kind = LITMUS_LOAD;
    instruction->address = address;
    instruction->destination = result;
    return in_register(result);
}

static litmus_operand_t read_number(litmus_c_t *c) {
    char text[LITMUS_WORD_MAX] = "";
    size_t length = 0;
    litmus_operand_t value = zero;
    while (is_letter(c->at[length]) && length + 1 < sizeof text) length++;
    memcpy(text, c->at, length);
    c->at += length;
    if (!litmus_number(text, &value.value))
        litmus_c_fail(c, "'%.40s' is no number of 32 bits", text);
    return value;
}

static litmus_operand_t read_name(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX];
    int number;
    litmus_operand_t address;
    litmus_c_peek_word(c, word);
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        c->at += strlen(word);
        return (litmus_operand_t){.value = word[0] == 't'};
    }
    const char *before = c->at;
    c->at += strlen(word);
    if (litmus_c_take(c, "(")) return litmus_c_call(c, word);
    if (known_register(c, word, &number)) {
        if (!c->thread->register_given[number]) litmus_c_fail(c, "'%.40s' has no value yet", word);
        return in_register(number);
    }
    if (!litmus_is_variable(c->litmus, word)) {
        litmus_c_fail(
            c, "'%.40s' is neither a number of 32 bits nor a register that was written before",
            word);
        return zero;
    }
    c->at = (char *)before;
    return litmus_c_address(c, &address) ? load(c, address) : zero;
}

static litmus_operand_t read_primary(litmus_c_t *c) {
    char found[24];
    litmus_operand_t address, value;
    litmus_c_skip(c);
    if (isdigit((unsigned char)*c->at)) return read_number(c);
    if (litmus_c_take(c, "!")) return litmus_c_calculate(c, LITMUS_EQUAL, read_primary(c), zero);
    if (litmus_c_take(c, "~"))
        return litmus_c_calculate(c, LITMUS_XOR, read_primary(c),
                                  (litmus_operand_t){.value = UINT32_MAX});
    if (litmus_c_take(c, "-")) return litmus_c_calculate(c, LITMUS_SUBTRACT, zero, read_primary(c));
    if (litmus_c_take(c, "+")) return read_primary(c);
    if (litmus_c_take(c, "*")) return litmus_c_address(c, &address) ? load(c, address) : zero;
    if (litmus_c_take(c, "&")) return litmus_c_address(c, &address) ? address : zero;
    if (litmus_c_take(c, "(")) {
        bool local = false;
        if (take_type(c, &local)) { /* a cast */
            litmus_c_expect(c, ")");
            return c->failed ? zero : read_primary(c);
        }
        value = litmus_c_expression(c);
        litmus_c_expect(c, ")");
        return value;
    }
    if (is_letter(*c->at)) return read_name(c);
    litmus_c_fail(c, "'%s' is not taken", here(c, found));
    return zero;
}

typedef struct infix {
    const char *text;
    litmus_operation_t operation;
    unsigned level;
} infix_t;

/* By precedence; longer ones before those that they begin with. */
static const infix_t infixes[] = {{"||", LITMUS_OR, 0},
                                  {"&&", LITMUS_AND, 1},
                                  {"|", LITMUS_OR, 2},
                                  {"^", LITMUS_XOR, 3},
                                  {"&", LITMUS_AND, 4},
                                  {"==", LITMUS_EQUAL, 5},
                                  {"!=", LITMUS_UNEQUAL, 5},
                                  {"<<", LITMUS_SHIFT_LEFT, 7},
                                  {">>", LITMUS_SHIFT_RIGHT, 7},
                                  {"<=", LITMUS_LESS_EQUAL, 6},
                                  {">=", LITMUS_GREATER_EQUAL, 6},
                                  {"<", LITMUS_LESS, 6},
                                  {">", LITMUS_GREATER, 6},
                                  {"+", LITMUS_ADD, 8},
                                  {"-", LITMUS_SUBTRACT, 8},
                                  {"*", LITMUS_MULTIPLY, 9}};
enum { LEVELS = 10, LOGICAL_LEVELS = 2 };

static const infix_t *take_infix(litmus_c_t *c, unsigned level) {
    litmus_c_skip(c);
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
        const infix_t *infix = &infixes[i];
        const size_t length = strlen(infix->text);
        if (strncmp(c->at, infix->text, length) != 0) continue;
        if (infix->level != level || c->at[length] == '=') return NULL; /* "+=" assigns */
        c->at += length;
        return infix;
    }
    return NULL;
}

/* a && b, a || b: the value 0 or 1 in a register; b is jumped over when a decides. */
static litmus_operand_t read_logical(litmus_c_t *c, litmus_operand_t a, unsigned level) {
    const int result = litmus_c_temporary(c), end = new_label(c);
    if (result < 0 || end < 0) return zero;
    litmus_append_move(c->litmus, c->line, c->thread, result, LITMUS_UNEQUAL, a, zero);
    branch(c, level == 0 ? LITMUS_UNEQUAL : LITMUS_EQUAL, in_register(result), end);
    const litmus_operand_t b = read_binary(c, level + 1);
    litmus_append_move(c->litmus, c->line, c->thread, result, LITMUS_UNEQUAL, b, zero);
    place(c, end);
    return in_register(result);
}

static litmus_operand_t read_binary(litmus_c_t *c, unsigned level) {
    if (c->depth++ > NESTING_MAX * LEVELS) litmus_c_fail(c, "the expression is nested too deeply");
    litmus_operand_t a = zero;
    if (!c->failed) a = level == LEVELS ? read_primary(c) : read_binary(c, level + 1);
    for (const infix_t *infix; level < LEVELS && !c->failed && (infix = take_infix(c, level));) {
        if (level < LOGICAL_LEVELS)
            a = read_logical(c, a, level);
        else
            a = litmus_c_calculate(c, infix->operation, a, read_binary(c, level + 1));
    }
    c->depth--;
    return a;
}

/* a ? b : c */
static litmus_operand_t read_choice(litmus_c_t *c, litmus_operand_t condition) {
    const int result = litmus_c_temporary(c), other = new_label(c), end = new_label(c);
    if (result < 0 || other < 0 || end < 0) return zero;
    branch(c, LITMUS_EQUAL, condition, other);
    move(c, result, litmus_c_expression(c));
    jump(c, end);
    place(c, other);
    if (litmus_c_expect(c, ":")) move(c, result, litmus_c_expression(c));
    place(c, end);
    return in_register(result);
}

litmus_operand_t litmus_c_expression(litmus_c_t *c) {
    const litmus_operand_t value = read_binary(c, 0);
    return !c->failed && litmus_c_take(c, "?") ? read_choice(c, value) : value;
}

/* ---- assignments and declarations ---- */

/* "=", "+=" and the like, "++". False: nothing is assigned here. */
static bool take_assignment(litmus_c_t *c, litmus_operation_t *operation, bool *by_one) {
    static const infix_t forms[] = {{"++", LITMUS_ADD, 1}, {"--", LITMUS_SUBTRACT, 1},
                                    {"+=", LITMUS_ADD, 0}, {"-=", LITMUS_SUBTRACT, 0},
                                    {"|=", LITMUS_OR, 0},  {"&=", LITMUS_AND, 0},
                                    {"^=", LITMUS_XOR, 0}, {"*=", LITMUS_MULTIPLY, 0}};
    litmus_c_skip(c);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strncmp(c->at, forms[i].text, 2) != 0) continue;
        c->at += 2;
        *operation = forms[i].operation;
        *by_one = forms[i].level == 1;
        return true;
    }
    if (c->at[0] != '=' || c->at[1] == '=') return false;
    c->at++;
    *operation = LITMUS_FIRST;
    *by_one = false;
    return true;
}

static void store(litmus_c_t *c, litmus_operand_t address, litmus_operand_t value) {
    litmus_instruction_t *instruction = c->failed ? NULL
                                                  : litmus_append(c->litmus, c->line, c->thread);
    if (!instruction) return;
    instruction->kind = LITMUS_STORE;
    instruction->address = address;
    instruction->value = value;
}

static litmus_operand_t assigned_value(litmus_c_t *c, litmus_operation_t operation, bool by_one,
                                       litmus_operand_t old) {
    const litmus_operand_t one = {.value = 1};
    const litmus_operand_t value = by_one ? one : litmus_c_expression(c);
    return operation == LITMUS_FIRST ? value : litmus_c_calculate(c, operation, old, value);
}

/* "*x = e", "x = e", "x[0] = e" of a variable, "*r = e" of a register with an address. */
static void assign_memory(litmus_c_t *c, litmus_operand_t address) {
    litmus_operation_t operation = LITMUS_FIRST;
    bool by_one = false;
    char found[24];
    if (!take_assignment(c, &operation, &by_one)) {
        litmus_c_fail(c, "'%s' is not taken: an assignment is expected", here(c, found));
        return;
    }
    const litmus_operand_t old = operation == LITMUS_FIRST ? zero : load(c, address);
    store(c, address, assigned_value(c, operation, by_one, old));
}

static void assign_register(litmus_c_t *c, int number) {
    litmus_operation_t operation = LITMUS_FIRST;
    bool by_one = false;
    if (!take_assignment(c, &operation, &by_one)) return; /* a declaration */
    settle(c, assigned_value(c, operation, by_one, in_register(number)), number);
}

/* "= x" of a pointer: the register gets the address. False: it is no variable. */
static bool take_pointer_value(litmus_c_t *c, int number) {
    char word[LITMUS_WORD_MAX];
    litmus_operand_t address;
    char *before = c->at;
    if (c->pointer && litmus_c_take(c, "=") && litmus_c_peek_word(c, word) &&
        litmus_is_variable(c->litmus, word)) {
        if (litmus_c_address(c, &address)) move(c, number, address);
        return true;
    }
    c->at = before;
    return false;
}

static void read_declaration(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX] = "", found[24];
    do {
        while (litmus_c_take(c, "*")) c->pointer = true;
        if (!litmus_c_take_word(c, word)) {
            litmus_c_fail(c, "'%s' is no name of a register", here(c, found));
            return;
        }
        if (litmus_is_variable(c->litmus, word)) {
            litmus_c_fail(c, "'%.40s' is a variable already: name the register otherwise", word);
            return;
        }
        const int number = litmus_register(c->litmus, c->line, c->thread, word);
        if (number < 0) {
            c->failed = true;
            return;
        }
        if (!take_pointer_value(c, number)) assign_register(c, number);
        c->pointer = false;
    } while (!c->failed && litmus_c_take(c, ","));
}

/* A name begins a call, an assignment to a register or to a variable. */
static void read_named(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX], next[LITMUS_WORD_MAX];
    int number;
    litmus_operand_t address;
    char *before = c->at;
    litmus_c_take_word(c, word);
    if (litmus_c_take(c, "(")) {
        litmus_c_call(c, word);
    } else if (litmus_c_peek_word(c, next)) {
        litmus_c_fail(c, "'%.40s' is not taken as a type: int, uint, atomic_int and their like are",
                      word);
    } else if (litmus_is_variable(c->litmus, word)) {
        c->at = before;
        if (litmus_c_address(c, &address)) assign_memory(c, address);
    } else if (*c->at == '=' || known_register(c, word, &number)) {
        number = litmus_register(c->litmus, c->line, c->thread, word);
        if (number >= 0) assign_register(c, number);
        c->failed = c->failed || number < 0;
    } else {
        litmus_c_fail(c, "'%.40s' is not taken", word);
    }
}

static void read_simple(litmus_c_t *c) {
    litmus_operand_t address;
    char word[LITMUS_WORD_MAX], found[24];
    bool local = false;
    if (take_type(c, &local)) {
        if (local) litmus_c_fail(c, "local variables are declared in the initial state");
        read_declaration(c);
    } else if (litmus_c_take(c, "*")) {
        if (litmus_c_address(c, &address)) assign_memory(c, address);
    } else if (litmus_c_peek_word(c, word)) {
        read_named(c);
    } else {
        litmus_c_fail(c, "'%s' is not taken", here(c, found));
    }
}

/* ---- statements ---- */

static void read_statement(litmus_c_t *c);

/* Behind an error: to the end of the statement. */
static void recover(litmus_c_t *c) {
    while (*c->at != '\0' && *c->at != ';' && *c->at != '}' && *c->at != '{') {
        c->line += *c->at == '\n';
        c->at++;
    }
    if (*c->at == ';') c->at++;
    c->failed = false;
}

static litmus_operand_t read_condition(litmus_c_t *c) {
    litmus_c_expect(c, "(");
    const litmus_operand_t condition = c->failed ? zero : litmus_c_expression(c);
    litmus_c_expect(c, ")");
    c->temporaries_used = 0;
    return condition;
}

static void read_if(litmus_c_t *c) {
    const litmus_operand_t condition = read_condition(c);
    const int other = new_label(c);
    branch(c, LITMUS_EQUAL, condition, other);
    if (c->failed) return;
    read_statement(c);
    if (litmus_c_take(c, "else")) {
        const int end = new_label(c);
        jump(c, end);
        place(c, other);
        read_statement(c);
        place(c, end);
    } else {
        place(c, other);
    }
}

/* A body with its targets of break and continue. */
static void read_body(litmus_c_t *c, int end, int again) {
    const int end_before = c->end_label, again_before = c->again_label;
    c->end_label = end;
    c->again_label = again;
    read_statement(c);
    c->end_label = end_before;
    c->again_label = again_before;
}

static void read_while(litmus_c_t *c) {
    const int again = new_label(c), end = new_label(c);
    place(c, again);
    branch(c, LITMUS_EQUAL, read_condition(c), end);
    if (c->failed) return;
    read_body(c, end, again);
    jump(c, again);
    place(c, end);
}

static void read_do(litmus_c_t *c) {
    const int begin = new_label(c), again = new_label(c), end = new_label(c);
    place(c, begin);
    read_body(c, end, again);
    place(c, again);
    if (!litmus_c_expect(c, "while")) return;
    branch(c, LITMUS_UNEQUAL, read_condition(c), begin);
    litmus_c_expect(c, ";");
    place(c, end);
}

/* for (first; condition; next) body: the text of `next` is read behind the body. */
static void read_for(litmus_c_t *c) {
    const int begin = new_label(c), again = new_label(c), end = new_label(c);
    if (!litmus_c_expect(c, "(")) return;
    if (!litmus_c_take(c, ";")) {
        read_simple(c);
        litmus_c_expect(c, ";");
    }
    place(c, begin);
    if (!c->failed && !litmus_c_take(c, ";")) {
        branch(c, LITMUS_EQUAL, litmus_c_expression(c), end);
        litmus_c_expect(c, ";");
    }
    if (c->failed) return;
    litmus_c_skip(c);
    char *next = c->at;
    const unsigned line = c->line;
    for (unsigned open = 0; *c->at != '\0' && (open > 0 || *c->at != ')'); c->at++) {
        open += *c->at == '(';
        open -= *c->at == ')';
        c->line += *c->at == '\n';
    }
    if (!litmus_c_expect(c, ")")) return;
    c->temporaries_used = 0;
    read_body(c, end, again);
    litmus_c_t step = *c;
    step.at = next;
    step.line = line;
    place(c, again);
    litmus_c_skip(&step);
    if (*step.at != ')') read_simple(&step);
    c->failed = c->failed || step.failed;
    memcpy(c->temporary, step.temporary, sizeof c->temporary);
    c->temporaries = step.temporaries;
    jump(c, begin);
    place(c, end);
}

static void read_jump_out(litmus_c_t *c, int label, const char *word) {
    if (label < 0)
        litmus_c_fail(c, "'%s' is outside a loop", word);
    else
        jump(c, label);
    litmus_c_expect(c, ";");
}

static void read_goto(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX] = "";
    const bool named = litmus_c_take_word(c, word);
    const int label = named ? litmus_label(c->litmus, c->line, c->thread, word) : -1;
    if (!named) litmus_c_fail(c, "'goto' needs a label");
    jump(c, label);
    litmus_c_expect(c, ";");
}

static void read_return(litmus_c_t *c) {
    if (!litmus_c_take(c, ";")) {
        litmus_c_expression(c);
        litmus_c_expect(c, ";");
    }
    const int end = litmus_label(c->litmus, c->line, c->thread, NULL); /* never placed: the end */
    jump(c, end);
}

/* "L:" */
static bool take_label(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX];
    const char *before = c->at;
    if (litmus_c_take_word(c, word) && litmus_c_take(c, ":")) {
        const int label = litmus_label(c->litmus, c->line, c->thread, word);
        place(c, label);
        return true;
    }
    c->at = (char *)before;
    return false;
}

static void read_block(litmus_c_t *c) {
    for (litmus_c_skip(c); *c->at != '}' && *c->at != '\0'; litmus_c_skip(c)) {
        const char *before = c->at;
        read_statement(c);
        if (c->at == before) c->at++; /* refused, and not left behind by recover(): '{' */
    }
    litmus_c_expect(c, "}");
}

static void read_statement(litmus_c_t *c) {
    if (c->depth++ > NESTING_MAX) litmus_c_fail(c, "statements are nested too deeply");
    litmus_c_skip(c);
    c->temporaries_used = 0;
    if (c->failed || litmus_c_take(c, ";")) {
    } else if (litmus_c_take(c, "{"))
        read_block(c);
    else if (litmus_c_take(c, "if"))
        read_if(c);
    else if (litmus_c_take(c, "while"))
        read_while(c);
    else if (litmus_c_take(c, "do"))
        read_do(c);
    else if (litmus_c_take(c, "for"))
        read_for(c);
    else if (litmus_c_take(c, "goto"))
        read_goto(c);
    else if (litmus_c_take(c, "break"))
        read_jump_out(c, c->end_label, "break");
    else if (litmus_c_take(c, "continue"))
        read_jump_out(c, c->again_label, "continue");
    else if (litmus_c_take(c, "return"))
        read_return(c);
    else if (!take_label(c)) {
        read_simple(c);
        litmus_c_expect(c, ";");
    }
    if (c->failed) recover(c);
    c->depth--;
}

/* ---- a thread ---- */

/* "(global atomic_int* x, local int* y)" */
static void read_parameters(litmus_c_t *c) {
    char word[LITMUS_WORD_MAX], found[24];
    if (!litmus_c_take(c, "(") || litmus_c_take(c, ")")) return;
    do {
        bool local = false;
        take_type(c, &local);
        if (!litmus_c_take_word(c, word)) {
            litmus_c_fail(c, "'%s' is no parameter: TYPE *NAME is", here(c, found));
            return;
        }
        const int number = litmus_variable(c->litmus, c->line, word);
        c->failed = c->failed || number < 0;
        if (number >= 0) c->litmus->variable_shared[number] |= local;
    } while (litmus_c_take(c, ","));
    litmus_c_expect(c, ")");
}

char *litmus_read_function(litmus_t *litmus, unsigned *line, litmus_thread_t *thread, char *text) {
    litmus_c_t c = {.litmus = litmus,
                    .thread = thread,
                    .at = text,
                    .line = *line,
                    .end_label = -1,
                    .again_label = -1};
    read_parameters(&c);
    if (!c.failed && litmus_c_expect(&c, "{")) read_block(&c);
    if (c.failed) { /* of its frame: there is no telling where it ends */
        *line = c.line;
        return c.at + strlen(c.at);
    }
    *line = c.line;
    return c.at;
}
