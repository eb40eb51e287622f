/* SPDX-License-Identifier: Apache-2.0 */
/* instruction_timing.c: see instruction_timing.h. The classes are GPGPU-Sim 3.2.2's
 * (ptx_opcode_latency_…): add, max, mul, mad, div of each type, special functions, and one cycle
 * for all the rest. */
#include "sim/sm/pipeline/instruction_timing.h"

#include <assert.h>
#include <stdlib.h>

static void speed(instruction_timing_t *timing, uint32_t latency, uint32_t interval) {
    assert(latency >= 1 && latency <= UINT16_MAX && interval >= 1 && interval <= UINT16_MAX);
    timing->latency = (uint16_t)latency;
    timing->interval = (uint16_t)interval;
}

static void divide(instruction_timing_t *timing, const gpu_machine_t *machine, ptx_type_t type) {
    timing->unit = UNIT_SFU;
    if (type == PTX_F64)
        speed(timing, machine->dp_div_latency, machine->dp_div_interval);
    else if (ptx_type_float(type))
        speed(timing, machine->fp_div_latency, machine->fp_div_interval);
    else
        speed(timing, machine->int_div_latency, machine->int_div_interval);
}

static void special(instruction_timing_t *timing, const gpu_machine_t *machine, ptx_type_t type) {
    timing->unit = UNIT_SFU;
    if (type == PTX_F64)
        speed(timing, machine->dp_div_latency, machine->dp_div_interval);
    else
        speed(timing, machine->special_latency, machine->special_interval);
}

static void arithmetic(instruction_timing_t *timing, const gpu_machine_t *machine,
                       ptx_opcode_t opcode, ptx_type_t type) {
    const bool floating = ptx_type_float(type);
    if (type == PTX_F64) {
        speed(timing, machine->dp_latency, machine->dp_interval);
        return;
    }
    switch (opcode) {
    case PTX_MIN:
    case PTX_MAX:
        if (floating)
            speed(timing, machine->fp_max_latency, machine->fp_max_interval);
        else
            speed(timing, machine->int_max_latency, machine->int_max_interval);
        break;
    case PTX_MUL:
    case PTX_MUL24:
        if (floating)
            speed(timing, machine->fp_mul_latency, machine->fp_mul_interval);
        else
            speed(timing, machine->int_mul_latency, machine->int_mul_interval);
        break;
    case PTX_MAD:
    case PTX_MAD24:
    case PTX_MADC:
    case PTX_FMA:
    case PTX_DP2A:
    case PTX_DP4A:
    case PTX_SAD:
        if (floating)
            speed(timing, machine->fp_mad_latency, machine->fp_mad_interval);
        else
            speed(timing, machine->int_mad_latency, machine->int_mad_interval);
        break;
    default: /* add, sub, addc, subc */
        if (floating)
            speed(timing, machine->fp_add_latency, machine->fp_add_interval);
        else
            speed(timing, machine->int_add_latency, machine->int_add_interval);
    }
}

static void classify(instruction_timing_t *timing, const gpu_machine_t *machine,
                     const ptx_instruction_t *instruction) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const ptx_opcode_t opcode = (ptx_opcode_t)instruction->opcode;
    timing->unit = UNIT_SP;
    speed(timing, machine->other_latency, machine->other_interval);
    switch (opcode) { /* every opcode: the compiler refuses one that is not here (-Wswitch) */
    case PTX_LD:
    case PTX_ST:
    case PTX_ATOM:
    case PTX_MBARRIER:
    case PTX_RED:
    case PTX_FENCE:
        timing->unit = UNIT_MEM;
        timing->fence = opcode == PTX_FENCE;
        timing->atomic = opcode == PTX_ATOM || opcode == PTX_MBARRIER || opcode == PTX_RED;
        timing->long_latency = opcode == PTX_ATOM || opcode == PTX_MBARRIER ||
                               (opcode == PTX_LD && (instruction->space == PTX_SPACE_GLOBAL ||
                                                     instruction->space == PTX_SPACE_GENERIC));
        break;
    case PTX_DIV:
    case PTX_REM: divide(timing, machine, type); break;
    case PTX_COS:
    case PTX_EX2:
    case PTX_LG2:
    case PTX_RCP:
    case PTX_RSQRT:
    case PTX_SIN:
    case PTX_SQRT:
    case PTX_TANH: special(timing, machine, type); break;
    case PTX_ADD:
    case PTX_SUB:
    case PTX_ADDC:
    case PTX_SUBC:
    case PTX_MIN:
    case PTX_MAX:
    case PTX_MUL:
    case PTX_MUL24:
    case PTX_MAD:
    case PTX_MAD24:
    case PTX_MADC:
    case PTX_FMA:
    case PTX_DP2A:
    case PTX_DP4A:
    case PTX_SAD: arithmetic(timing, machine, opcode, type); break;
    case PTX_ABS:        /* other_latency: logic, moves, compares, conversions, */
    case PTX_ACTIVEMASK: /* branches, votes */
    case PTX_ALLOCA:
    case PTX_AND:
    case PTX_BAR:
    case PTX_BAR_WARP:
    case PTX_BFE:
    case PTX_BFI:
    case PTX_BFIND:
    case PTX_BMSK:
    case PTX_BRA:
    case PTX_BREV:
    case PTX_BRX:
    case PTX_CALL:
    case PTX_CLZ:
    case PTX_CNOT:
    case PTX_COPYSIGN:
    case PTX_CVT:
    case PTX_CVTA:
    case PTX_EXIT:
    case PTX_FNS:
    case PTX_HOOK:
    case PTX_ISSPACEP:
    case PTX_LOP3:
    case PTX_MATCH:
    case PTX_MATRIX_ROWS:
    case PTX_MMA:
    case PTX_MOV:
    case PTX_NEG:
    case PTX_NOP:
    case PTX_NOT:
    case PTX_OR:
    case PTX_POPC:
    case PTX_PRMT:
    case PTX_REDUX:
    case PTX_RET:
    case PTX_SELP:
    case PTX_SET:
    case PTX_SETP:
    case PTX_SHF:
    case PTX_SHFL:
    case PTX_SHL:
    case PTX_SHR:
    case PTX_SLCT:
    case PTX_STACKRESTORE:
    case PTX_STACKSAVE:
    case PTX_SZEXT:
    case PTX_TESTP:
    case PTX_TRAP:
    case PTX_VOTE:
    case PTX_XOR:
    case PTX_OPCODE_COUNT: break;
    }
}

static void add_source(instruction_timing_t *timing, uint32_t reg) {
    for (unsigned i = 0; i < timing->sources; i++)
        if (timing->source[i] == reg) return;
    assert(timing->sources < TIMING_SOURCES);
    timing->source[timing->sources++] = reg;
}

static bool is_predicate(const ptx_operand_t *operand) { return operand->bits <= 1; }

static void add_operands(instruction_timing_t *timing, const ptx_instruction_t *instruction,
                         bool predicates) {
    for (unsigned i = 0; i < PTX_MAX_SOURCES; i++) {
        const ptx_operand_t *operand = &instruction->source[i];
        if (operand->kind == PTX_OPERAND_REGISTER && is_predicate(operand) == predicates)
            add_source(timing, operand->index);
    }
    if (predicates) {
        if (instruction->guard != PTX_NO_REGISTER) add_source(timing, instruction->guard);
    } else if (instruction->base.kind == PTX_OPERAND_REGISTER) {
        add_source(timing, instruction->base.index);
    }
}

static void read_registers(instruction_timing_t *timing, const ptx_instruction_t *instruction) {
    add_operands(timing, instruction, false);
    timing->banked = timing->sources;
    add_operands(timing, instruction, true);
    for (unsigned i = 0; i < PTX_MAX_VECTOR; i++)
        if (instruction->destination[i].kind == PTX_OPERAND_REGISTER)
            timing->destination[timing->destinations++] = instruction->destination[i].index;
}

instruction_timing_t *instruction_timings(const ptx_module_t *module,
                                          const gpu_machine_t *machine) {
    assert(module->code_count > 0);
    instruction_timing_t *timings = calloc((size_t)module->code_count + 1, sizeof *timings);
    for (uint32_t i = 0; timings && i < module->code_count; i++) {
        classify(&timings[i], machine, &module->code[i]);
        read_registers(&timings[i], &module->code[i]);
    }
    return timings;
}
