/* SPDX-License-Identifier: Apache-2.0 */
/* core.h: execution inside one warp.
 *
 * A warp's lanes each have a program counter, kept as a short list of splits (pc, call depth,
 * lanes). core_step executes one warp instruction for one split and reports the result. The split
 * with the deepest call, then the lowest pc, goes first (so lanes reconverge without a stack);
 * splits with equal pc and depth merge. A split that goes backward lets the others go first when it
 * spins (a strong load or an atomic without effect, and no change of memory), when it has run
 * `fairness` instructions while others could run, or when others will reach the same place: so a
 * lane that holds a lock always gets to release it (splits.c). With independent_threads splits take
 * turns instead, every few instructions; with post_dominators they also wait for each other.
 *
 * Global memory is sequentially consistent: an access takes effect inside core_step, lanes in
 * ascending order. Generic addressing uses the windows of ptx.h. No globals, no I/O; errors are
 * returned (core_fault_t).
 */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include "cmodel/stream/event.h"
#include "cmodel/stream/finding_rules.h"
#include "sim/ptx/ptx.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct core_warp core_warp_t;
typedef struct core_compiled core_compiled_t;

/* Global memory, provided by the runtime: host pointer to `bytes` bytes at `address`, or NULL when
 * any of them is not inside an allocation. Called once per lane and access. */
typedef struct core_memory {
    void *context;
    uint8_t *(*translate)(void *context, uint64_t address, uint32_t bytes);
    /* A lane reads a word that nothing has written; WORD: a number of its own for each. NULL: not
     * wanted. */
    void (*read_unwritten)(void *context, uint32_t instruction, uint64_t word);
    uint8_t *unwritten;      /* a bit a byte: nothing has written it; NULL: not kept */
    uint64_t unwritten_base; /* address of its bit 0 */
} core_memory_t;

enum { CORE_HOST_ARGUMENTS = 8 };

/* What grid_group::sync of cooperative_groups.h calls; nothing of it reaches core_host_t. */
#define CORE_GRID_SYNC "__scord_grid_sync"

/* griddepcontrol, as a host call without arguments, of the first active lane alone. */
#define CORE_GRID_WAIT    "griddepcontrol.wait"
#define CORE_GRID_TRIGGER "griddepcontrol.launch_dependents"

/* A call of a function without a body (vprintf, __assertfail, malloc, free, …), once per active
 * lane, ascending. */
typedef struct core_host_call {
    const char *name;
    core_warp_t *warp;
    uint32_t lane;
    uint32_t thread[3];   /* threadIdx */
    uint32_t block[3];    /* blockIdx */
    uint32_t instruction; /* number of the call instruction */
    uint32_t argument_count;
    uint64_t
        argument[CORE_HOST_ARGUMENTS]; /* raw bits, zero-extended; pointers are generic addresses */
    const struct ptx_call *call;       /* for core_host_argument … */
    const uint8_t *frame;
    const ptx_function_t *kernel; /* that is called as a function: a launch; NULL: none */
    uint64_t result;              /* out */
    bool wrong;                   /* out, with an error: a free() of what none can free */
} core_host_call_t;

/* Returns 0, or nonzero with a sentence in message (at most size bytes, terminated): the warp then
 * faults with it (an assertion, an unsupported function). */
typedef struct core_host {
    void *context;
    int (*call)(void *context, core_host_call_t *call, char *message, size_t size);
} core_host_t;

/* What all warps of a launch share; owned by the runtime, constant during the launch. */
typedef struct core_launch {
    const ptx_module_t *module;
    const core_compiled_t *compiled; /* of the module; NULL: every instruction is interpreted */
    const ptx_function_t *kernel;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;   /* bytes */
    const uint8_t *parameters; /* kernel->parameter_bytes */
    uint8_t *constant; /* ptx_constant_bytes(module); the runtime may write it between launches */
    uint8_t *constant_read; /* a bit a byte: some lane has read it; NULL: not kept */
    core_memory_t memory;
    core_host_t host;
    const uint64_t *cycle;    /* front-end cycle, for %clock, %clock64, %globaltimer */
    uint64_t grid_id;         /* %gridid */
    uint32_t num_sms;         /* %nsmid */
    bool independent_threads; /* splits take turns as in Volta, and divergence is reported (D44):
                                 splits.c */
    bool states_flags;    /* volatile accesses state semantics only where they are flags (D67) */
    bool post_dominators; /* lanes that a branch divides wait for each other at its immediate
                             post-dominator, as before Volta */
    bool keep_going;      /* an access out of range is left out, and is no fault */
    bool cooperative;     /* grid.sync() is allowed */
    uint64_t workspace;   /* address of {bytes u32, barrier u32}, which nvcc's grid.sync() uses; 0:
                             none */
    uint32_t findings;    /* a bit for each scord_finding_kind_t that is looked for */
    /* Ranks: of the splits of a warp the one of the highest rank goes first, and each that a branch
     * makes draws one. NULL: the orders above. */
    uint64_t (*rank)(void *context);
    void *rank_context;
    uint32_t fairness;    /* warp instructions before a split yields; 0: default (512) */
    uint32_t local_limit; /* bytes of local memory a lane; 0: default (512 KiB) */
} core_launch_t;

/* What the threads of a block have done with barriers and asynchronous copies (watch.h). */
typedef struct core_watch core_watch_t;
core_watch_t *core_watch_new(void); /* NULL: out of memory */
void core_watch_free(core_watch_t *watch);

/* What the warps of a block share; owned by the runtime. */
typedef struct core_block {
    uint32_t cta[3];
    uint32_t sm;     /* %smid */
    uint8_t *shared; /* static_shared_bytes + dynamic_shared, 16-aligned */
    uint32_t shared_bytes;
    uint8_t *unwritten;      /* of `shared`, as in core_memory_t */
    core_watch_t *watch;     /* NULL: not kept */
    uint64_t shared_address; /* of byte 0 of it in access events, 16-aligned; 0: accesses to it are
                                no events (D3, D50) */
} core_block_t;

typedef enum core_outcome {
    CORE_EXECUTED, /* an instruction was executed, nothing else to report */
    CORE_ACCESS,   /* … on global memory: step.access (all but sm, slot, warp, pc) */
    CORE_FENCE,    /* … a fence: step.fence (all but sm, slot, warp, pc) */
    CORE_BARRIER,  /* the warp has arrived at a block barrier: step.barrier */
    CORE_BLOCKED,  /* nothing executed: every live lane waits at a block barrier for
                      core_barrier_release */
    CORE_EXITED,   /* the last live lane has exited (nothing more will happen) */
    CORE_FAULT     /* step.fault; the warp must not be stepped again */
} core_outcome_t;

/* The warp's arrival at barrier `id`, once, when its last live lane arrives (or the last lane that
 * has not arrived exits). threads: the instruction's thread count, 0 = all of the block.
 * arrive_only: bar.arrive, the warp goes on without waiting. predicate_true: lanes whose bar.red
 * predicate is true. */
typedef struct core_barrier {
    uint32_t id, threads;
    bool arrive_only, aligned;
    uint32_t lanes; /* lanes that arrived */
    uint32_t predicate_true;
} core_barrier_t;

typedef struct core_fault {
    int32_t lane; /* first offending lane, -1: the whole warp */
    bool has_address;
    uint64_t address;  /* as the program formed it */
    char message[256]; /* what happened; without position */
} core_fault_t;

/* Synchronization misused, or what is worth a note (docs/findings.md). */
enum { CORE_FINDINGS = 4, CORE_FINDING_VALUES = 4 };
enum { CORE_LANE_OUTSIDE, CORE_LANE_ELSEWHERE, CORE_LANE_GONE }; /* why a lane takes no part */
typedef struct core_finding {
    scord_finding_rule_t rule;
    uint32_t instruction, lanes;
    uint32_t other_instruction, other_lanes; /* the second side; lanes 0: none */
    uint64_t address;                        /* as in access events; 0: none */
    uint64_t
        value[CORE_FINDING_VALUES]; /* what the rule's words name (sim/sm/watch/finding_sites.c) */
} core_finding_t;

typedef struct core_step_result {
    core_outcome_t outcome;
    uint32_t instruction; /* number of the instruction executed (CORE_BARRIER, CORE_FAULT: the one
                             that caused it) */
    uint32_t mask;        /* lanes that executed it (guard predicate true) */
    uint32_t active;      /* lanes of the split that fetched it */
    uint32_t shared;      /* lanes that accessed shared memory … */
    uint32_t bytes;       /* … these many bytes each … */
    uint32_t shared_offset[SCORD_THREADS_PER_WARP]; /* … at these offsets, in the block's segment */
    uint32_t dropped; /* lanes whose access was out of range and left out (keep_going) … */
    core_fault_t dropped_fault; /* … and what the first of them would have been */
    bool changed;       /* a store or atomic changed a value in shared, local or parameter memory */
    uint32_t met_count; /* groups of lanes that met at a bar.warp.sync by this step … */
    uint32_t met[SCORD_THREADS_PER_WARP]; /* … and their lanes; all ones: every live one … */
    uint32_t met_named[SCORD_THREADS_PER_WARP]; /* … and those that their masks name */
    uint32_t finding_count; /* also after a fault; further ones of a step are left out */
    core_finding_t finding[CORE_FINDINGS];
    union {
        scord_event_access_t
            access; /* addresses are generic = global, or block->shared_address +
                       offset; lanes not in mask are 0; values only where has_… says so */
        scord_event_fence_t fence;
        core_barrier_t barrier;
        core_fault_t fault;
    };
} core_step_result_t;

/* Whether other warps can notice the step: an access, a fence, a barrier. */
static inline bool core_step_noticed(const core_step_result_t *result) {
    return result->outcome == CORE_ACCESS || result->outcome == CORE_FENCE ||
           result->outcome == CORE_BARRIER ||
           (result->outcome == CORE_EXECUTED && result->shared != 0);
}

/* The module's register-only instructions as vector functions for this processor; the module stays.
 * NULL: out of memory. */
core_compiled_t *core_compile(const ptx_module_t *module);
void core_compiled_free(core_compiled_t *compiled);
/* Register-only instructions, and those of them that have a vector function. */
void core_compiled_counts(const core_compiled_t *compiled, uint32_t *deferred, uint32_t *covered);

/* A warp object, reusable for any number of blocks and launches (keeps its buffers). NULL: out of
 * memory. */
core_warp_t *core_warp_new(void);
/* The same in memory of the caller: core_warp_bytes() zero bytes, aligned to 64, which stay until
 * core_warp_free and are the caller's then. */
size_t core_warp_bytes(void);
core_warp_t *core_warp_at(void *memory);
/* Memory for the registers of the warp's kernel, aligned to 64, from its next start to the next
 * call of this; NULL: the warp takes its own. Enough for KERNEL: core_register_bytes. */
void core_warp_lend(core_warp_t *warp, void *memory, size_t bytes);
size_t core_register_bytes(const ptx_function_t *kernel);
void core_warp_free(core_warp_t *warp);

/* Puts warp number `warp_in_block` (threads warp_in_block*32 …) of the block at the kernel's first
 * instruction. launch and block must outlive the warp's run. warp_slot: %warpid. Returns false when
 * out of memory. */
bool core_warp_start(core_warp_t *warp, const core_launch_t *launch, const core_block_t *block,
                     uint32_t warp_in_block, uint32_t warp_slot);

/* Executes one warp instruction. The result is valid until overwritten by the caller's next use of
 * `result`. */
core_outcome_t core_step(core_warp_t *warp, core_step_result_t *result);

/* What a step needs of the warp is fetched into the processor's cache. */
void core_fetch(const core_warp_t *warp);

/* Executes up to MOST instructions that nobody but the warp can notice and that report nothing:
 * register-only ones of its compiled module, and branches that all of its lanes take, or none, or
 * that lanes take which run apart already.
 * Returns how many; 0: core_step is needed. */
typedef struct core_trace {
    uint64_t *executed; /* by instruction number: becomes `stage` … */
    uint64_t stage;
    bool looks;       /* … `new` is wanted */
    bool new;         /* … one was before the stage that is before it */
    uint32_t lanes;   /* that executed any of them */
    uint64_t threads; /* the instructions' lanes, counted */
} core_trace_t;
uint32_t core_go(core_warp_t *warp, uint32_t most, core_trace_t *trace);

/* The block's barrier `id` has released: the warp's lanes waiting there continue. For bar.red:
 * predicate_true = sum of the arriving warps' predicate_true, lanes = sum of their lanes. */
void core_barrier_release(core_warp_t *warp, uint32_t id, uint32_t predicate_true, uint32_t lanes);

bool core_warp_done(const core_warp_t *warp);       /* no live lane */
uint32_t core_warp_live(const core_warp_t *warp);   /* mask of live lanes */
uint32_t core_warp_number(const core_warp_t *warp); /* in its block */
/* The lanes of the split that executes next if the warp has diverged; 0 if it has not. */
uint32_t core_warp_apart(const core_warp_t *warp);
/* Rank of the split that executes next; 0: none can, or there are no ranks. */
uint64_t core_warp_rank(const core_warp_t *warp);
/* Gives RANK to the splits that have a lane of LANES. Only with ranks. */
void core_warp_rerank(core_warp_t *warp, uint32_t lanes, uint64_t rank);
/* Whether all lanes that can run have gone backward after a strong load or an atomic without
 * effect, and without a change of memory, since this was last true: the warp spins, or reads on. */
bool core_warp_spins(core_warp_t *warp);
/* A comparison of the time that has gone by with a limit. */
typedef struct core_timeout {
    uint32_t function, instruction;
} core_timeout_t;
/* Which registers count for core_warp_state: decides[first[FUNCTION] + REGISTER]. CORE_ELAPSED: the
 * time that has gone by, which counts as long as one of its timeouts has not passed: from then on
 * it changes nothing. */
enum { CORE_ELAPSED = 2 };
typedef struct core_slice {
    const uint8_t *decides;
    const uint32_t *first;
    const core_timeout_t *timeouts;
    uint32_t timeout_count;
} core_slice_t;
/* A hash of places and deciding registers of all lanes. */
uint64_t core_warp_state(core_warp_t *warp, const core_slice_t *slice);
/* The same of the lowest live lane: where it differs, so does the warp's. */
uint64_t core_first_lane_state(core_warp_t *warp, const core_slice_t *slice);
/* Number of the instruction that core_step executes next; UINT32_MAX when done or all lanes wait at
 * a barrier. A .sync instruction that still waits for lanes is skipped: then core_step executes one
 * of another split. */
uint32_t core_warp_next(const core_warp_t *warp);

/* The last call of grid.sync() of the warp, its instruction's number; UINT32_MAX: none. */
uint32_t core_warp_grid_sync(const core_warp_t *warp);

/* Where the lanes stand, for reports of deadlocks and endless spins. */
typedef enum core_wait {
    CORE_WAIT_NONE,
    CORE_WAIT_BARRIER,
    CORE_WAIT_LANES,  /* at a .sync for other lanes */
    CORE_WAIT_MEETING /* at a branch's post-dominator for the lanes that it divided */
} core_wait_t;
typedef struct core_split {
    uint32_t instruction, depth, mask;
    core_wait_t wait;
    uint32_t barrier; /* id, CORE_WAIT_BARRIER */
} core_split_t;
/* Writes up to `capacity` (32 suffice) splits; returns how many there are. */
uint32_t core_warp_splits(const core_warp_t *warp, core_split_t *splits, uint32_t capacity);

/* For host calls: `bytes` bytes at a generic address as `lane` sees it (global, shared, local or
 * constant), copied out. False: not (entirely) inside an allocation. */
bool core_read(const core_warp_t *warp, uint32_t lane, uint64_t address, void *to, uint32_t bytes);
/* The same for what a host function writes; no access of the program's. */
bool core_write(core_warp_t *warp, uint32_t lane, uint64_t address, const void *from,
                uint32_t bytes);
/* All bytes of argument INDEX, and how many there are: a structure, or more than
 * CORE_HOST_ARGUMENTS arguments of a kernel. */
const void *core_host_argument(const core_host_call_t *call, uint32_t index, uint32_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
