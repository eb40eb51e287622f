/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_names.c: variables, registers, threads, operands and text helpers of the litmus readers.
 */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"
#include "cmodel/base/read_number.h"

void litmus_problem(litmus_t *litmus, unsigned line, const char *format, ...) {
    if (litmus->problems < LITMUS_PROBLEMS_MAX) {
        litmus_problem_t *problem = &litmus->problem[litmus->problems];
        problem->line = line;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(problem->text, sizeof problem->text, format, arguments);
        va_end(arguments);
    }
    litmus->problems++;
}

void litmus_only_vulkan(litmus_t *litmus, unsigned line, const char *format, ...) {
    va_list arguments;
    if (litmus->only_vulkan.text[0] != '\0') return;
    litmus->only_vulkan.line = line;
    va_start(arguments, format);
    vsnprintf(litmus->only_vulkan.text, sizeof litmus->only_vulkan.text, format, arguments);
    va_end(arguments);
}

/* ---- text ---- */

char *litmus_trim(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    return text;
}

unsigned litmus_split(char *text, char separator, char **part, unsigned max) {
    assert(max > 0 && separator != '\0');
    unsigned count = 0, depth = 0;
    char *begin = text;
    for (char *at = text;; at++) {
        if (*at == '(' || *at == '{') depth++;
        if ((*at == ')' || *at == '}') && depth > 0) depth--;
        if (*at != '\0' && (*at != separator || depth > 0)) continue;
        const bool end = *at == '\0';
        *at = '\0';
        if (count < max) part[count++] = litmus_trim(begin);
        if (end) {
            assert(count > 0 && count <= max);
            return count;
        }
        begin = at + 1;
    }
}

static bool is_name(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_' && *text != '$') return false;
    return true;
}

/* ---- names ---- */

static bool check_name(litmus_t *litmus, unsigned line, const char *what, const char *name) {
    if (is_name(name) && strlen(name) < LITMUS_NAME_MAX) return true;
    litmus_problem(litmus, line,
                   "'%.60s' is no name of a %s (a letter, then letters, digits and _, at most %d)",
                   name, what, LITMUS_NAME_MAX - 1);
    return false;
}

bool litmus_is_variable(const litmus_t *litmus, const char *name) {
    for (unsigned i = 0; i < litmus->variables; i++)
        if (strcmp(litmus->variable_name[i], name) == 0) return true;
    return false;
}

int litmus_variable(litmus_t *litmus, unsigned line, const char *name) {
    assert(litmus->variables <= LITMUS_VARIABLES_MAX);
    for (unsigned i = 0; i < litmus->variables; i++)
        if (strcmp(litmus->variable_name[i], name) == 0) return (int)i;
    if (!check_name(litmus, line, "variable", name)) return -1;
    if (litmus->variables == LITMUS_VARIABLES_MAX) {
        litmus_problem(litmus, line, "more than %d variables", LITMUS_VARIABLES_MAX);
        return -1;
    }
    const unsigned variable = litmus->variables++;
    strcpy(litmus->variable_name[variable], name);
    litmus->variable_address[variable] = LITMUS_ADDRESS_BASE + LITMUS_ADDRESS_STEP * variable;
    litmus->variable_base[variable] = (uint8_t)variable;
    litmus->variable_width[variable] = 4;
    return (int)variable;
}

static int add_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread) {
    if (thread->registers < LITMUS_REGISTERS_MAX) return (int)thread->registers++;
    litmus_problem(litmus, line, "more than %d registers in one thread", LITMUS_REGISTERS_MAX);
    return -1;
}

/* PTX writes "%r0" as well. */
int litmus_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name) {
    assert(thread->registers <= LITMUS_REGISTERS_MAX);
    assert(thread >= litmus->thread && thread < litmus->thread + LITMUS_THREADS_MAX);
    name += *name == '%';
    for (unsigned i = 0; i < thread->registers; i++)
        if (strcmp(thread->register_name[i], name) == 0) return (int)i;
    if (!check_name(litmus, line, "register", name)) return -1;
    const int number = add_register(litmus, line, thread);
    if (number >= 0) strcpy(thread->register_name[number], name);
    return number;
}

int litmus_new_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread) {
    const int number = add_register(litmus, line, thread);
    if (number < 0) return -1;
    snprintf(thread->register_name[number], LITMUS_NAME_MAX, "%d:", number);
    thread->register_given[number] = true;
    return number;
}

int litmus_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name) {
    assert(thread->labels <= LITMUS_LABELS_MAX);
    for (unsigned i = 0; name && i < thread->labels; i++)
        if (strcmp(thread->label[i].name, name) == 0) return (int)i;
    if (name && !check_name(litmus, line, "label", name + (*name == '.' || *name == '$')))
        return -1;
    if (name && strlen(name) >= LITMUS_NAME_MAX) return -1; /* the point: 32 characters */
    if (thread->labels == LITMUS_LABELS_MAX) {
        litmus_problem(litmus, line, "more than %d labels in one thread", LITMUS_LABELS_MAX);
        return -1;
    }
    litmus_label_t *label = &thread->label[thread->labels];
    *label = (litmus_label_t){.line = line};
    if (name) strcpy(label->name, name);
    return (int)thread->labels++;
}

void litmus_place_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, unsigned label) {
    assert(label < thread->labels);
    litmus_label_t *it = &thread->label[label];
    if (it->placed) litmus_problem(litmus, line, "label %s is in the thread twice", it->name);
    it->instruction = thread->instructions;
    it->placed = true;
}

/* "P1", "T1" and "1" name one thread. */
litmus_thread_t *litmus_thread(litmus_t *litmus, unsigned line, const char *name) {
    const char *digits = *name == 'P' || *name == 'T' ? name + 1 : name;
    uint64_t number;
    if (digits[strspn(digits, "0123456789")] != '\0' ||
        !scord_read_number(digits, 0, LITMUS_THREADS_MAX - 1, &number)) {
        litmus_problem(litmus, line, "'%.60s' is no thread: P0 (or T0, 0) to P%d are", name,
                       LITMUS_THREADS_MAX - 1);
        return NULL;
    }
    assert(number < LITMUS_THREADS_MAX);
    litmus_thread_t *thread = &litmus->thread[number];
    snprintf(thread->name, sizeof thread->name, "P%u", (unsigned)number);
    if (litmus->threads <= number) litmus->threads = (unsigned)number + 1;
    return thread;
}

litmus_instruction_t *litmus_append(litmus_t *litmus, unsigned line, litmus_thread_t *thread) {
    assert(thread->instructions <= LITMUS_INSTRUCTIONS_MAX);
    if (thread->instructions == LITMUS_INSTRUCTIONS_MAX) {
        litmus_problem(litmus, line, "more than %d instructions in one thread",
                       LITMUS_INSTRUCTIONS_MAX);
        return NULL;
    }
    litmus_instruction_t *instruction = &thread->instruction[thread->instructions++];
    *instruction = (litmus_instruction_t){
        .destination = LITMUS_NO_REGISTER, .guard = LITMUS_NO_REGISTER, .line = line};
    return instruction;
}

void litmus_append_move(litmus_t *litmus, unsigned line, litmus_thread_t *thread, int destination,
                        litmus_operation_t operation, litmus_operand_t a, litmus_operand_t b) {
    litmus_instruction_t *move = destination >= 0 ? litmus_append(litmus, line, thread) : NULL;
    if (!move) return;
    assert((unsigned)destination < thread->registers);
    move->kind = LITMUS_MOVE;
    move->operation = (uint8_t)operation;
    move->destination = destination;
    move->value = a;
    move->compare = b;
    thread->register_given[destination] = true;
}

litmus_instruction_t *litmus_append_branch(litmus_t *litmus, unsigned line, litmus_thread_t *thread,
                                           litmus_operation_t operation, litmus_operand_t a,
                                           litmus_operand_t b, unsigned label) {
    litmus_instruction_t *branch = litmus_append(litmus, line, thread);
    if (!branch) return NULL;
    assert(label < thread->labels);
    branch->kind = LITMUS_BRANCH;
    branch->operation = (uint8_t)operation;
    branch->value = a;
    branch->compare = b;
    branch->target = label;
    return branch;
}

/* ---- operands ---- */

bool litmus_number(const char *text, uint32_t *value) {
    const bool negative = *text == '-';
    char digits[24] = "";
    uint64_t magnitude;
    size_t length = strlen(text + negative);
    if (length >= sizeof digits) return false;
    memcpy(digits, text + negative, length);
    if (digits[0] == '0' && (digits[1] == 'f' || digits[1] == 'F'))
        digits[1] = 'x'; /* bits, in PTX */
    while (length > 1 && strchr("uUlL", digits[length - 1])) digits[--length] = '\0';
    if (!scord_read_number(digits, 0, negative ? UINT64_C(1) << 31 : UINT32_MAX, &magnitude))
        return false;
    *value = (uint32_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

static bool find_register(const litmus_thread_t *thread, const char *name,
                          litmus_operand_t *operand) {
    name += *name == '%';
    for (unsigned i = 0; i < thread->registers; i++) {
        if (strcmp(thread->register_name[i], name) != 0 || !thread->register_given[i]) continue;
        *operand = (litmus_operand_t){.is_register = true, .value = i};
        return true;
    }
    return false;
}

bool litmus_operand(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    litmus_operand_t *operand) {
    if (!text) text = ""; /* a call without arguments */
    uint32_t number;
    if (litmus_number(text, &number)) {
        *operand = (litmus_operand_t){.value = number};
        return true;
    }
    if (find_register(thread, text, operand)) return true;
    if (litmus_special(litmus, line, thread, text, operand)) return true;
    char place[LITMUS_NAME_MAX * 2] = "";
    snprintf(place, sizeof place, "%s", text + (*text == '&'));
    const int variable = litmus_place(litmus, line, place);
    if (variable >= 0) {
        *operand = (litmus_operand_t){.value = litmus->variable_address[variable]};
        return true;
    }
    litmus_problem(litmus, line,
                   "'%.60s' is neither a number of 32 bits nor a register that was written before",
                   text);
    return false;
}

/* Registers are named so in PTX: r0, rd1, p2. */
static bool looks_like_register(const char *name) {
    const size_t letters = strspn(name, "rdp");
    return letters > 0 && letters < 3 && name[letters] != '\0' &&
           strspn(name + letters, "0123456789") == strlen(name + letters);
}

/* The address that REGISTER of THREAD holds as far as the file says, by the last mov before this
 * line, else in the initial state. 0: it does not. */
static uint32_t known_address(const litmus_thread_t *thread, unsigned number) {
    for (unsigned i = thread->instructions; i-- > 0;) {
        const litmus_instruction_t *it = &thread->instruction[i];
        if (it->destination != (int)number) continue;
        return it->kind == LITMUS_MOVE && it->operation == LITMUS_FIRST && !it->value.is_register
                   ? it->value.value
                   : 0;
    }
    return thread->register_value[number];
}

/* ADDRESS is OFFSET bytes behind what it was. */
static bool add_offset(litmus_t *litmus, unsigned line, litmus_thread_t *thread, uint32_t offset,
                       litmus_operand_t *address) {
    const uint32_t known = address->is_register ? known_address(thread, address->value)
                                                : address->value;
    const int variable = litmus_find_variable(litmus, known);
    int element = -1;
    if (offset == 0) return true;
    if (variable >= 0 && known != 0) {
        element = litmus_element(litmus, line, (unsigned)variable, offset);
        if (element < 0) return false;
    }
    if (!address->is_register) {
        address->value = litmus->variable_address[element];
        return true;
    }
    const int sum = litmus_new_register(litmus, line, thread);
    litmus_append_move(litmus, line, thread, sum, LITMUS_ADD, *address,
                       (litmus_operand_t){.value = offset});
    if (sum >= 0) address->value = (uint32_t)sum;
    return sum >= 0;
}

/* The variable or register NAME as an address. */
static bool base_address(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name,
                         litmus_operand_t *address) {
    if (find_register(thread, name, address)) return true;
    if (looks_like_register(name + (*name == '%')) && !litmus_is_variable(litmus, name)) {
        litmus_problem(litmus, line,
                       "register %s holds no address: give it one in the initial state or by mov",
                       name);
        return false;
    }
    const int found = litmus_variable(litmus, line, name);
    if (found >= 0) *address = (litmus_operand_t){.value = litmus->variable_address[found]};
    return found >= 0;
}

bool litmus_address(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    litmus_operand_t *address, uint32_t further) {
    char place[LITMUS_NAME_MAX * 2] = "", *index, *offset;
    if (!text) text = ""; /* a call without arguments */
    const char *begin = text + strspn(text, "[*&( \t");
    const bool inner = strchr(begin, '['); /* "x[1]", whose ] belongs to it */
    size_t length = strlen(begin);
    while (length > 0 && strchr(inner ? ") \t" : "]) \t", begin[length - 1])) length--;
    uint32_t number = 0;
    bool taken = length > 0 && length < sizeof place;
    if (taken) {
        memcpy(place, begin, length);
        taken = litmus_split_place(place, &index, &offset) &&
                strcspn(litmus_trim(place), "]) \t") == strlen(litmus_trim(place));
    }
    if (taken && (index || offset)) taken = litmus_number(index ? index : offset, &number);
    if (!taken) {
        litmus_problem(litmus, line,
                       "the address '%.60s' is not taken: a variable, or a register that holds its "
                       "address, and bytes behind it",
                       text);
        return false;
    }
    if (!base_address(litmus, line, thread, litmus_trim(place), address)) return false;
    if (index) {
        const int variable = address->is_register ? -1
                                                  : litmus_find_variable(litmus, address->value);
        number *= variable >= 0 ? litmus->variable_width[variable] : 4;
    }
    return add_offset(litmus, line, thread, number + further, address);
}
