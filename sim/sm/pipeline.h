/* pipeline.h: the cycle-level SM. Shared by the files of sim/sm only.
 *
 * The SM of GPGPU-Sim 3.2.2's GTX 480, on which BAWS ran. In a cycle the stages run from the back
 * to the front: writeback → execute → operand collection → issue → decode → fetch (execute_stage.c,
 * operand_collector.c, issue_stage.c, fetch_stage.c) so that what one stage frees another takes a
 * cycle later at the earliest. A warp instruction takes effect when it issues (core_step); what
 * follows only says when its results are there. fetch    one I-cache access a cycle gives the next
 * 1 or 2 instructions of one warp whose I-buffer is empty decode   they enter its I-buffer a cycle
 * later issue    each scheduler walks its warps in the policy's order (schedule.c) and issues the
 * first whose next instruction is there, is on its path, has no hazard in the scoreboard, and finds
 * its unit's port free collect  reads its registers from the banks execute  its unit takes it, one
 * warp instruction per initiation interval write    results clear the scoreboard after the latency
 * Masks have a bit a warp slot of the SM.
 */
#ifndef SIM_PIPELINE_H
#define SIM_PIPELINE_H

#include "sim/mem/coalescer.h"
#include "sim/mem/memory_system.h"
#include "sim/sm/gpu_internal.h"
#include "sim/sm/instruction_timing.h"
#include "sim/sm/memory_timing.h"
#include "sim/sm/phase_log.h"

enum {
    IBUFFER_MAX = 8,
    COLLECTORS_MAX = 16,
    PORTS_MAX = 4,
    WHEEL = 1024, /* cycles ahead of which completions are filed; a power of two */
    NO_OPERATION = UINT32_MAX
};

/* Where an operation on its way stands, and what its end does. */
typedef enum operation_kind {
    OPERATION_ALU,
    OPERATION_LOCAL,
    OPERATION_LOAD,
    OPERATION_STORE,
    OPERATION_ATOMIC,
    OPERATION_FENCE
} operation_kind_t;

/* A warp instruction between issue and completion. */
typedef struct operation {
    const instruction_timing_t *timing;
    uint64_t due;  /* cycle of completion; before that is known, of its last L1 hit */
    uint32_t next; /* in a list of the wheel, or of free ones */
    uint8_t kind, warp, slot;
    uint8_t cached;               /* OPERATION_LOAD: through the L1 */
    uint8_t segments;             /* lines touched in global memory */
    uint8_t conflicts;            /* shared memory: cycles; atomics: lanes on one word */
    uint8_t sent;                 /* of these, handed over (load_store_unit.c) */
    uint8_t awaited;              /* of these, not answered */
    uint32_t words[SEGMENTS_MAX]; /* touched, a bit a word */
    uint64_t line[SEGMENTS_MAX];
} operation_t;

typedef struct collector {
    uint32_t operation;
    uint32_t left; /* sources still to read, by position */
    uint64_t age;
} collector_t;

/* A latch between stages that holds up to `room` operations. */
typedef struct latch {
    uint32_t operation[PORTS_MAX];
    uint8_t count, room;
} latch_t;

typedef struct warp_front {        /* a warp between fetch and issue */
    uint32_t ibuffer[IBUFFER_MAX]; /* instruction numbers; the head first */
    uint8_t held;
    uint32_t fetch_pc;                                /* next instruction to fetch */
    uint32_t memory_outstanding, atomics_outstanding; /* operations */
    bool fence_waits;
    uint64_t *pending, *pending_long; /* scoreboard: a bit a register; of these, results of
                                         long-latency loads (W8) */
} warp_front_t;

typedef struct fetch_latch {
    int warp; /* -1: empty */
    uint32_t first, count;
} fetch_latch_t;

/* Warps of a scheduler that could issue: their next instruction is of a path not taken; has no
 * hazard; and finds its port free. */
typedef struct issue_masks {
    uint64_t stale, clear, ready;
} issue_masks_t;

/* Why a scheduler's warps do not issue in a cycle, each counted once. */
typedef struct stall_count {
    uint64_t resident;
    uint64_t warps[GPU_STALL_COUNT];
    double idle[GPU_STALL_COUNT]; /* shares of an issue slot without a pick */
} stall_count_t;

typedef struct pipeline { /* of one SM */
    warp_front_t front[GPU_MAX_WARPS];
    /* masks */
    uint64_t resident;         /* warps of resident blocks, ended ones included */
    uint64_t filled;           /* the I-buffer holds something */
    uint64_t stale;            /* … of a path not taken */
    uint64_t flushed;          /* was flushed and is not refilled */
    uint64_t hazard;           /* the head's registers are not ready */
    uint64_t long_wait;        /* … because of a long-latency load */
    uint64_t head[UNIT_COUNT]; /* the head goes to this unit */
    uint64_t held_back;        /* by a fence or an atomic until memory has answered */
    uint64_t miss_pending;     /* I-cache */
    uint64_t unit_warps[SCORD_SCHEDULER_UNITS]; /* warps of each scheduler */
    /* schedule.c */
    scord_warp_scheduler_t scheduler;
    scord_schedule_events_t events;
    int issued[SCORD_SCHEDULER_UNITS]; /* this cycle; SCORD_SCHEDULER_NO_WARP */
    /* fetch */
    cache_t icache;
    uint64_t icache_missing[64]; /* lines being fetched, by MSHR; 0: free (line + 1) */
    uint64_t icache_ready[64];
    uint64_t icache_waiting[64]; /* warps */
    fetch_latch_t fetched[PORTS_MAX];
    /* back end */
    latch_t to_collect[UNIT_COUNT], to_execute[UNIT_COUNT];
    collector_t collectors[UNIT_COUNT][COLLECTORS_MAX];
    uint64_t collected; /* counts, for the age of collectors */
    uint32_t waiting[UNIT_COUNT],
        complete[UNIT_COUNT]; /* collectors with sources to read, without; neither: free */
    uint64_t busy_banks;
    uint32_t sending; /* load_store_unit.c: handed over segment by segment; NO_OPERATION: none */
    uint64_t unit_free[UNIT_COUNT][PORTS_MAX]; /* cycle from which on the unit takes the next */
    operation_t *operations;
    uint32_t operation_count, free_operation;
    uint32_t wheel[WHEEL];
    uint32_t in_flight[SCORD_MAX_BLOCKS_PER_SM]; /* operations of each block slot */
    uint8_t draining; /* slots whose warps have ended, with operations in flight */
    /* rest.c */
    bool resting;
    uint8_t rest_latched;                             /* operations that wait for a unit */
    uint64_t rest_end;                                /* cycle of the next I-cache line */
    stall_count_t rest_stalls[SCORD_SCHEDULER_UNITS]; /* in each cycle of rest */
} pipeline_t;

struct pipelines { /* the machine */
    gpu_machine_t machine;
    memory_timing_t memory;
    memory_system_t *system; /* machine.memory_queues; else NULL */
    pipeline_t *sm;
    phase_log_t phases;
    instruction_timing_t *timings; /* of `module` */
    const ptx_module_t *module;
    uint32_t register_words;
    uint32_t resident_limit; /* blocks an SM in this launch */
    uint32_t warps_per_block;
    gpu_cycle_statistics_t *statistics; /* of the running kernel */
    gpu_kernel_statistics_t *kernels;
    uint32_t kernel_count, kernel_capacity;
    bool host_awaited;   /* a step said GPU_WAITS: the cycle is brought to its end first */
    uint64_t last_issue; /* cycle; see pipeline.c, watchdog */
    uint64_t decided; /* the detector's decide cycles when they last changed after the last block */
};
typedef struct pipelines pipelines_t;

/* pipeline.c */
pipelines_t *pipelines_make(const gpu_options_t *options); /* NULL: out of memory */
void pipelines_free(pipelines_t *pipelines);
gpu_status_t pipelines_start(gpu_t *gpu);     /* kernel start */
gpu_status_t pipelines_run_cycle(gpu_t *gpu); /* every SM, one cycle; then blocks are dispatched */
void pipelines_clear(pipelines_t *pipelines); /* nothing is in flight any more */
/* The launch's last block has ended; one cycle of what still goes on. */
bool pipelines_drained(const gpu_t *gpu);
gpu_status_t pipelines_drain(gpu_t *gpu);
void pipelines_end(gpu_t *gpu); /* kernel end, however it came */
/* Hooks of what happens to blocks and warps; all SMs' functional state is up to date. */
void pipeline_block_launched(gpu_t *gpu, unsigned sm, unsigned slot);
void pipeline_warp_exited(gpu_t *gpu, unsigned sm, unsigned warp);
void pipeline_block_freed(gpu_t *gpu, unsigned sm, unsigned slot);
void pipeline_arrived(gpu_t *gpu, unsigned sm, unsigned warp);
void pipeline_released(gpu_t *gpu, unsigned sm, unsigned slot, uint64_t warps);
bool pipeline_drained(const gpu_t *gpu, unsigned sm,
                      unsigned slot); /* nothing of the block is in flight */

/* fetch_stage.c */
gpu_status_t fetch_stage(gpu_t *gpu, unsigned sm);
void decode_stage(gpu_t *gpu, unsigned sm);
bool fetch_possible(const gpu_t *gpu, unsigned sm); /* next cycle, decoding included */
/* issue_stage.c */
gpu_status_t issue_stage(gpu_t *gpu, unsigned sm);
issue_masks_t issue_masks(const gpu_t *gpu, unsigned sm, unsigned unit);
void issue_look_at_head(const gpu_t *gpu, unsigned sm,
                        unsigned warp); /* the head, the path or the scoreboard changed */
/* operand_collector.c */
void collect_stage(gpu_t *gpu, unsigned sm);
bool collect_possible(const gpu_t *gpu,
                      unsigned sm); /* next cycle, if no unit takes anything until then */
/* execute_stage.c */
gpu_status_t writeback_stage(gpu_t *gpu, unsigned sm);
void execute_stage(gpu_t *gpu, unsigned sm);
uint32_t operation_new(pipeline_t *pipeline); /* NO_OPERATION: out of memory */
/* OPERATION completes in cycle DUE, after NOW. */
void operation_complete_at(pipeline_t *pipeline, uint32_t operation, uint64_t due, uint64_t now);
/* load_store_unit.c */
void load_store_unit(gpu_t *gpu, unsigned sm); /* machine.memory_queues */
/* schedule.c */
gpu_status_t schedule_start(gpu_t *gpu);
gpu_status_t schedule_pick(gpu_t *gpu, unsigned sm, unsigned unit, uint64_t ready, uint64_t stale,
                           uint64_t *visited, int *pick);
gpu_status_t schedule_fetch(gpu_t *gpu, unsigned sm, uint64_t eligible, uint64_t blocked,
                            int *pick);
void schedule_fetched(gpu_t *gpu, unsigned sm, int warp); /* the last pick of the cycle */
gpu_status_t schedule_clock(gpu_t *gpu, unsigned sm);
/* stall_account.c; clear, ready: issue_masks_t */
void stall_account(gpu_t *gpu, unsigned sm, unsigned unit, int pick, uint64_t clear,
                   uint64_t ready);
stall_count_t stall_count(const gpu_t *gpu, unsigned sm, unsigned unit, int pick, uint64_t clear,
                          uint64_t ready);
void stall_add(gpu_cycle_statistics_t *statistics, const stall_count_t *stalls);
/* rest.c */
void rest_begin(
    gpu_t *gpu,
    unsigned sm); /* at the end of a cycle: it rests from the next one on if it can do nothing */
void rest_wake(
    gpu_t *gpu,
    unsigned sm); /* before writeback: it rests no more if something is due in this cycle */
bool rest_cycle(gpu_t *gpu, unsigned sm); /* after execution: it rests, and the cycle is counted;
                                             false: its other stages run */

static inline pipeline_t *pipeline_of(const gpu_t *gpu, unsigned sm) {
    return &gpu->pipelines->sm[sm];
}
/* Warps of the SM that are resident, and those that wait at a barrier of their block. */
static inline uint64_t pipeline_waiting(const gpu_t *gpu, unsigned sm) {
    return gpu->sms[sm].occupied & ~gpu->sms[sm].ready;
}

static inline bool latch_full(const latch_t *latch) { return latch->count == latch->room; }
static inline void latch_put(latch_t *latch, uint32_t operation) {
    latch->operation[latch->count++] = operation;
}
static inline uint32_t latch_take(latch_t *latch, unsigned at) {
    const uint32_t operation = latch->operation[at];
    for (latch->count--; at < latch->count; at++) latch->operation[at] = latch->operation[at + 1];
    return operation;
}

#endif
