/* register_demand.c: how many 32-bit registers a thread of a kernel needs: most of them live at
 * once.
 *
 * PTX has as many registers as the compiler likes; the occupancy of an SM depends on how many the
 * assembler gives a thread. This is an estimate of what ptxas allocates: backward liveness (Aho et
 * al., "Compilers", section 9.2.5) over the blocks of a function; the most bits that are live
 * between two instructions; a 64-bit register counts as two, anything narrower as one, a predicate
 * as none (a file of its own). A guarded write does not kill, since the lanes that it leaves out
 * keep the old value. A value that is never read needs no register (ptxas uses RZ). Around a call
 * what lives across it adds to what the callee needs; an indirect call may reach every function
 * whose address is taken; a function without a body (host call) needs nothing; a call back into a
 * function that is being measured (recursion) counts its code without its calls, because a real
 * callee saves registers on the stack. Not modelled: ptxas's scheduling, rematerialisation, aligned
 * register pairs, spilling above a limit.
 */
#include "sim/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 8 }; /* what ptxas gives an empty kernel */
#define NOT_REACHED UINT32_MAX

typedef struct block {
    uint32_t first, last; /* instructions of the module */
} block_t;

typedef struct measure {
    const ptx_module_t *module;
    const ptx_function_t *function;
    uint32_t *numbers; /* of the function's registers that are used, dense; predicates have none */
    uint8_t *widths;   /* in 32-bit registers, by dense number */
    uint32_t used, words; /* registers, and 64-bit words of a set of them */
    block_t *blocks;
    uint32_t *block_of; /* by instruction of the function */
    uint32_t block_count;
    uint64_t *in;     /* live at the start of each block: block_count sets */
    uint64_t *live;   /* the walk's set */
    uint32_t weight;  /* of live */
    uint32_t *across; /* by instruction of the module: weight of what lives across a call there */
} measure_t;

static bool has_number(const ptx_operand_t *operand) {
    return operand->kind == PTX_OPERAND_REGISTER && operand->bits > 1;
}

/* ---- numbering ---- */

static void number_operand(measure_t *measure, const ptx_operand_t *operand) {
    if (!has_number(operand) || measure->numbers[operand->index] != PTX_NO_REGISTER) return;
    measure->numbers[operand->index] = measure->used;
    measure->widths[measure->used++] = operand->bits > 32 ? 2 : 1;
}

static void number_registers(measure_t *measure) {
    const ptx_function_t *function = measure->function;
    memset(measure->numbers, 0xff, function->registers * sizeof *measure->numbers);
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &measure->module->code[i];
        for (int d = 0; d < PTX_MAX_VECTOR; d++)
            number_operand(measure, &instruction->destination[d]);
        for (int s = 0; s < PTX_MAX_SOURCES; s++) number_operand(measure, &instruction->source[s]);
        number_operand(measure, &instruction->base);
    }
    measure->words = (measure->used + 63) / 64;
}

/* ---- blocks ---- */

static bool ends_block(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_BRA || instruction->opcode == PTX_BRX ||
           instruction->opcode == PTX_RET || instruction->opcode == PTX_EXIT ||
           instruction->opcode == PTX_TRAP;
}

static void find_blocks(measure_t *measure) {
    const ptx_function_t *function = measure->function;
    uint32_t *leader = measure->block_of; /* flags first, numbers then */
    memset(leader, 0, function->count * sizeof *leader);
    leader[0] = 1;
    for (uint32_t i = 0; i < function->count; i++) {
        const ptx_instruction_t *instruction = &measure->module->code[function->first + i];
        if (instruction->opcode == PTX_BRA) leader[instruction->target - function->first] = 1;
        for (uint32_t t = 0; t < instruction->target_count; t++)
            leader[instruction->targets[t] - function->first] = 1;
        if (ends_block(instruction) && i + 1 < function->count) leader[i + 1] = 1;
    }
    for (uint32_t i = 0; i < function->count; i++) {
        if (leader[i]) measure->blocks[measure->block_count++].first = function->first + i;
        measure->blocks[measure->block_count - 1].last = function->first + i;
        measure->block_of[i] = measure->block_count - 1;
    }
}

/* ---- the set of the walk ---- */

static void enter(measure_t *measure, const ptx_operand_t *operand) {
    if (!has_number(operand)) return;
    const uint32_t number = measure->numbers[operand->index];
    uint64_t *word = &measure->live[number / 64];
    const uint64_t bit = UINT64_C(1) << number % 64;
    if (!(*word & bit)) measure->weight += measure->widths[number];
    *word |= bit;
}

static void leave(measure_t *measure, const ptx_operand_t *operand) {
    if (!has_number(operand)) return;
    const uint32_t number = measure->numbers[operand->index];
    uint64_t *word = &measure->live[number / 64];
    const uint64_t bit = UINT64_C(1) << number % 64;
    if (*word & bit) measure->weight -= measure->widths[number];
    *word &= ~bit;
}

static void join(measure_t *measure,
                 uint32_t instruction) { /* what is live where control may go next */
    const uint32_t block = measure->block_of[instruction - measure->function->first];
    for (uint32_t w = 0; w < measure->words; w++)
        measure->live[w] |= measure->in[(size_t)block * measure->words + w];
}

static void join_successors(measure_t *measure, const block_t *block) {
    const ptx_instruction_t *last = &measure->module->code[block->last];
    const uint32_t end = measure->function->first + measure->function->count;
    memset(measure->live, 0, measure->words * sizeof *measure->live);
    if (last->opcode == PTX_BRA) join(measure, last->target);
    for (uint32_t t = 0; t < last->target_count; t++) join(measure, last->targets[t]);
    if ((!ends_block(last) || last->guard != PTX_NO_REGISTER) && block->last + 1 < end)
        join(measure, block->last + 1);
    measure->weight = 0;
    for (uint32_t number = 0; number < measure->used; number++)
        if (measure->live[number / 64] >> number % 64 & 1)
            measure->weight += measure->widths[number];
}

/* From behind the instruction to before it. */
static void step_back(measure_t *measure, uint32_t number) {
    const ptx_instruction_t *instruction = &measure->module->code[number];
    if (instruction->guard == PTX_NO_REGISTER)
        for (int d = 0; d < PTX_MAX_VECTOR; d++) leave(measure, &instruction->destination[d]);
    if (instruction->call) measure->across[number] = measure->weight;
    for (int s = 0; s < PTX_MAX_SOURCES; s++) enter(measure, &instruction->source[s]);
    enter(measure, &instruction->base);
}

static uint32_t walk_block(measure_t *measure,
                           const block_t *block) { /* the most that is live anywhere in it */
    join_successors(measure, block);
    uint32_t most = measure->weight;
    for (uint32_t i = block->last + 1; i-- > block->first;) {
        step_back(measure, i);
        if (measure->weight > most) most = measure->weight;
    }
    return most;
}

/* ---- one function without its callees ---- */

static void reach_fixpoint(measure_t *measure) {
    const size_t bytes = measure->words * sizeof *measure->live;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = measure->block_count; b-- > 0;) {
            uint64_t *in = &measure->in[(size_t)b * measure->words];
            walk_block(measure, &measure->blocks[b]);
            if (memcmp(in, measure->live, bytes) == 0) continue;
            memcpy(in, measure->live, bytes);
            changed = true;
        }
    }
}

static void *room(parser_t *parser, measure_t *measure, size_t count, size_t size);

static void free_measure(measure_t *measure) {
    free(measure->numbers);
    free(measure->widths);
    free(measure->blocks);
    free(measure->block_of);
    free(measure->in);
    free(measure->live);
}

static void *room(parser_t *parser, measure_t *measure, size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory) return memory;
    free_measure(measure);
    parser_fail(parser, "out of memory (%zu bytes)", (count + 1) * size);
}

static uint32_t own_demand(parser_t *parser, const ptx_function_t *function, uint32_t *across) {
    measure_t measure = {.module = parser->module, .function = function, .across = across};
    if (function->count == 0) return 0;
    measure.numbers = room(parser, &measure, function->registers, sizeof *measure.numbers);
    measure.widths = room(parser, &measure, function->registers, sizeof *measure.widths);
    measure.blocks = room(parser, &measure, function->count, sizeof *measure.blocks);
    measure.block_of = room(parser, &measure, function->count, sizeof *measure.block_of);
    number_registers(&measure);
    find_blocks(&measure);
    measure.in = room(parser, &measure, (size_t)measure.block_count * measure.words,
                      sizeof *measure.in);
    measure.live = room(parser, &measure, measure.words, sizeof *measure.live);
    reach_fixpoint(&measure);
    uint32_t most = 0;
    for (uint32_t b = 0; b < measure.block_count; b++) {
        const uint32_t here = walk_block(&measure, &measure.blocks[b]);
        if (here > most) most = here;
    }
    free_measure(&measure);
    return most;
}

/* ---- with callees ---- */

typedef struct calls {
    const ptx_module_t *module;
    uint32_t *own,
        *whole; /* by function; whole: NOT_REACHED at first, own while it is being measured */
    const uint32_t *across;
    const uint8_t *address_taken; /* by function */
} calls_t;

static uint32_t whole_demand(calls_t *calls, uint32_t function);

static uint32_t indirect_demand(calls_t *calls) {
    uint32_t most = 0;
    for (uint32_t f = 0; f < calls->module->function_count; f++) {
        const uint32_t demand = calls->address_taken[f] && !calls->module->functions[f].entry
                                    ? whole_demand(calls, f)
                                    : 0;
        if (demand > most) most = demand;
    }
    return most;
}

static uint32_t whole_demand(calls_t *calls, uint32_t number) {
    const ptx_function_t *function = &calls->module->functions[number];
    if (calls->whole[number] != NOT_REACHED) return calls->whole[number];
    uint32_t most = calls->whole[number] = calls->own[number];
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_call_t *call = calls->module->code[i].call;
        if (!call ||
            (call->function != PTX_NO_REGISTER && calls->module->functions[call->function].entry))
            continue; /* a launch */
        const uint32_t callee = call->function == PTX_NO_REGISTER
                                    ? indirect_demand(calls)
                                    : whole_demand(calls, call->function);
        if (calls->across[i] + callee > most) most = calls->across[i] + callee;
    }
    return calls->whole[number] = most;
}

static void find_taken_addresses(const ptx_module_t *module, uint8_t *taken) {
    for (uint32_t i = 0; i < module->constant_count; i++)
        if (module->constants[i].relocation == PTX_RELOCATE_FUNCTION)
            taken[module->constants[i].symbol] = 1;
    for (uint32_t v = 0; v < module->variable_count; v++)
        for (uint32_t p = 0; p < module->initialisers[v].patch_count; p++) {
            const ptx_constant_t *constant = &module->initialisers[v].patches[p].constant;
            if (constant->relocation == PTX_RELOCATE_FUNCTION) taken[constant->symbol] = 1;
        }
}

void measure_registers(parser_t *parser) {
    ptx_module_t *module = parser->module;
    const size_t functions = (size_t)module->function_count + 1;
    uint32_t *across = module_allocate(parser, ((size_t)module->code_count + 1) * sizeof *across);
    uint8_t *taken = module_allocate(parser, functions);
    calls_t calls = {.module = module,
                     .own = module_allocate(parser, functions * sizeof(uint32_t)),
                     .whole = module_allocate(parser, functions * sizeof(uint32_t)),
                     .across = across,
                     .address_taken = taken};
    find_taken_addresses(module, taken);
    for (uint32_t f = 0; f < module->function_count; f++) {
        calls.own[f] = own_demand(parser, &module->functions[f], across);
        calls.whole[f] = NOT_REACHED;
    }
    for (uint32_t f = 0; f < module->function_count; f++) {
        const uint32_t demand = whole_demand(&calls, f);
        module->functions[f].register_demand = module->functions[f].entry && demand < LEAST
                                                   ? LEAST
                                                   : demand;
    }
}
