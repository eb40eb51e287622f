/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_elements.c: arrays of a litmus test. Each element is a variable of its own, with the
 * address that it has behind its array's first byte.
 *
 *   int x[4];  x[1]           elements by number: of the bytes that the type has, else of 4
 *   [x+8]                     an element by its bytes; of what is no array, a word beside it
 *
 * Invariants
 *   - addresses of different arrays are LITMUS_ADDRESS_STEP apart, and no element is further from
 *     its array than that.
 *   - the first element of an array is the variable of its name.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"
#include "cmodel/base/read_number.h"

int litmus_find_variable(const litmus_t *litmus, uint32_t address) {
    for (unsigned i = 0; i < litmus->variables; i++)
        if (litmus->variable_address[i] == address) return (int)i;
    return -1;
}

/* A variable of the array of BASE, OFFSET bytes behind it. -1: too many, a problem is recorded. */
static int add_element(litmus_t *litmus, unsigned line, unsigned base, uint32_t offset) {
    if (litmus->variables == LITMUS_VARIABLES_MAX) {
        litmus_problem(litmus, line, "more than %d variables, elements of arrays are some",
                       LITMUS_VARIABLES_MAX);
        return -1;
    }
    const unsigned element = litmus->variables++, width = litmus->variable_width[base];
    char name[LITMUS_NAME_MAX + 16];
    if (litmus->variable_elements[base] > 0)
        snprintf(name, sizeof name, "%s[%u]", litmus->variable_name[base], offset / width);
    else
        snprintf(name, sizeof name, "%s+%u", litmus->variable_name[base], offset);
    snprintf(litmus->variable_name[element], LITMUS_NAME_MAX, "%.*s", LITMUS_NAME_MAX - 1, name);
    litmus->variable_base[element] = (uint8_t)base;
    litmus->variable_width[element] = (uint8_t)width;
    litmus->variable_address[element] = litmus->variable_address[base] + offset;
    litmus->variable_shared[element] = litmus->variable_shared[base];
    return (int)element;
}

int litmus_element(litmus_t *litmus, unsigned line, unsigned variable, uint32_t offset) {
    assert(variable < litmus->variables);
    const uint32_t address = litmus->variable_address[variable] + offset;
    const int found = litmus_find_variable(litmus, address);
    if (found >= 0) return found;
    const unsigned base = litmus->variable_base[variable];
    const uint32_t from_base = address - litmus->variable_address[base];
    if (from_base < LITMUS_ADDRESS_STEP && litmus->variable_elements[base] == 0)
        return add_element(litmus, line, base, from_base);
    litmus_problem(litmus, line, "%s has no element %d bytes behind its beginning",
                   litmus->variable_name[base], (int)from_base);
    return -1;
}

/* Bytes of an element of TYPE. */
static uint8_t width_of(const char *type) {
    static const struct {
        const char *part;
        uint8_t width;
    } widths[] = {{"64", 8},    {"long", 8}, {"double", 8}, {"*", 8},
                  {"short", 2}, {"16", 2},   {"char", 1},   {"8", 1}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strstr(type, widths[i].part)) return widths[i].width;
    return 4;
}

void litmus_type(litmus_t *litmus, unsigned variable, const char *type) {
    assert(variable < litmus->variables);
    litmus->variable_width[variable] = width_of(type);
}

void litmus_declare_array(litmus_t *litmus, unsigned line, unsigned variable, unsigned elements) {
    assert(litmus->variable_base[variable] == variable);
    if (elements == 0 || elements > LITMUS_VARIABLES_MAX) {
        litmus_problem(litmus, line, "array %s has %u elements: 1 to %d are taken",
                       litmus->variable_name[variable], elements, LITMUS_VARIABLES_MAX);
        return;
    }
    if (elements > litmus->variable_elements[variable])
        litmus->variable_elements[variable] = (uint8_t)elements;
    for (unsigned i = 1; i < elements; i++) {
        const uint32_t offset = i * litmus->variable_width[variable];
        if (litmus_find_variable(litmus, litmus->variable_address[variable] + offset) < 0 &&
            add_element(litmus, line, variable, offset) < 0)
            return;
    }
}

/* "x", "x[1]", "x+4", blanks around its parts. */
bool litmus_split_place(char *text, char **index, char **offset) {
    char *mark = strpbrk(text, "[+");
    *index = *offset = NULL;
    if (!mark) return true;
    const bool by_number = *mark == '[';
    *mark = '\0';
    char *number = litmus_trim(mark + 1);
    if (by_number) {
        char *end = strchr(number, ']');
        if (!end || *litmus_trim(end + 1) != '\0') return false;
        *end = '\0';
        number = litmus_trim(number);
    }
    *(by_number ? index : offset) = number;
    return true;
}

int litmus_place(litmus_t *litmus, unsigned line, char *text) {
    char *index, *offset;
    uint64_t number = 0;
    if (!litmus_split_place(text, &index, &offset)) return -1;
    const char *name = litmus_trim(text);
    if (!litmus_is_variable(litmus, name)) return -1;
    const unsigned variable = (unsigned)litmus_variable(litmus, line, name);
    if (!index && !offset) return (int)variable;
    if (!scord_read_number(index ? index : offset, 0, LITMUS_ADDRESS_STEP - 1, &number)) return -1;
    if (index) number *= litmus->variable_width[variable];
    return litmus_element(litmus, line, variable, (uint32_t)number);
}
