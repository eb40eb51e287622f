/* symbols.c: names and scopes. PTX nests `{ }` scopes (call sequences, inline asm); a name is visible to the end of its
 * scope and shadows older ones; labels are visible in their whole scope, so branches are resolved when a scope closes. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_name(const char *name, size_t length) { /* FNV-1a */
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash % SYMBOL_BUCKETS;
}

symbol_t *find_symbol(const parser_t *parser, const char *name, size_t length) {
    for (symbol_t *symbol = parser->buckets[hash_name(name, length)]; symbol; symbol = symbol->chain)
        if (symbol->length == length && !memcmp(symbol->name, name, length)) return symbol;
    return NULL;
}

static symbol_t *find_in_scope(const parser_t *parser, const char *name, size_t length) {
    for (symbol_t *symbol = parser->newest; symbol != parser->scope_start[parser->scope]; symbol = symbol->older)
        if (symbol->length == length && !memcmp(symbol->name, name, length)) return symbol;
    return NULL;
}

symbol_t *declare(parser_t *parser, const char *name, size_t length, symbol_kind_t kind, uint32_t index) {
    if (kind == SYMBOL_LABEL && find_in_scope(parser, name, length))
        parser_fail(parser, "`%.*s` is defined twice", (int)length, name);
    symbol_t *symbol = module_allocate(parser, sizeof *symbol);
    uint32_t bucket = hash_name(name, length);
    *symbol = (symbol_t){.chain = parser->buckets[bucket], .older = parser->newest, .name = name, .length = length,
                         .bucket = bucket, .kind = kind, .index = index};
    parser->buckets[bucket] = symbol;
    parser->newest = symbol;
    return symbol;
}

void open_scope(parser_t *parser) {
    if (parser->scope + 1 >= MAX_SCOPES) parser_fail(parser, "scopes nest deeper than %d", MAX_SCOPES);
    parser->scope++;
    parser->scope_start[parser->scope] = parser->newest;
    parser->scope_frame[parser->scope] = parser->frame_top;
}

static void resolve_fixup(parser_t *parser, const fixup_t *fixup, const symbol_t *label) {
    if (fixup->target) *fixup->target = label->index;
    else parser->module->code[fixup->instruction].target = label->index;
}

/* Fixups of this scope whose label is not here go to the scope around it; at function level they are errors. */
static void resolve_fixups(parser_t *parser) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parser->fixup_count; i++) {
        fixup_t fixup = parser->fixups[i];
        if (fixup.scope >= parser->scope) {
            symbol_t *label = find_in_scope(parser, fixup.name, fixup.length);
            if (label && label->kind == SYMBOL_LABEL) { resolve_fixup(parser, &fixup, label); continue; }
            if (parser->scope <= 1)
                parser_fail_at(parser, fixup.ptx_line, "label `%.*s` is not defined", (int)fixup.length, fixup.name);
            fixup.scope = parser->scope - 1;
        }
        parser->fixups[kept++] = fixup;
    }
    parser->fixup_count = kept;
}

void close_scope(parser_t *parser) {
    resolve_fixups(parser);
    while (parser->newest != parser->scope_start[parser->scope]) {
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
    module_grow(parser, (void **)&parser->fixups, parser->fixup_count, &parser->fixup_capacity, sizeof *parser->fixups);
    parser->fixups[parser->fixup_count++] = (fixup_t){.instruction = instruction, .target = target, .name = parser->token.text,
        .length = parser->token.length, .scope = parser->scope, .ptx_line = parser->token.line};
    next_token(parser);
}

/* "%r12" of ".reg .b32 %r<50>": prefix "%r", number 12, no leading zero. */
static bool find_ranged(const parser_t *parser, const char *name, size_t length, ptx_operand_t *operand) {
    uint32_t number = 0, scale = 1;
    for (size_t digits = 1; digits < length && digits <= 9; digits++) {
        char c = name[length - digits];
        if (c < '0' || c > '9') return false;
        number += (uint32_t)(c - '0') * scale;
        scale *= 10;
        if (c == '0' && digits > 1 && (name[length - digits - 1] < '0' || name[length - digits - 1] > '9')) return false;
        symbol_t *symbol = find_symbol(parser, name, length - digits);
        if (symbol && symbol->kind == SYMBOL_REGISTER_RANGE && number < symbol->count) {
            *operand = (ptx_operand_t){.kind = PTX_OPERAND_REGISTER, .index = symbol->index + number, .bits = symbol->bits};
            return true;
        }
    }
    return false;
}

bool find_register(const parser_t *parser, const char *name, size_t length, ptx_operand_t *operand) {
    symbol_t *symbol = find_symbol(parser, name, length);
    if (!symbol) return find_ranged(parser, name, length, operand);
    if (symbol->kind != SYMBOL_REGISTER) return false;
    *operand = (ptx_operand_t){.kind = PTX_OPERAND_REGISTER, .index = symbol->index, .bits = symbol->bits};
    return true;
}
