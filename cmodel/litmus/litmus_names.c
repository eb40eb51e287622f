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
        if (*at == '(') depth++;
        if (*at == ')' && depth > 0) depth--;
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
    strcpy(litmus->variable_name[litmus->variables], name);
    return (int)litmus->variables++;
}

int litmus_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name) {
    assert(thread->registers <= LITMUS_REGISTERS_MAX);
    assert(thread >= litmus->thread && thread < litmus->thread + LITMUS_THREADS_MAX);
    for (unsigned i = 0; i < thread->registers; i++)
        if (strcmp(thread->register_name[i], name) == 0) return (int)i;
    if (!check_name(litmus, line, "register", name)) return -1;
    if (thread->registers == LITMUS_REGISTERS_MAX) {
        litmus_problem(litmus, line, "more than %d registers in one thread", LITMUS_REGISTERS_MAX);
        return -1;
    }
    strcpy(thread->register_name[thread->registers], name);
    thread->register_variable[thread->registers] = -1;
    return (int)thread->registers++;
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
    *instruction = (litmus_instruction_t){.destination = LITMUS_NO_REGISTER, .line = line};
    return instruction;
}

/* ---- operands ---- */

bool litmus_number(const char *text, uint32_t *value) {
    const bool negative = *text == '-';
    uint64_t magnitude;
    if (!scord_read_number(text + negative, 0, negative ? UINT64_C(1) << 31 : UINT32_MAX,
                           &magnitude))
        return false;
    *value = (uint32_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

bool litmus_operand(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    litmus_operand_t *operand) {
    if (!text) text = ""; /* a call without arguments */
    uint32_t number;
    if (litmus_number(text, &number)) {
        *operand = (litmus_operand_t){.value = number};
        return true;
    }
    for (unsigned i = 0; i < thread->registers; i++) {
        if (strcmp(thread->register_name[i], text) != 0) continue;
        *operand = (litmus_operand_t){.is_register = true, .value = i};
        return true;
    }
    litmus_problem(litmus, line,
                   "'%.60s' is neither a number of 32 bits nor a register that was written before",
                   text);
    return false;
}

bool litmus_address(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    unsigned *variable) {
    if (!text) text = ""; /* a call without arguments */
    char name[LITMUS_NAME_MAX] = "";
    const char *begin = text + strspn(text, "[*&( \t");
    const size_t length = strcspn(begin, "]) \t");
    if (begin[length + strspn(begin + length, "]) \t")] != '\0' || length == 0 ||
        length >= sizeof name) {
        litmus_problem(
            litmus, line,
            "the address '%.60s' is not taken: a variable, or a register that holds its address",
            text);
        return false;
    }
    memcpy(name, begin, length);
    for (unsigned i = 0; i < thread->registers; i++) {
        if (strcmp(thread->register_name[i], name) != 0) continue;
        if (thread->register_variable[i] >= 0) {
            assert((unsigned)thread->register_variable[i] < litmus->variables);
            *variable = (unsigned)thread->register_variable[i];
            return true;
        }
        litmus_problem(litmus, line, "register %s holds no address: addresses are not computed",
                       name);
        return false;
    }
    if (name[0] == 'r' && strspn(name + 1, "0123456789") == strlen(name) - 1 && name[1] != '\0') {
        litmus_problem(litmus, line,
                       "register %s holds no address: give it one in the initial state or by mov",
                       name);
        return false;
    }
    const int found = litmus_variable(litmus, line, name);
    *variable = (unsigned)(found < 0 ? 0 : found);
    return found >= 0;
}
