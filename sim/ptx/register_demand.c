/* SPDX-License-Identifier: Apache-2.0 */
/* register_demand.c: how many 32-bit registers a thread of a kernel needs: most of them live at
 * once.
 *
 * PTX has as many registers as the compiler likes; the occupancy of an SM depends on how many the
 * assembler gives a thread. This is an estimate of what ptxas allocates: the most bits that are
 * live between two instructions (liveness.h); a 64-bit register counts as two, anything narrower as
 * one, a predicate as none (a file of its own). A value that is never read needs no register (ptxas
 * uses RZ). Around a call what lives across it adds to what the callee needs; an indirect call may
 * reach every function whose address is taken; a function without a body (host call) needs nothing;
 * a call back into a function that is being measured (recursion) counts its code without its calls,
 * because a real callee saves registers on the stack. Not modelled: ptxas's scheduling,
 * rematerialisation, aligned register pairs, spilling above a limit.
 */
#include <string.h>

#include "sim/ptx/liveness.h"

enum { LEAST = 8 }; /* what ptxas gives an empty kernel */
#define NOT_REACHED UINT32_MAX

/* ---- one function without its callees ---- */

static uint32_t own_demand(parser_t *parser, ptx_function_t *function, uint32_t *across,
                           bool timed) {
    liveness_t live = {.module = parser->module, .function = function, .across = across};
    if (function->count == 0) return 0;
    const size_t registers = (size_t)function->registers + 1;
    ptx_place_t *places = module_allocate(parser, registers * sizeof *places);
    uint32_t *scratch = module_allocate(parser, PLACE_SCRATCH * registers * sizeof *scratch);
    liveness_find(parser, &live);
    uint32_t most = 0;
    for (uint32_t b = 0; b < live.block_count; b++) {
        const uint32_t here = liveness_walk(&live, &live.blocks[b]);
        if (here > most) most = here;
    }
    place_registers(parser->module, function, &live, places, scratch, timed);
    liveness_free(&live);
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
    const bool timed = module_reads_time(module);
    for (uint32_t f = 0; f < module->function_count; f++) {
        calls.own[f] = own_demand(parser, &module->functions[f], across, timed);
        calls.whole[f] = NOT_REACHED;
        if (!module->functions[f].entry && module->functions[f].places > module->callable_places)
            module->callable_places = module->functions[f].places;
    }
    for (uint32_t f = 0; f < module->function_count; f++) {
        const uint32_t demand = whole_demand(&calls, f);
        module->functions[f].register_demand = module->functions[f].entry && demand < LEAST
                                                   ? LEAST
                                                   : demand;
    }
}
