/* SPDX-License-Identifier: Apache-2.0 */
/* register_places.c: where the registers of a function are in a frame.
 *
 * PTX names a register for every value, and most values live for a few instructions. Those that
 * never live at once share a place, so that the frames of all warps fit into the processor's
 * caches.
 *
 *     n       0   1   2   3   4
 *     %r1     w───────r                   place 0
 *     %r2         w───────r               place 1
 *     %r3             w───────r           place 0: written where %r1 was read last
 *
 * A register has its place from the first to the last instruction, in their order in the text, that
 * it may live at (linear scan, Poletto and Sarkar 1999, without holes). What may be read before it
 * is written lives from the function's start on, as registers are zero there. A register that is
 * written may have the place of one that is read last only where each lane's result depends on
 * that lane's sources and is written behind them.
 *
 * Names stay what the rest of sim/ptx, scoreboards and the slice of endless waits go by; only
 * frames go by places. A function with matrices keeps its registers side by side. One that reads a
 * clock, or may call one that does, keeps each in a place of its own: a time that nothing will read
 * again still says that a wait has an end (state.c), as it is the only thing that changes without
 * an instruction.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/ptx/liveness.h"

static const ptx_place_t nowhere = {.number = 0, .first = UINT32_MAX, .last = 0};

/* ---- from where to where ---- */

static void extend(ptx_place_t *place, uint32_t position) {
    if (position < place->first) place->first = position;
    if (position > place->last) place->last = position;
}

/* Whether its one result may take the place of what it reads last. */
static bool writes_behind(const ptx_instruction_t *instruction) {
    if (instruction->destination[1].kind != PTX_OPERAND_NONE || instruction->vector > 1)
        return false;
    switch ((ptx_opcode_t)instruction->opcode) {
    case PTX_ABS:
    case PTX_ADD:
    case PTX_AND:
    case PTX_CVT:
    case PTX_CVTA:
    case PTX_DIV:
    case PTX_FMA:
    case PTX_MAD:
    case PTX_MAX:
    case PTX_MIN:
    case PTX_MOV:
    case PTX_MUL:
    case PTX_NEG:
    case PTX_NOT:
    case PTX_OR:
    case PTX_RCP:
    case PTX_REM:
    case PTX_SELP:
    case PTX_SETP:
    case PTX_SHL:
    case PTX_SHR:
    case PTX_SQRT:
    case PTX_SUB:
    case PTX_XOR: return true;
    default: return false;
    }
}

static void note_instruction(ptx_place_t *places, const ptx_instruction_t *instruction,
                             uint32_t number) {
    const uint32_t before = 2 * number, behind = before + 1;
    for (int s = 0; s < PTX_MAX_SOURCES; s++)
        if (instruction->source[s].kind == PTX_OPERAND_REGISTER)
            extend(&places[instruction->source[s].index], before);
    if (instruction->base.kind == PTX_OPERAND_REGISTER)
        extend(&places[instruction->base.index], before);
    if (instruction->guard != PTX_NO_REGISTER) extend(&places[instruction->guard], before);
    for (int d = 0; d < PTX_MAX_VECTOR; d++) {
        const ptx_operand_t *to = &instruction->destination[d];
        if (to->kind != PTX_OPERAND_REGISTER) continue;
        extend(&places[to->index], behind);
        if (!writes_behind(instruction)) extend(&places[to->index], before);
    }
}

/* What lives where a block begins or ends does so up to there. */
static void note_live(ptx_place_t *places, const liveness_t *live, const uint32_t *names,
                      uint32_t position) {
    for (uint32_t w = 0; w < live->words; w++)
        for (uint64_t set = live->now[w]; set != 0; set &= set - 1)
            extend(&places[names[64 * w + (uint32_t)__builtin_ctzll(set)]], position);
}

static void find_spans(ptx_place_t *places, liveness_t *live, const uint32_t *names) {
    for (uint32_t b = 0; b < live->block_count; b++) {
        const live_block_t *block = &live->blocks[b];
        liveness_behind(live, block);
        note_live(places, live, names, 2 * block->last + 1);
        liveness_walk(live, block);
        note_live(places, live, names, 2 * block->first);
        for (uint32_t i = block->first; i <= block->last; i++)
            note_instruction(places, &live->module->code[i], i);
    }
}

/* ---- places ---- */

static bool reads_time(const ptx_instruction_t *instruction) {
    for (int s = 0; s < PTX_MAX_SOURCES; s++)
        if (instruction->source[s].kind == PTX_OPERAND_SPECIAL &&
            instruction->source[s].index >= PTX_CLOCK &&
            instruction->source[s].index <= PTX_GLOBALTIMER_HI)
            return true;
    return false;
}

bool module_reads_time(const ptx_module_t *module) {
    for (uint32_t i = 0; i < module->code_count; i++)
        if (reads_time(&module->code[i])) return true;
    return false;
}

static bool needs_names(const ptx_module_t *module, const ptx_function_t *function, bool timed) {
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &module->code[i];
        if (instruction->opcode == PTX_MMA || instruction->opcode == PTX_MATRIX_ROWS ||
            reads_time(instruction) || (timed && instruction->call))
            return true;
    }
    return false;
}

typedef struct entry { /* of a list by first */
    uint32_t first, register_number;
} entry_t;

static int by_first(const void *left, const void *right) {
    const entry_t *a = left, *b = right;
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    return a->register_number < b->register_number ? -1 : 1; /* no two are equal */
}

/* The lowest place that is free at the start of each register's span. Returns how many there are.
 */
static uint32_t share(ptx_place_t *places, entry_t *list, uint32_t count, uint32_t *taken_to) {
    uint32_t used = 0;
    qsort(list, count, sizeof *list, by_first);
    for (uint32_t i = 0; i < count; i++) {
        ptx_place_t *place = &places[list[i].register_number];
        uint32_t number = 0;
        while (number < used && taken_to[number] >= place->first) number++;
        if (number == used) used++;
        taken_to[number] = place->last;
        place->number = number;
    }
    return used;
}

static void set_operand(const ptx_place_t *places, ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) operand->place = places[operand->index].number;
}

static void set_operands(const ptx_place_t *places, ptx_instruction_t *instruction) {
    for (int d = 0; d < PTX_MAX_VECTOR; d++) set_operand(places, &instruction->destination[d]);
    for (int s = 0; s < PTX_MAX_SOURCES; s++) set_operand(places, &instruction->source[s]);
    set_operand(places, &instruction->base);
    if (instruction->guard != PTX_NO_REGISTER)
        instruction->guard_place = places[instruction->guard].number;
}

static void keep_apart(ptx_function_t *function, ptx_place_t *places) {
    for (uint32_t r = 0; r < function->registers; r++)
        places[r] = (ptx_place_t){.number = r, .first = 0, .last = UINT32_MAX};
    function->places = function->registers;
}

void place_registers(ptx_module_t *module, ptx_function_t *function, liveness_t *live,
                     ptx_place_t *places, uint32_t *scratch, bool timed) {
    function->place = places;
    if (needs_names(module, function, timed))
        keep_apart(function, places);
    else {
        uint32_t *names = scratch, *taken_to = names + live->used, count = 0;
        entry_t *list = (entry_t *)(taken_to + live->used);
        for (uint32_t r = 0; r < function->registers; r++) {
            places[r] = nowhere;
            if (live->numbers[r] != PTX_NO_REGISTER) names[live->numbers[r]] = r;
        }
        find_spans(places, live, names);
        for (uint32_t r = 0; r < function->registers; r++)
            if (places[r].first <= places[r].last) list[count++] = (entry_t){places[r].first, r};
        function->places = share(places, list, count, taken_to);
    }
    for (uint32_t i = function->first; i < function->first + function->count; i++)
        set_operands(places, &module->code[i]);
}
