/* SPDX-License-Identifier: Apache-2.0 */
/* symbols.c: names and scopes. PTX nests `{ }` scopes (call sequences, inline asm); a name is
 * visible to the end of its scope and shadows older ones; labels are visible in their whole scope,
 * so branches are resolved when a scope closes. */
#include "sim/ptx/parse.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/byte_hash.h"

static uint32_t hash_name(const char *name, size_t length) {
    return (uint32_t)(scord_byte_hash(SCORD_BYTE_HASH_START, name, length) % SYMBOL_BUCKETS);
}

symbol_t *find_symbol(const parser_t *parser, const char *name, size_t length) {
    for (symbol_t *symbol = parser->buckets[hash_name(name, length)]; symbol;
         symbol = symbol->chain)
        if (symbol->length == length && !memcmp(symbol->name, name, length)) return symbol;
    return NULL;
}

static symbol_t *find_in_scope(const parser_t *parser, const char *name, size_t length) {
    symbol_t *innermost = find_symbol(parser, name, length);
    return innermost && innermost->scope == parser->scope ? innermost : NULL;
}

static _Noreturn void defined_twice(parser_t *parser, const char *name, size_t length) {
    parser_fail(parser, "`%.*s` is defined twice", (int)(length < 200 ? length : 200), name);
}

symbol_t *declare(parser_t *parser, const char *name, size_t length, symbol_kind_t kind,
                  uint32_t index) {
    assert(name && length > 0);
    if (parser->scope > 0 && find_in_scope(parser, name, length))
        defined_twice(parser, name, length);
    symbol_t *symbol = module_allocate(parser, sizeof *symbol);
    uint32_t bucket = hash_name(name, length);
    *symbol = (symbol_t){.chain = parser->buckets[bucket],
                         .older = parser->newest,
                         .name = name,
                         .length = length,
                         .bucket = bucket,
                         .scope = parser->scope,
                         .kind = kind,
                         .index = index};
    parser->buckets[bucket] = symbol;
    parser->newest = symbol;
    return symbol;
}

void open_scope(parser_t *parser) {
    if (parser->scope + 1 >= MAX_SCOPES)
        parser_fail(parser, "scopes nest deeper than %d", MAX_SCOPES);
    parser->scope++;
    parser->scope_frame[parser->scope] = parser->frame_top;
}

static void resolve_fixup(parser_t *parser, const fixup_t *fixup, const symbol_t *label) {
    assert(label->kind == SYMBOL_LABEL && label->index <= parser->module->code_count);
    if (fixup->target)
        *fixup->target = label->index;
    else
        parser->module->code[fixup->instruction].target = label->index;
}

/* Fixups of this scope whose label is not here go to the scope around it; at function level they
 * are errors. */
static void resolve_fixups(parser_t *parser) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parser->fixup_count; i++) {
        fixup_t fixup = parser->fixups[i];
        if (fixup.scope >= parser->scope) {
            symbol_t *label = find_in_scope(parser, fixup.name, fixup.length);
            if (label && label->kind == SYMBOL_LABEL) {
                resolve_fixup(parser, &fixup, label);
                continue;
            }
            if (parser->scope <= 1)
                parser_fail_at(parser, fixup.ptx_line, "label `%.*s` is not defined",
                               (int)fixup.length, fixup.name);
            fixup.scope = parser->scope - 1;
        }
        parser->fixups[kept++] = fixup;
    }
    parser->fixup_count = kept;
}

void close_scope(parser_t *parser) {
    assert(parser->scope > 0);
    resolve_fixups(parser);
    while (parser->newest && parser->newest->scope == parser->scope) {
        symbol_t *symbol = parser->newest;
        parser->buckets[symbol->bucket] = symbol->chain;
        parser->newest = symbol->older;
    }
    /* parameter space of call sequences that cannot be live together is shared */
    if (parser->scope > 1) parser->frame_top = parser->scope_frame[parser->scope];
    parser->scope--;
}

void want_label(parser_t *parser, uint32_t instruction, uint32_t *target) {
    char found[120];
    if (parser->token.kind != TOKEN_NAME)
        parser_fail(parser, "expected a label, found %s", token_text(parser, found, sizeof found));
    module_grow(parser, (void **)&parser->fixups, parser->fixup_count, &parser->fixup_capacity,
                sizeof *parser->fixups);
    parser->fixups[parser->fixup_count++] = (fixup_t){.instruction = instruction,
                                                      .target = target,
                                                      .name = parser->token.text,
                                                      .length = parser->token.length,
                                                      .scope = parser->scope,
                                                      .ptx_line = parser->token.line};
    next_token(parser);
}

/* "%r12" of ".reg .b32 %r<50>": prefix "%r", number 12, no leading zero. The innermost range; NULL:
 * of no range. */
static const symbol_t *find_range(const parser_t *parser, const char *name, size_t length,
                                  uint32_t *number) {
    const symbol_t *innermost = NULL;
    uint32_t value = 0, scale = 1;
    for (size_t digits = 1; digits < length && digits <= 9; digits++) {
        char c = name[length - digits];
        if (c < '0' || c > '9') break;
        value += (uint32_t)(c - '0') * scale;
        scale *= 10;
        if (c == '0' && digits > 1 &&
            (name[length - digits - 1] < '0' || name[length - digits - 1] > '9'))
            break;
        const symbol_t *symbol = find_symbol(parser, name, length - digits);
        if (!symbol || symbol->kind != SYMBOL_REGISTER_RANGE || value >= symbol->count ||
            (innermost && innermost->scope > symbol->scope))
            continue;
        innermost = symbol;
        *number = value;
    }
    return innermost;
}

bool find_register(const parser_t *parser, const char *name, size_t length,
                   ptx_operand_t *operand) {
    uint32_t number = 0;
    const symbol_t *symbol = find_symbol(parser, name, length),
                   *range = find_range(parser, name, length, &number);
    if (range && (!symbol || symbol->scope < range->scope))
        symbol = range; /* the inner one hides the other */
    else
        number = 0;
    if (!symbol || (symbol != range && symbol->kind != SYMBOL_REGISTER)) return false;
    *operand = (ptx_operand_t){.kind = PTX_OPERAND_REGISTER,
                               .index = symbol->index + number,
                               .bits = symbol->bits,
                               .form = symbol->form};
    return true;
}

/* What this scope has already, also in a range: `%r1` beside `%r<8>`. */
static void refuse_taken(parser_t *parser, const char *name, size_t length) {
    uint32_t number;
    const symbol_t *range = find_range(parser, name, length, &number);
    if (find_in_scope(parser, name, length) || (range && range->scope == parser->scope))
        defined_twice(parser, name, length);
}

void declare_registers(parser_t *parser, const token_t *name, bool range, uint32_t count,
                       ptx_type_t type) {
    enum { LONGEST = 1024 }; /* PTX asks for as much */
    char one[LONGEST + 12];
    if (name->length > LONGEST)
        parser_fail(parser, "the name of a register is longer than %d characters", LONGEST);
    if (!range)
        refuse_taken(parser, name->text, name->length);
    else
        for (uint32_t number = 0; number < count; number++)
            refuse_taken(parser, one,
                         (size_t)snprintf(one, sizeof one, "%.*s%" PRIu32, (int)name->length,
                                          name->text, number));
    symbol_t *symbol = declare(parser, name->text, name->length,
                               range ? SYMBOL_REGISTER_RANGE : SYMBOL_REGISTER, parser->registers);
    symbol->count = count;
    symbol->bits = (uint8_t)ptx_type_bits(type);
    symbol->form = (uint8_t)ptx_type_form(type);
    parser->registers += count;
}
