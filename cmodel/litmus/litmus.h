/* litmus.h: herd-style litmus tests as event streams.
 *
 * A litmus test is a few straight-line threads. The dialects are PTX and GPU_PTX (herd, GPU
 * litmus), VULKAN (Dat3M) and OPENCL (herd), restricted to plain data, scoped atomics, fences and
 * barriers; any other line is reported with the reason. The test is run in every sequentially
 * consistent order, and each combination of values that its reads can return becomes one launch.
 * `scord oracle --all-schedules` then decides all orders of each launch, and so of the test.
 * docs/litmus.md has the grammar. A filter keeps only the launches that meet it; a straight-line
 * test uses it for "only if the flag was seen". The final condition is not used: the oracle decides
 * races, not weak outcomes.
 */
#ifndef SCORD_LITMUS_H
#define SCORD_LITMUS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LITMUS_THREADS_MAX = 8,                                              /* and blocks */
    LITMUS_WARPS_MAX = SCORD_MAX_WARPS_PER_SM / SCORD_MAX_BLOCKS_PER_SM, /* of a block */
    LITMUS_INSTRUCTIONS_MAX = 24,                                        /* of a thread */
    LITMUS_REGISTERS_MAX = 16,                                           /* of a thread */
    LITMUS_VARIABLES_MAX = 16,
    LITMUS_NAME_MAX = 32,
    LITMUS_READS_MAX = 64,      /* reads of all threads */
    LITMUS_CONDITIONS_MAX = 8,  /* of the filter */
    LITMUS_PROBLEMS_MAX = 32,   /* lines named, at most */
    LITMUS_STATES_MAX = 1 << 20 /* states tried, at most */
};

typedef enum litmus_kind {
    LITMUS_LOAD,
    LITMUS_STORE,
    LITMUS_ATOMIC,
    LITMUS_FENCE,
    LITMUS_BARRIER,
    LITMUS_MOVE
} litmus_kind_t;

typedef struct litmus_operand {
    bool is_register;
    uint32_t value; /* or the number of the register */
} litmus_operand_t;

enum { LITMUS_NO_REGISTER = -1 };

typedef struct litmus_instruction {
    litmus_kind_t kind;
    uint8_t scope, semantics, strong,
        atomic_kind; /* as in scord_event_access_t and scord_event_fence_t */
    unsigned variable;
    int destination; /* register, or LITMUS_NO_REGISTER */
    litmus_operand_t value, compare;
    unsigned line;
} litmus_instruction_t;

typedef struct litmus_thread {
    char name[LITMUS_NAME_MAX];
    unsigned block, warp; /* warp of its block; threads of one warp are its lanes in order */
    bool placed;          /* the file says where the thread runs */
    unsigned registers, instructions;
    char register_name[LITMUS_REGISTERS_MAX][LITMUS_NAME_MAX];
    uint32_t register_value[LITMUS_REGISTERS_MAX];
    int register_variable[LITMUS_REGISTERS_MAX]; /* the register holds the address of this variable,
                                                    or -1 */
    litmus_instruction_t instruction[LITMUS_INSTRUCTIONS_MAX];
} litmus_thread_t;

/* A conjunct of the filter: executions in which the register ends with another value are left
 * out. */
typedef struct litmus_condition {
    unsigned thread, number; /* of the register */
    uint32_t value;
    bool equal; /* or unequal */
} litmus_condition_t;

/* A line that cannot be imported. */
typedef struct litmus_problem {
    unsigned line; /* 0: the file as a whole */
    char text[200];
} litmus_problem_t;

typedef struct litmus {
    char name[LITMUS_NAME_MAX * 4], dialect[LITMUS_NAME_MAX];
    unsigned variables, threads, conditions, problems;
    unsigned barrier; /* 1 + the number that its barriers name; 0: it has none */
    char variable_name[LITMUS_VARIABLES_MAX][LITMUS_NAME_MAX];
    uint32_t variable_value[LITMUS_VARIABLES_MAX];
    litmus_thread_t thread[LITMUS_THREADS_MAX];
    litmus_condition_t condition[LITMUS_CONDITIONS_MAX];
    litmus_problem_t problem[LITMUS_PROBLEMS_MAX]; /* `problems` may be larger than this array */
} litmus_t;

/* Parses TEXT (a whole file, terminated) and modifies it. True: every line was understood; else
 * problems > 0. */
bool litmus_parse(char *text, litmus_t *litmus);

/* One order of execution, for one combination of values that the reads can return. */
typedef struct litmus_outcome {
    unsigned steps;
    uint8_t order[LITMUS_THREADS_MAX * LITMUS_INSTRUCTIONS_MAX]; /* thread of every step */
} litmus_outcome_t;

typedef struct litmus_outcomes {
    litmus_outcome_t *outcome;
    unsigned count, allocated;
} litmus_outcomes_t;

typedef enum litmus_status {
    LITMUS_OK = 0,
    LITMUS_TOO_LARGE,
    LITMUS_DEADLOCK, /* a barrier that not every thread of its block reaches */
    LITMUS_NOTHING,  /* no order meets the filter */
    LITMUS_NO_MEMORY
} litmus_status_t;

/* Runs LITMUS in every order. Free with litmus_outcomes_free, also after an error. */
litmus_status_t litmus_outcomes(const litmus_t *litmus, litmus_outcomes_t *outcomes);
void litmus_outcomes_free(litmus_outcomes_t *outcomes);

/* State of a run, for litmus_outcomes and litmus_write: the same steps give the same values. */
typedef struct litmus_state {
    uint8_t next[LITMUS_THREADS_MAX]; /* next instruction */
    uint8_t waiting;                  /* threads at a barrier, a bit each */
    uint8_t reads;
    uint32_t memory[LITMUS_VARIABLES_MAX];
    uint32_t registers[LITMUS_THREADS_MAX][LITMUS_REGISTERS_MAX];
    uint32_t read[LITMUS_THREADS_MAX][LITMUS_INSTRUCTIONS_MAX]; /* value seen by a load or atomic */
} litmus_state_t;

void litmus_start(const litmus_t *litmus, litmus_state_t *state);
/* Next instruction of THREAD, or NULL: at its end, or waiting at a barrier. */
const litmus_instruction_t *litmus_next(const litmus_t *litmus, const litmus_state_t *state,
                                        unsigned thread);
/* Executes it. Returns the value that it wrote to memory (stores, atomics). A barrier releases with
 * its last thread. */
uint32_t litmus_step(const litmus_t *litmus, litmus_state_t *state, unsigned thread);
uint32_t litmus_operand_value(const litmus_state_t *state, unsigned thread,
                              litmus_operand_t operand);

/* Writes one launch for each outcome. FILE is the file name in the location records. */
scord_stream_status_t litmus_write(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                                   const char *file, scord_stream_writer_t *writer,
                                   scord_stream_error_t *error);

#ifdef __cplusplus
}
#endif
#endif
