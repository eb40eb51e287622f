/* SPDX-License-Identifier: Apache-2.0 */
/* module.c: the module object: its memory, shared-memory layout, loops, linking and look-ups.
 *
 *     ptx_module_t ─ code[] ── instructions of all functions; a function is [first, first + count)
 *                  ├ lines[]      where each came from: file, line, function, text
 *                  ├ functions[], variables[], initialisers[]
 *                  ├ constants[]  immediates and addresses, each once among its neighbours
 *                  └ pool[]       their values, PTX_LANES copies each: an operand is a row of lanes
 *
 * All memory of a module is a list of blocks that ptx_free frees at once. Arrays grow by copying
 * into a new block; the old one stays with the module, so that growth costs at most twice the
 * memory.
 *
 * After parsing, assign_addresses fixes what does not depend on where the module is loaded: the
 * constant segment, the shared segment of each kernel, and the ends of loops. Shared variables of
 * different kernels overlay each other, yet a variable of a device function has one offset in
 * every kernel that reaches it: each takes the lowest offset free of all variables that share a
 * kernel with it, found by walking the call graph (an indirect call reaches every function whose
 * address is taken). loop_end of an instruction is the end of the region that jumps back to it:
 * core/splits.c waits there for lanes that are behind.
 *
 * ptx_bind gives global variables their addresses; ptx_link then writes the pool. Executing code
 * reads nothing but code[] and pool[].
 *
 * Invariants: symbols of relocations are numbers of this module; count ≤ capacity of every array.
 * Expensive: place_shared, cubic in the shared variables, which are few.
 * Reference: PTX ISA 6.0; docs/ptx-subset.md.
 */
#include "sim/ptx/parse.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */
void *module_allocate(parser_t *parser, size_t size) {
    ptx_block_t *block = size < SIZE_MAX - sizeof(ptx_block_t) - 16
                             ? calloc(1, sizeof(ptx_block_t) + 8 + size)
                             : NULL;
    if (!block) parser_fail(parser, "out of memory (%zu bytes)", size);
    block->next = parser->module->blocks;
    parser->module->blocks = block;
    return (char *)block + 16;
}
_Static_assert(sizeof(ptx_block_t) + 8 == 16, "allocations stay 16-aligned");

char *module_string(parser_t *parser, const char *text, size_t length) {
    assert(text || length == 0);
    char *copy = module_allocate(parser, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void module_grow(parser_t *parser, void **array, uint32_t count, uint32_t *capacity,
                 size_t element) {
    assert(count <= *capacity);
    if (count < *capacity) return;
    uint32_t larger = *capacity ? *capacity * 2 : 16;
    void *copy = module_allocate(parser, larger * element);
    if (count) memcpy(copy, *array, count * element);
    *array = copy; /* the old one stays with the module: at most as much again */
    *capacity = larger;
}

uint32_t module_constant(parser_t *parser, ptx_constant_t constant) {
    ptx_module_t *module = parser->module;
    uint32_t recent = module->constant_count > 64 ? module->constant_count - 64 : 0;
    for (uint32_t i = module->constant_count;
         i-- > recent;) { /* neighbours repeat: a bounded search keeps the pool small */
        const ptx_constant_t *other = &module->constants[i];
        if (other->value == constant.value && other->relocation == constant.relocation &&
            other->symbol == constant.symbol && other->generic == constant.generic)
            return i;
    }
    module_grow(parser, (void **)&module->constants, module->constant_count,
                &module->constant_capacity, sizeof constant);
    module->constants[module->constant_count] = constant;
    return module->constant_count++;
}

void ptx_free(ptx_module_t *module) {
    if (!module) return;
    for (ptx_block_t *block = module->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(module);
}

/* ---- layout ---- */
static uint64_t align_up(uint64_t value, uint64_t alignment) {
    assert(alignment > 0);
    return (value + alignment - 1) / alignment * alignment;
}

static void place_constants(ptx_module_t *module) {
    uint64_t top = 0;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        ptx_variable_t *variable = &module->variables[i];
        if (variable->space != PTX_SPACE_CONST || variable->merged) continue;
        variable->address = top = align_up(top, variable->align);
        top += variable->size;
    }
    module->constant_bytes = (uint32_t)align_up(top, 16);
}

/* reach[function] = the function is called, directly or through its address, from a kernel. */
typedef struct reach {
    parser_t *parser;
    uint8_t *functions, *variables; /* one flag each */
    uint32_t *queue, queued;
} reach_t;

static void reach_function(reach_t *reach, uint32_t function) {
    assert(function < reach->parser->module->function_count);
    if (reach->functions[function]) return;
    reach->functions[function] = 1;
    reach->queue[reach->queued++] = function;
}

static void reach_address_taken(
    reach_t *reach) { /* an indirect call may reach every function in a table or an operand */
    const ptx_module_t *module = reach->parser->module;
    for (uint32_t i = 0; i < module->constant_count; i++)
        if (module->constants[i].relocation == PTX_RELOCATE_FUNCTION &&
            !module->functions[module->constants[i].symbol].entry)
            reach_function(reach, module->constants[i].symbol);
    for (uint32_t v = 0; v < module->variable_count; v++)
        for (uint32_t p = 0; p < module->initialisers[v].patch_count; p++) {
            const ptx_constant_t *constant = &module->initialisers[v].patches[p].constant;
            if (constant->relocation == PTX_RELOCATE_FUNCTION)
                reach_function(reach, constant->symbol);
        }
}

static void reach_operand(reach_t *reach, const ptx_operand_t *operand) {
    if (operand->kind != PTX_OPERAND_CONSTANT) return;
    const ptx_constant_t *constant = &reach->parser->module->constants[operand->index];
    if (constant->relocation == PTX_RELOCATE_VARIABLE) reach->variables[constant->symbol] = 1;
}

static void reach_code(reach_t *reach, const ptx_function_t *function) {
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &reach->parser->module->code[i];
        for (int s = 0; s < PTX_MAX_SOURCES; s++) reach_operand(reach, &instruction->source[s]);
        reach_operand(reach, &instruction->base);
        if (!instruction->call) continue;
        if (instruction->call->function == PTX_NO_REGISTER)
            reach_address_taken(reach);
        else if (!reach->parser->module->functions[instruction->call->function].entry)
            reach_function(reach, instruction->call->function);
    }
}

static void reach_from(reach_t *reach, uint32_t kernel) {
    memset(reach->functions, 0, reach->parser->module->function_count);
    memset(reach->variables, 0, reach->parser->module->variable_count);
    reach->queued = 0;
    reach_function(reach, kernel);
    for (uint32_t next = 0; next < reach->queued; next++)
        reach_code(reach, &reach->parser->module->functions[reach->queue[next]]);
}

/* A shared variable takes the lowest offset free of the variables that share a kernel with it:
 * kernels overlay each other's static shared memory, yet a variable of a device function has one
 * offset in all of them. */
static void place_shared(parser_t *parser, uint32_t number, uint8_t *const *used) {
    ptx_module_t *module = parser->module;
    ptx_variable_t *variable = &module->variables[number];
    assert(variable->space == PTX_SPACE_SHARED && variable->align > 0);
    uint64_t offset = 0;
    for (bool moved = true; moved;) {
        moved = false;
        offset = align_up(offset, variable->align);
        for (uint32_t other = 0; other < number; other++) {
            const ptx_variable_t *placed = &module->variables[other];
            if (placed->space != PTX_SPACE_SHARED || placed->dynamic_shared) continue;
            if (offset >= placed->address + placed->size ||
                placed->address >= offset + variable->size)
                continue;
            for (uint32_t f = 0; f < module->function_count && !moved; f++)
                if (used[f] && used[f][number] && used[f][other]) {
                    offset = placed->address + placed->size;
                    moved = true;
                }
        }
    }
    variable->address = offset;
}

static void measure_kernel(ptx_module_t *module, ptx_function_t *kernel, const uint8_t *used) {
    uint64_t top = 0;
    kernel->shared_align = 16;
    for (uint32_t v = 0; v < module->variable_count; v++) {
        const ptx_variable_t *variable = &module->variables[v];
        if (variable->space != PTX_SPACE_SHARED || (!used[v] && !variable->dynamic_shared))
            continue;
        if (variable->align > kernel->shared_align) kernel->shared_align = variable->align;
        if (!variable->dynamic_shared && variable->address + variable->size > top)
            top = variable->address + variable->size;
    }
    kernel->static_shared_bytes = (uint32_t)align_up(top, kernel->shared_align);
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (used[v] && module->variables[v].reserved)
            kernel->reserved_shared_end = (uint32_t)module->variables[v].address +
                                          PTX_RESERVED_SHARED_BYTES;
}

static void find_loops(parser_t *parser, const ptx_function_t *function);

/* Functions of CUDA's runtime for device code, which libcudadevrt defines by system calls of the
 * GPU's: the runtime here has them. */
static bool is_provided(const ptx_function_t *function) {
    static const char second[] = "__cudaCDP2";
    return !function->entry && (strncmp(function->name, second, strlen(second)) == 0 ||
                                (strncmp(function->name, "cuda", 4) == 0 &&
                                 function->name[4] >= 'A' && function->name[4] <= 'Z'));
}

/* Whether the mask of a bar.warp.sync is none of all lanes, as far as the text tells. */
static bool names_parts(const ptx_module_t *module, const ptx_instruction_t *instruction) {
    const ptx_operand_t *mask = &instruction->source[0];
    return instruction->opcode == PTX_BAR_WARP &&
           (mask->kind != PTX_OPERAND_CONSTANT ||
            (uint32_t)module->constants[mask->index].value != UINT32_MAX);
}

void assign_addresses(parser_t *parser) {
    ptx_module_t *module = parser->module;
    for (uint32_t i = 0; i < module->code_count && !module->parts_meet; i++)
        module->parts_meet = names_parts(module, &module->code[i]);
    for (uint32_t f = 0; f < module->function_count; f++)
        if (is_provided(&module->functions[f])) module->functions[f].defined = false;
    for (uint32_t f = 0; f < module->function_count; f++) {
        const ptx_function_t *function = &module->functions[f];
        find_loops(parser, function);
        mark_polls(parser, function);
        mark_look_back(parser, function);
        find_origins(parser, function);
        mark_polled_stores(parser, function);
        mark_swaps(parser, function);
        mark_unread(parser, function);
        if (function->defined) find_post_dominators(parser, function);
    }
    place_constants(module);
    reach_t reach = {
        .parser = parser,
        .functions = module_allocate(parser, module->function_count + 1),
        .variables = module_allocate(parser, module->variable_count + 1),
        .queue = module_allocate(parser, (module->function_count + 1) * sizeof(uint32_t))};
    uint8_t **used = module_allocate(parser, (module->function_count + 1) * sizeof *used);
    for (uint32_t f = 0; f < module->function_count; f++) {
        ptx_function_t *function = &module->functions[f];
        if (function->entry) {
            reach_from(&reach, f);
            used[f] = module_allocate(parser, module->variable_count + 1);
            memcpy(used[f], reach.variables, module->variable_count);
            function->uses = used[f];
        } else {
            if (function->registers > module->callable_registers)
                module->callable_registers = function->registers;
            if (function->frame_bytes > module->callable_frame_bytes)
                module->callable_frame_bytes = function->frame_bytes;
        }
    }
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == PTX_SPACE_SHARED &&
            !module->variables[v].dynamic_shared && !module->variables[v].merged)
            place_shared(parser, v, used);
    for (uint32_t f = 0; f < module->function_count; f++)
        if (module->functions[f].entry) measure_kernel(module, &module->functions[f], used[f]);
}

/* ---- loops ----
 * For every instruction that is jumped back to: the last instruction from which it is reached again
 * without leaving the region, as far as the layout tells: the last backward branch to it, and
 * whatever jumps into the region from behind it (compilers place cold blocks of a loop after its
 * latch). sim/core lets lanes wait at such a place for the others. */
typedef struct jump {
    uint32_t from, to;
} jump_t;

static uint32_t collect_jumps(const ptx_module_t *module, const ptx_function_t *function,
                              jump_t *jumps) { /* NULL: only counts */
    uint32_t count = 0;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &module->code[i];
        if (instruction->opcode == PTX_BRA) {
            if (jumps) jumps[count] = (jump_t){i, instruction->target};
            count++;
        }
        for (uint32_t t = 0; t < instruction->target_count; t++, count++)
            if (jumps) jumps[count] = (jump_t){i, instruction->targets[t]};
    }
    return count;
}

static uint32_t region_end(const jump_t *jumps, uint32_t count, uint32_t start, uint32_t end) {
    assert(start <= end);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = 0; i < count; i++)
            if (jumps[i].from > end && jumps[i].to >= start && jumps[i].to <= end) {
                end = jumps[i].from;
                grew = true;
            }
    }
    return end;
}

static void find_loops(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    uint32_t count = collect_jumps(module, function, NULL);
    jump_t *jumps = module_allocate(parser, (count + 1) * sizeof *jumps);
    collect_jumps(module, function, jumps);
    for (uint32_t i = 0; i < count; i++) {
        ptx_instruction_t *target = &module->code[jumps[i].to];
        if (jumps[i].to > jumps[i].from || target->loop_end) continue;
        target->loop_end = region_end(jumps, count, jumps[i].to, jumps[i].from);
    }
}

/* ---- linking ---- */
static uint64_t constant_value(const ptx_module_t *module, const ptx_constant_t *constant) {
    if (constant->relocation == PTX_RELOCATE_FUNCTION)
        return constant->value + PTX_CODE_WINDOW + constant->symbol;
    if (constant->relocation == PTX_RELOCATE_NONE) return constant->value;
    assert(constant->symbol < module->variable_count);
    const ptx_variable_t *variable = &module->variables[constant->symbol];
    uint64_t window = 0;
    if (constant->generic && variable->space == PTX_SPACE_CONST) window = PTX_CONST_WINDOW;
    if (constant->generic && variable->space == PTX_SPACE_SHARED) window = PTX_SHARED_WINDOW;
    return constant->value + variable->address + window;
}

void ptx_bind(ptx_module_t *module, uint32_t variable, uint64_t address) {
    if (variable < module->variable_count && module->variables[variable].space == PTX_SPACE_GLOBAL)
        module->variables[variable].address = address;
}

void ptx_link(ptx_module_t *module) {
    assert(module->pool || module->constant_count == 0);
    for (uint32_t i = 0; i < module->constant_count; i++) {
        uint64_t value = constant_value(module, &module->constants[i]);
        for (uint32_t lane = 0; lane < PTX_LANES; lane++)
            module->pool[(size_t)i * PTX_LANES + lane] = value;
    }
}

void ptx_image(const ptx_module_t *module, uint32_t number, uint8_t *bytes) {
    if (number >= module->variable_count) return;
    const ptx_initialiser_t *initialiser = &module->initialisers[number];
    if (initialiser->bytes)
        memcpy(bytes, initialiser->bytes, module->variables[number].size);
    else
        memset(bytes, 0, module->variables[number].size);
    for (uint32_t p = 0; p < initialiser->patch_count; p++) {
        const ptx_patch_t *patch = &initialiser->patches[p];
        uint64_t value = constant_value(module, &patch->constant);
        memcpy(bytes + patch->offset, &value,
               patch->size); /* little-endian host, as everywhere in scord */
    }
}

uint32_t ptx_constant_bytes(const ptx_module_t *module) { return module->constant_bytes; }

void ptx_constant_image(const ptx_module_t *module, uint8_t *bytes) {
    memset(bytes, 0, module->constant_bytes);
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == PTX_SPACE_CONST && !module->variables[v].merged)
            ptx_image(module, v, bytes + module->variables[v].address);
}

/* ---- look-ups ---- */
uint32_t ptx_function_count(const ptx_module_t *module) { return module->function_count; }
const ptx_function_t *ptx_function(const ptx_module_t *module, uint32_t number) {
    return number < module->function_count ? &module->functions[number] : NULL;
}
const ptx_function_t *ptx_find_function(const ptx_module_t *module, const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!strcmp(module->functions[i].name, name)) return &module->functions[i];
    return NULL;
}
const ptx_function_t *ptx_find_function_in(const ptx_module_t *module, uint32_t unit,
                                           const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].unit == unit && !strcmp(module->functions[i].name, name))
            return &module->functions[i];
    return NULL;
}
uint32_t ptx_variable_count(const ptx_module_t *module) { return module->variable_count; }
const ptx_variable_t *ptx_variable(const ptx_module_t *module, uint32_t number) {
    return number < module->variable_count ? &module->variables[number] : NULL;
}
const ptx_variable_t *ptx_find_variable(const ptx_module_t *module, const char *name) {
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (!strcmp(module->variables[i].name, name)) return &module->variables[i];
    return NULL;
}
const ptx_variable_t *ptx_find_variable_in(const ptx_module_t *module, uint32_t unit,
                                           const char *name) {
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const ptx_variable_t *variable = &module->variables[i];
        if (variable->unit == unit && !strcmp(variable->name, name))
            return variable->merged ? &module->variables[variable->target] : variable;
    }
    return NULL;
}
uint32_t ptx_instruction_count(const ptx_module_t *module) { return module->code_count; }
bool ptx_parts_meet(const ptx_module_t *module) { return module->parts_meet; }

ptx_location_t ptx_location(const ptx_module_t *module, uint32_t number) {
    ptx_location_t location = {.file = "", .function = ""};
    if (number >= module->code_count) return location;
    const ptx_line_t *line = &module->lines[number];
    location.line = line->line;
    location.ptx_line = line->ptx_line;
    if (line->file < module->file_count && module->files[line->file])
        location.file = module->files[line->file];
    if (line->function < module->function_count)
        location.function = module->functions[line->function].name;
    return location;
}

const char *ptx_instruction_text(const ptx_module_t *module, uint32_t number) {
    return number < module->code_count ? module->lines[number].text : "";
}

char *ptx_error_text(const ptx_error_t *error, char *buffer, size_t size) {
    int used = 0;
    if (error->line) used = snprintf(buffer, size, "%s:%u: ", error->file, error->line);
    if (used >= 0 && (size_t)used < size)
        snprintf(buffer + used, size - (size_t)used, "%s (PTX line %u: `%s`)", error->message,
                 error->ptx_line, error->text);
    return buffer;
}

/* ---- types ---- */
static const struct {
    uint8_t bytes, is_signed, is_float;
} types[PTX_TYPE_COUNT] = {
    [PTX_PRED] = {1, 0, 0},   [PTX_B8] = {1, 0, 0},   [PTX_B16] = {2, 0, 0},
    [PTX_B32] = {4, 0, 0},    [PTX_B64] = {8, 0, 0},  [PTX_U8] = {1, 0, 0},
    [PTX_U16] = {2, 0, 0},    [PTX_U32] = {4, 0, 0},  [PTX_U64] = {8, 0, 0},
    [PTX_S8] = {1, 1, 0},     [PTX_S16] = {2, 1, 0},  [PTX_S32] = {4, 1, 0},
    [PTX_S64] = {8, 1, 0},    [PTX_F16] = {2, 0, 1},  [PTX_F16X2] = {4, 0, 1},
    [PTX_F32] = {4, 0, 1},    [PTX_F64] = {8, 0, 1},  [PTX_BF16] = {2, 0, 1},
    [PTX_BF16X2] = {4, 0, 1}, [PTX_TF32] = {4, 0, 1}, [PTX_E4M3X2] = {2, 0, 1},
    [PTX_E5M2X2] = {2, 0, 1}};
uint32_t ptx_type_bytes(ptx_type_t type) { return types[type].bytes; }
uint32_t ptx_type_bits(ptx_type_t type) { return type == PTX_PRED ? 1 : 8 * types[type].bytes; }
bool ptx_type_signed(ptx_type_t type) { return types[type].is_signed; }
bool ptx_type_float(ptx_type_t type) { return types[type].is_float; }
ptx_form_t ptx_type_form(ptx_type_t type) {
    return type <= PTX_B64        ? PTX_FORM_BITS
           : types[type].is_float ? PTX_FORM_FLOAT
                                  : PTX_FORM_INTEGER;
}
