/* SPDX-License-Identifier: Apache-2.0 */
/* warp.h: a warp's state and what the parts of sim/core share. Private to sim/core.
 *
 * Registers: frame[depth].registers[place * PTX_LANES + lane], where place is the operand's
 * (sim/ptx/register_places.c), 64 bits each, holding the raw bits of
 * the value zero-extended from the register's width. Lanes of different splits may be in different
 * functions at one depth: each lane owns its column, so frames are shared per depth and sized for
 * the largest function.
 */
#ifndef SIM_CORE_WARP_H
#define SIM_CORE_WARP_H

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "sim/core/core.h"
#include "sim/ptx/code.h"

enum {
    CORE_MAX_DEPTH = 1024,
    CORE_DEFAULT_FAIRNESS = 512,
    CORE_TURN_BEHIND = 4,
    CORE_TURN_AHEAD = 1,
    CORE_DEFAULT_LOCAL = 512 * 1024,
    CORE_LINE = 64 /* of the processor's cache, and its widest vector */
};
#define CORE_ALL_LANES UINT32_MAX
_Static_assert(PTX_LANES == 32, "lane masks are 32 bits");

typedef struct frame { /* one call depth */
    uint64_t *registers;
    bool lent;           /* they are the caller's (core_warp_lend) */
    uint8_t *parameters; /* lane-major: parameters[lane * parameter_stride] */
    uint32_t parameter_stride;
    size_t register_capacity, parameter_capacity; /* bytes */
    uint32_t return_pc[PTX_LANES];
    uint32_t local_base[PTX_LANES]; /* the lane's frame in its local memory */
    uint32_t allocated[PTX_LANES];  /* bytes of alloca behind its variables */
} frame_t;

typedef struct split {
    uint32_t pc, depth, mask;
    uint32_t age; /* instructions since it was last chosen over others; independent threads: since
                     its turn began */
    core_wait_t wait;
    bool yielded;  /* runs after the others */
    uint32_t turn; /* independent threads: instructions of its turn, 0: it has not begun */
    uint64_t rank; /* with ranks: the highest goes first */
    uint32_t barrier, barrier_threads, barrier_pc; /* CORE_WAIT_BARRIER */
    uint32_t predicate;                            /* lanes whose bar.red predicate is true */
} split_t;

/* Where lanes that a branch has divided wait for each other (post_dominators). */
typedef struct meeting {
    uint32_t pc, depth, mask;
} meeting_t;

/* Lanes that a branch has divided, and those of them that have come to where all do. */
enum { CORE_DIVISIONS = 8 };
typedef struct division {
    uint32_t meets, depth, mask, passed;
    uint32_t branch; /* which instruction has divided them */
} division_t;

/* Lanes that end without a barrier at which others of the warp wait (barrier/part-of-warp of
 * findings.c): they have passed it by if they were where the others go on behind it. */
enum { CORE_WATCHED_PLACES = 8 };
typedef struct barrier_watch {
    uint32_t passed_places; /* of `pc`, since the last arrival: those of lanes that had ended */
    uint32_t divisions;     /* that lanes have not all passed */
    uint32_t places;        /* accesses since the last barrier, while lanes ran apart … */
    uint32_t pc[CORE_WATCHED_PLACES], lanes[CORE_WATCHED_PLACES]; /* … and whose */
    uint32_t passed[CORE_WATCHED_PLACES];
    uint32_t barrier_pc, waited, missing; /* who waited then, and who had ended; all: other warps */
    uint32_t mask, gone; /* that the .sync instruction names; and those of them that had ended */
    scord_finding_rule_t rule;                      /* what it is to come there behind that wait */
    uint32_t recent[CORE_WATCHED_PLACES], accesses; /* the last accesses since the last barrier */
    uint64_t met;                                   /* a bit, pc modulo 64, for each barrier met */
    division_t division[CORE_DIVISIONS];
} barrier_watch_t;

/* A register some of whose bits were read from unwritten memory (unwritten.c). */
enum { CORE_PENDING = 16 };
typedef struct pending_value {
    uint32_t depth, index, lanes, pc; /* pc: of the load */
    scord_finding_rule_t rule;        /* by its memory */
    uint32_t lane;
    uint64_t address; /* of that lane; 0: none */
    uint64_t place;   /* the same in numbers of unwritten.c */
    uint64_t bits;    /* those of the register, in each of the lanes; not 0 */
} pending_value_t;

struct core_warp {
    /* What every step needs is in three lines of the processor's cache: these, the first of `watch`
     * and the first split. A round of the schedule comes to other warps before it comes back. */
    const core_launch_t *launch;
    uint32_t live;
    uint32_t split_count,
        current; /* current: index of the split that goes next; split_count when none can */
    uint32_t
        horizon; /* lowest pc above current's of another split at its depth: no merge before it */
    uint32_t run_first, run_end; /* a run of register-only instructions (compiled.c): the first that
                                    has not taken effect, and behind the last; run_end 0: none */
    uint32_t pending_count;
    uint32_t born;              /* lanes that have a thread */
    uint64_t *run_registers;    /* of the run's frame */
    uint64_t *kernel_registers; /* of frame 0 */
    const core_block_t *block;
    barrier_watch_t watch;
    split_t splits[PTX_LANES];
    uint32_t warp_in_block, warp_slot;
    uint32_t placed_in[3], placed_first; /* block and first thread that `thread` is for */
    bool copied, allocated;              /* copy_group, frame 0's `allocated` are not all zero */
    pending_value_t pending[CORE_PENDING];
    uint32_t copy_group[PTX_LANES]; /* groups of asynchronous copies that each lane has made */
    uint32_t grid_sync;             /* 1 + the last call of grid.sync(), 0: none yet */
    meeting_t meetings[PTX_LANES];  /* those that are not complete; masks nest */
    uint32_t meeting_count;
    bool round_begins; /* independent threads: no split has had a turn in this round */
    bool arrived;      /* the arrival at the barrier that all lanes wait at has been reported */
    uint32_t spinning, progress; /* lanes that since their last backward branch read strongly in
                                    vain / changed memory */
    uint32_t spun; /* lanes that spun when they last went backward (core_warp_spins) */
    uint32_t block_fenced, device_fenced; /* lanes that have fenced, with at least block or with
                                             device scope, since they last accessed data (D67) */
    uint32_t locking;                     /* lanes that hold a lock (D17) and … */
    uint64_t lock[PTX_LANES];             /* … where the last one is that they took */
    uint32_t looked;               /* lanes that have read data behind their last fence, and … */
    uint64_t looked_at[PTX_LANES]; /* … where: a single place */
    uint32_t active_lanes,
        active_of;  /* the last __activemask() of a part of the lanes, and these; 0: none */
    uint32_t carry; /* condition code, one bit a lane */
    uint32_t thread[3][PTX_LANES]; /* threadIdx */
    bool placed;                   /* the caller's memory (core_warp_at) */
    frame_t *frames[CORE_MAX_DEPTH];
    uint32_t frame_count;
    uint8_t *local; /* lane-major: local[lane * local_stride] */
    uint32_t local_stride;
    uint8_t *local_unwritten; /* a bit a byte of it, from local_bits(lane); NULL: not kept */
};

typedef struct run { /* one instruction being executed */
    core_warp_t *warp;
    core_step_result_t *result;
    const ptx_instruction_t *instruction;
    frame_t *frame;
    uint32_t pc, active, mask; /* lanes of the split; those whose guard is true */
    bool waited;               /* nothing was executed: the split waits for other lanes */
    bool jumped;               /* the split's pc is already set */
    bool check_arrival;        /* lanes began to wait at a barrier, or exited */
    bool disturbed;            /* other splits were changed */
    uint32_t splits_before;    /* count at the start of the step */
    const uint64_t *source[PTX_MAX_SOURCES];
    uint64_t *destination;
    uint64_t scratch[PTX_MAX_SOURCES + 1][PTX_LANES];
} run_t;

/* Runs `statement` for lane `l` of the lanes in run->mask, ascending; the full warp as a plain
 * loop. */
#define EACH_LANE(run, ...)                                                                        \
    do {                                                                                           \
        if ((run)->mask == CORE_ALL_LANES) {                                                       \
            _Pragma("GCC ivdep") for (uint32_t l = 0; l < PTX_LANES; l++) { __VA_ARGS__; }         \
        } else                                                                                     \
            for (uint32_t rest_ = (run)->mask; rest_; rest_ &= rest_ - 1) {                        \
                uint32_t l = (uint32_t)__builtin_ctz(rest_);                                       \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
    } while (0)

/* Where the bits of LANE's local memory begin in local_unwritten. */
static inline size_t local_bits(uint32_t local_stride, uint32_t lane) {
    return (size_t)lane * (local_stride / 8 + 4);
}

/* operands.c */
const uint64_t *fetch_operand(run_t *run, const ptx_operand_t *operand, uint32_t scratch);
extern const uint64_t operand_left_out[PTX_LANES]; /* zeros */
static inline const uint64_t *operand_lanes(run_t *run, const ptx_operand_t *operand,
                                            uint32_t scratch) {
    if (operand->kind == PTX_OPERAND_NONE) return operand_left_out;
    return operand->kind == PTX_OPERAND_REGISTER && !operand->negated
               ? run->frame->registers + (size_t)operand->place * PTX_LANES
               : fetch_operand(run, operand, scratch);
}
static inline uint64_t *destination_lanes(const run_t *run, uint32_t number) {
    return run->frame->registers + (size_t)run->instruction->destination[number].place * PTX_LANES;
}
static inline uint64_t mask_bits(uint64_t value, uint32_t bits) {
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

/* The host's rounding mode (fesetround) for an instruction's .rz .rm .rp; to nearest otherwise. */
static inline int host_rounding(ptx_modifier_t rounding) {
    switch (rounding) {
    case PTX_RZ: return FE_TOWARDZERO;
    case PTX_RM: return FE_DOWNWARD;
    case PTX_RP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

static inline uint32_t count_lanes(uint32_t mask) { /* mostly all */
    return mask == CORE_ALL_LANES ? PTX_LANES : (uint32_t)__builtin_popcount(mask);
}

static inline uint32_t first_lane(uint32_t mask) {
    assert(mask != 0);
    return (uint32_t)__builtin_ctz(mask);
}

/* step.c */
/* Ends the step with CORE_FAULT; lane -1: whole warp. Returns false, for `return run_fault(…)`. */
bool run_fault(run_t *run, int32_t lane, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool run_fault_address(run_t *run, uint32_t lane, uint64_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

bool run_is_register_only(ptx_opcode_t opcode); /* touches registers alone, never faults or waits */
uint32_t run_guarded_lanes(const run_t *run);   /* of run->active */
/* Executes the register-only run->instruction; warp, frame, pc, active and mask are set. */
void run_interpreted(run_t *run);

/* findings.c */
static inline bool looks_for(const core_warp_t *warp, scord_finding_kind_t kind) {
    return warp->launch->findings >> kind & 1;
}
/* A finding of LANES at the instruction, for the caller to complete. */
core_finding_t *run_finding(run_t *run, scord_finding_rule_t rule, uint32_t lanes);
/* Lanes of a store that write one place, for a finding and, where threads are distinguished or that
 * finding is wanted, for `differ` of the event (D72). GLOBAL, SHARED: those that write there. */
void look_at_store_lanes(run_t *run, uint8_t *const pointer[], const uint64_t address[],
                         uint32_t global, uint32_t shared);
/* Member masks of a .sync instruction, one a lane; LANES execute it now. */
void look_at_members(run_t *run, const uint64_t *members, uint32_t lanes);
/* A shuffle with these masks, whose lanes read FROM. */
void look_at_sources(run_t *run, const uint64_t *members, const int32_t from[]);
/* A shuffle of parts of the warp. */
void look_at_width(run_t *run);
/* run->mask is the result of __activemask(). */
void remember_activemask(run_t *run);
/* divisions.c: MASK is about to be divided; its lanes meet again at MEETS. */
void note_division(core_warp_t *warp, uint32_t meets, uint32_t depth, uint32_t mask);
/* Lanes have come to other places. */
void note_passed(core_warp_t *warp);
/* The lowest place above PC at which lanes of DEPTH are to meet; UINT32_MAX: none. */
uint32_t next_meeting(const core_warp_t *warp, uint32_t pc, uint32_t depth);
/* An arrival that does not wait, by lanes that a branch keeps apart from the rest of their warp. */
void find_apart(run_t *run);
/* LANES are at PLACE in a branch that others, some of NAMED, have not taken and are behind: the
 * finding, or NULL. */
core_finding_t *find_divided(run_t *run, scord_finding_rule_t rule, uint32_t place, uint32_t depth,
                             uint32_t lanes, uint32_t named);
/* passed_places.c: WAITED lanes are at PLACE; others, among them some of NAMED, may have passed it.
 */
void find_passed_places(core_warp_t *warp, scord_finding_rule_t rule, uint32_t place,
                        uint32_t waited, uint32_t named);
/* Barriers of the block: the warp arrives, goes on, ends; an access while lanes run apart;
 * grid.sync(). */
void look_at_arrival(run_t *run);
void look_at_release(core_warp_t *warp, uint32_t barrier_pc);
void look_at_end(core_warp_t *warp);
/* findings.c: nobody has come behind the call whose mask names lanes that had ended. */
void look_at_gone(run_t *run);
void look_at_access(run_t *run);
void look_at_grid_barrier(run_t *run);
/* LANE accesses ADDRESS, which is a fault; LANES leave the variable that their address is of. */
void look_at_fault(run_t *run, scord_finding_rule_t rule, uint32_t lane, uint64_t address);
void look_at_strayed(run_t *run, uint32_t lanes);
/* The lanes of split NUMBER wait at this .sync instruction for MISSING lanes, which do not come. */
void look_at_missing(run_t *run, uint32_t number, const uint64_t *members, uint32_t missing);

/* unwritten.c: a load, an atomic and a store of lanes at ADDRESS, whose memory is GLOBAL or SHARED;
 * and before each instruction, while a value is pending. */
void look_at_load(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared);
/* Whether nothing of BYTES is unwritten, from an address in global or an offset in shared memory.
 */
bool is_all_written(const run_t *run, bool global, uint64_t from, uint64_t bytes);
void look_at_atomic(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared);
void look_at_written(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared);
void look_at_uses(run_t *run);
/* unwritten_calls.c: LANES call FUNCTION; NULL: it has no body. And LANES return by CALL. */
void pass_arguments(run_t *run, const ptx_function_t *function, uint32_t lanes);
void pass_result(core_warp_t *warp, const ptx_parameter_t *result, const ptx_call_t *call,
                 uint32_t lanes);
/* A shuffle whose lanes read FROM; before its result is written. */
void look_at_shuffled(run_t *run, const int32_t from[]);

/* LANE gets BYTES of local memory from OFFSET on, which nothing has written. */
void forget_local(core_warp_t *warp, uint32_t lane, uint32_t offset, uint32_t bytes);
void remember_local(core_warp_t *warp, uint32_t lane, uint32_t offset, uint32_t bytes);

/* hooks.c: a call of a function without a body by LANES; false: it is none of the headers'. */
bool run_hook(run_t *run, const char *name, uint32_t lanes);
void run_hook_step(run_t *run); /* PTX_HOOK */
/* LANES read, or overwrite, BYTES of shared memory each; and use the mbarriers at ADDRESS. */
void look_at_copies(run_t *run, uint32_t lanes, uint32_t bytes);
void look_at_overwritten(run_t *run, uint32_t lanes, uint32_t bytes);
void look_at_mbarrier(run_t *run, uint32_t lanes, const uint64_t address[]);

/* watch.c: what orders the threads of a block, for hooks.c: WARP arrives at a barrier and passes
 * it, its LANES meet, it executes a fence or a strong access. */
void watch_arrival(const core_warp_t *warp, uint32_t id);
void watch_release(const core_warp_t *warp, uint32_t id);
void watch_meeting(const core_warp_t *warp, uint32_t lanes);
/* All of the warp arrives, ONLY: by bar.arrive, at the barrier of this number and count; before
 * watch_arrival. */
void look_at_named(run_t *run, uint32_t id, uint32_t threads, bool only, uint32_t pc);
void watch_flag(const core_warp_t *warp, bool releases, bool acquires);

/* splits.c */
static inline split_t *current_split(core_warp_t *warp) { return &warp->splits[warp->current]; }
/* Before the current split is divided: its lanes meet again at that place. Without post_dominators
 * nothing. */
void expect_meeting(core_warp_t *warp, uint32_t pc, uint32_t depth);
/* Gives lanes of the current split a split of their own, at pc and depth. */
split_t *part_lanes(core_warp_t *warp, uint32_t mask, uint32_t pc, uint32_t depth);
void went_backward(core_warp_t *warp,
                   split_t *split); /* after a taken backward branch: must it yield? */
void others_may_go(
    core_warp_t *warp); /* memory changed strongly: splits that yielded may look again */
/* Instructions but branches that the current split can execute before splits are to be settled. */
uint32_t steps_alone(const core_warp_t *warp);
void settle_splits(core_warp_t *warp);             /* drop empty, merge equal, choose the next */
void drop_lanes(core_warp_t *warp, uint32_t mask); /* exit */

/* the families of instructions; all return false after a fault */
bool run_integer(run_t *run); /* integer.c */
bool run_bits(run_t *run);    /* bits.c */
bool run_compare(run_t *run); /* compare.c */
bool run_float(run_t *run);   /* float.c */
bool run_half(run_t *run);    /* half.c */
bool run_convert(run_t *run); /* convert.c */
bool run_memory(run_t *run);  /* memory.c */
/* mbarrier: 64 bits. Bit 63 is the low bit of the phase, bits 60 to 62 are the others, so that a
 * token that is old can be told; 20 bits each: threads that a phase expects, those that are still
 * to arrive, bytes that are still to come (modulo 2^20). A phase ends when nothing is to come. */
enum { MBARRIER_PHASES = 16, MBARRIER_FIELD = 20 };
typedef struct mbarrier {
    uint32_t phase, expected, pending, bytes;
} mbarrier_t;
static inline mbarrier_t mbarrier_of(uint64_t state) {
    const uint64_t mask = (UINT64_C(1) << MBARRIER_FIELD) - 1;
    return (mbarrier_t){.phase = (uint32_t)(state >> 63 | (state >> 60 & 7) << 1),
                        .expected = (uint32_t)(state >> 2 * MBARRIER_FIELD & mask),
                        .pending = (uint32_t)(state >> MBARRIER_FIELD & mask),
                        .bytes = (uint32_t)(state & mask)};
}

bool run_control(run_t *run);  /* control.c */
bool run_exchange(run_t *run); /* exchange.c */
bool run_product(run_t *run);  /* matrix.c, all lanes of the warp being here */
bool run_rows(run_t *run);

/* half.c */
double half_value(uint16_t bits);
uint16_t half_bits(long double value); /* rounds in the host's current mode, as bfloat_bits does */
uint16_t bfloat_bits(long double value);
uint64_t half_sum(ptx_type_t type, uint64_t a, uint64_t b);

/* The value of a register of the floating-point TYPE. flush: a subnormal f32 counts as 0 (.ftz). */
static inline double float_value(ptx_type_t type, uint64_t bits, bool flush) {
    double wide;
    float narrow;
    const uint32_t low = (uint32_t)bits << (type == PTX_BF16 ? 16 : 0);
    assert(ptx_type_float(type));
    if (type == PTX_F16) return half_value((uint16_t)bits);
    if (type == PTX_F64) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    memcpy(&narrow, &low, sizeof narrow);
    if (flush && fpclassify(narrow) == FP_SUBNORMAL) narrow = copysignf(0, narrow);
    return (double)narrow;
}

/* An access, of whatever space, among the last ones since a barrier (look_at_access). */
static inline void note_access(run_t *run) {
    barrier_watch_t *watch = &run->warp->watch;
    watch->recent[watch->accesses++ % CORE_WATCHED_PLACES] = run->pc;
}

/* What a load of TYPE has read, in a register of these bits. */
static inline uint64_t extend_load(ptx_type_t type, uint64_t value, uint32_t register_bits) {
    switch (type) {
    case PTX_S8: value = (uint64_t)(int64_t)(int8_t)value; break;
    case PTX_S16: value = (uint64_t)(int64_t)(int16_t)value; break;
    case PTX_S32: value = (uint64_t)(int64_t)(int32_t)value; break;
    default: return value;
    }
    return mask_bits(value, register_bits);
}

/* memory.c */
bool reserve_frame(core_warp_t *warp, uint32_t depth); /* false: out of memory */
bool reserve_local(
    core_warp_t *warp,
    uint32_t bytes); /* at least `bytes` a lane; false: over the limit or out of memory */

#endif
