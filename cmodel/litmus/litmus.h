/* SPDX-License-Identifier: Apache-2.0 */
/* litmus.h: herd-style litmus tests as event streams.
 *
 * A litmus test is a few small threads. The dialects are PTX and GPU_PTX (herd, GPU litmus), VULKAN
 * (Dat3M) and OPENCL (herd): plain data, scoped atomics, fences, barriers, arithmetic on registers,
 * branches and loops; any other line is reported with the reason. The test is run in every
 * sequentially consistent order, and each reads-from map (which write each read got its value from)
 * becomes one launch. Happens-before and so the races of an execution depend on that map alone:
 * the launches together decide the test. docs/litmus.md has the grammar. A thread that would pass
 * back in its loops more than LITMUS_PASSES_MAX times stops there. A filter keeps only the launches
 * that meet it; a straight-line test uses it for "only if the flag was seen". The final condition
 * is not used: the oracle decides races, not weak outcomes.
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
    LITMUS_INSTRUCTIONS_MAX = 64,                                        /* of a thread */
    LITMUS_REGISTERS_MAX = 48,                                           /* of a thread */
    LITMUS_LABELS_MAX = 32,                                              /* of a thread */
    LITMUS_VARIABLES_MAX = 32, /* elements of arrays, too */
    LITMUS_WORDS_MAX = 96,     /* variables, those of shared memory once for each block */
    LITMUS_BARRIERS_MAX = 16,
    LITMUS_ADDRESS_BASE = 0x10000000,
    LITMUS_ADDRESS_STEP = 0x1000, /* bytes between variables that are not of one array */
    LITMUS_NAME_MAX = 32,
    LITMUS_READS_MAX = 24,        /* of a thread, in one run */
    LITMUS_STEPS_MAX = 192,       /* of a thread, in one run */
    LITMUS_PASSES_MAX = 4,        /* jumps back of a thread in one run, fewer of a large test */
    LITMUS_VULKAN_PASSES_MAX = 2, /* the same, for the Vulkan memory model */
    LITMUS_FILTER_MAX = 64,       /* parts of the filter */
    LITMUS_PROBLEMS_MAX = 32,     /* lines named, at most */
    LITMUS_STATES_MAX = 1 << 20,  /* states tried, at most */
    LITMUS_WORK_MAX = 1 << 24     /* choices tried for the Vulkan memory model, at most */
};

typedef enum litmus_kind {
    LITMUS_LOAD,
    LITMUS_STORE,
    LITMUS_ATOMIC,
    LITMUS_FENCE,
    LITMUS_BARRIER,
    LITMUS_MOVE,  /* destination = value OPERATION compare */
    LITMUS_BRANCH /* to target, if value OPERATION compare */
} litmus_kind_t;

/* Of registers, all of 32 bits; comparisons give 0 or 1. What is divided by 0 has all bits set. */
typedef enum litmus_operation {
    LITMUS_FIRST, /* the first operand alone */
    LITMUS_ADD,
    LITMUS_SUBTRACT,
    LITMUS_MULTIPLY,
    LITMUS_AND,
    LITMUS_OR,
    LITMUS_XOR,
    LITMUS_SHIFT_LEFT,
    LITMUS_SHIFT_RIGHT,
    LITMUS_MINIMUM,
    LITMUS_MAXIMUM,
    LITMUS_EQUAL,
    LITMUS_UNEQUAL,
    LITMUS_LESS,
    LITMUS_LESS_EQUAL,
    LITMUS_GREATER,
    LITMUS_GREATER_EQUAL,
    LITMUS_BELOW, /* the same without signs */
    LITMUS_BELOW_EQUAL,
    LITMUS_ABOVE,
    LITMUS_ABOVE_EQUAL,
    LITMUS_UNSIGNED_MINIMUM,
    LITMUS_UNSIGNED_MAXIMUM,
    LITMUS_DIVIDE,
    LITMUS_REMAINDER,
    LITMUS_UNSIGNED_DIVIDE,
    LITMUS_UNSIGNED_REMAINDER,
    LITMUS_SHIFT_RIGHT_SIGNED
} litmus_operation_t;

typedef struct litmus_operand {
    bool is_register;
    uint32_t value; /* or the number of the register */
} litmus_operand_t;

enum { LITMUS_NO_REGISTER = -1 };

/* Who meets at a barrier. */
typedef enum litmus_meeting {
    LITMUS_MEET_BLOCK,
    LITMUS_MEET_WARP,
    LITMUS_MEET_ARRIVE /* the thread is counted, and does not wait */
} litmus_meeting_t;

/* What a barrier that reduces gives to each thread that waits there, of their predicates. */
typedef enum litmus_reduction {
    LITMUS_REDUCES_NOT,
    LITMUS_REDUCES_COUNT,
    LITMUS_REDUCES_ALL,
    LITMUS_REDUCES_ANY
} litmus_reduction_t;

/* Which memory a fence or barrier of OpenCL names, as bits. */
enum { LITMUS_ORDERS_GLOBAL = 1, LITMUS_ORDERS_LOCAL = 2, LITMUS_ORDERS_NONE = 4 };

/* What the Vulkan memory model knows of an instruction beside that, as bits. */
enum {
    LITMUS_AV = 1,
    LITMUS_VIS = 2,
    LITMUS_SEMAV = 4,
    LITMUS_SEMVIS = 8,
    LITMUS_NONPRIV = 16,
    LITMUS_SEMSC0 = 32,
    LITMUS_SEMSC1 = 64,
    LITMUS_AVDEVICE = 128,
    LITMUS_VISDEVICE = 256
};
enum { LITMUS_SC0 = 1, LITMUS_SC1 = 2 };

/* Its scopes, from narrow to wide. */
typedef enum litmus_level {
    LITMUS_LEVEL_SUB_GROUP,
    LITMUS_LEVEL_WORK_GROUP,
    LITMUS_LEVEL_QUEUE_FAMILY,
    LITMUS_LEVEL_DEVICE
} litmus_level_t;

typedef struct litmus_instruction {
    litmus_kind_t kind;
    uint16_t vulkan;      /* LITMUS_AV … */
    uint8_t storage;      /* LITMUS_SC0 … */
    uint8_t level;        /* litmus_level_t: of VULKAN, and of a test with three levels */
    uint8_t meets;        /* the same of a control barrier: whose threads meet */
    uint8_t memory_scope; /* of a control barrier that names two scopes, the second */
    uint8_t scope, semantics, strong,
        atomic_kind;   /* as in scord_event_access_t and scord_event_fence_t */
    uint8_t width;     /* bytes that the instruction names; 0: none named */
    uint8_t operation; /* litmus_operation_t */
    uint8_t meeting;   /* litmus_meeting_t */
    uint8_t reduction; /* litmus_reduction_t */
    uint8_t orders;    /* LITMUS_ORDERS_…; 0: all memory */
    bool unordered;    /* a barrier that orders no memory of the test */
    int destination;   /* register, or LITMUS_NO_REGISTER */
    int guard;         /* executed only if this register is not 0; or LITMUS_NO_REGISTER */
    bool guard_not;    /* only if it is 0 */
    litmus_operand_t address;
    litmus_operand_t value, compare; /* of a barrier: its number, and how many meet (0: all) */
    litmus_operand_t predicate;      /* of a barrier that reduces: counts if it is not 0 */
    unsigned target;                 /* instruction */
    unsigned line;
} litmus_instruction_t;

typedef struct litmus_label {
    char name[LITMUS_NAME_MAX];
    unsigned instruction, line; /* line of its first use */
    bool placed;
} litmus_label_t;

typedef struct litmus_thread {
    char name[LITMUS_NAME_MAX];
    unsigned block, warp; /* warp of its block; threads of one warp are its lanes in order */
    unsigned cluster;     /* of blocks */
    unsigned device;      /* gpu or queue family */
    unsigned place[3];    /* sub group, work group, queue family, as the file has them */
    bool placed;          /* the file says where the thread runs */
    unsigned registers, instructions, labels;
    char register_name[LITMUS_REGISTERS_MAX][LITMUS_NAME_MAX];
    uint32_t register_value[LITMUS_REGISTERS_MAX];
    bool register_given[LITMUS_REGISTERS_MAX]; /* a value, by the initial state or an instruction */
    litmus_label_t label[LITMUS_LABELS_MAX]; /* target of a branch: its label, until all are read */
    litmus_instruction_t instruction[LITMUS_INSTRUCTIONS_MAX];
} litmus_thread_t;

/* A line that cannot be imported. */
typedef struct litmus_problem {
    unsigned line; /* 0: the file as a whole */
    char text[200];
} litmus_problem_t;

typedef enum litmus_part_kind {
    LITMUS_PART_NUMBER,
    LITMUS_PART_REGISTER,
    LITMUS_PART_WORD,
    LITMUS_PART_COMPARE, /* of the two parts before it */
    LITMUS_PART_AND,
    LITMUS_PART_OR,
    LITMUS_PART_NOT
} litmus_part_kind_t;

/* A part of the filter, in postfix order. */
typedef struct litmus_part {
    litmus_part_kind_t kind;
    unsigned thread;
    uint32_t value; /* number, register or variable, litmus_operation_t */
} litmus_part_t;

typedef struct litmus {
    char name[LITMUS_NAME_MAX * 4], dialect[LITMUS_NAME_MAX];
    unsigned variables, threads, parts, problems;
    litmus_problem_t
        only_vulkan;            /* why no other model can decide it; without text: there is none */
    litmus_problem_t no_stream; /* why no stream can hold it; without text: one can */
    uint8_t after[8]; /* by thread: those before it by system-synchronizes-with, a bit each */
    bool
        one_barrier; /* its barriers all name one number, and every thread of a block meets there */
    char variable_name[LITMUS_VARIABLES_MAX][LITMUS_NAME_MAX];
    uint32_t variable_value[LITMUS_VARIABLES_MAX];
    bool variable_shared[LITMUS_VARIABLES_MAX];      /* each block has its own */
    uint32_t variable_address[LITMUS_VARIABLES_MAX]; /* what a register that points to it has */
    uint8_t variable_base[LITMUS_VARIABLES_MAX];     /* the array's first element, or itself */
    uint8_t variable_elements[LITMUS_VARIABLES_MAX]; /* of an array that begins here, or 0 */
    uint8_t variable_width[LITMUS_VARIABLES_MAX];    /* bytes of its type, 4 without one */
    unsigned variable_word[LITMUS_VARIABLES_MAX],
        words; /* shared: of block 0, the next ones follow */
    litmus_thread_t thread[LITMUS_THREADS_MAX];
    litmus_part_t part[LITMUS_FILTER_MAX];
    litmus_problem_t problem[LITMUS_PROBLEMS_MAX]; /* `problems` may be larger than this array */
} litmus_t;

/* Parses TEXT (a whole file, terminated) and modifies it. True: every line was understood; else
 * problems > 0. */
bool litmus_parse(char *text, litmus_t *litmus);

/* The variable at ADDRESS, -1: there is none. */
int litmus_find_variable(const litmus_t *litmus, uint32_t address);

/* One order of execution, for one reads-from map. */
typedef struct litmus_outcome {
    unsigned steps;
    bool cut;          /* a thread was stopped in a loop */
    uint8_t passes;    /* jumps back of a thread, at most: the same of all outcomes */
    uint64_t reads[2]; /* hash of the map */
    uint8_t order[LITMUS_THREADS_MAX * LITMUS_STEPS_MAX]; /* thread of every step */
} litmus_outcome_t;

typedef struct litmus_outcomes {
    litmus_outcome_t *outcome;
    unsigned count, allocated, cut;
    unsigned line; /* of an error */
} litmus_outcomes_t;

typedef enum litmus_status {
    LITMUS_OK = 0,
    LITMUS_TOO_LARGE,
    LITMUS_DEADLOCK,    /* a barrier that not every thread of its block reaches */
    LITMUS_NOTHING,     /* no order meets the filter */
    LITMUS_BAD_ADDRESS, /* line: an access to what is no variable */
    LITMUS_BAD_WIDTH,   /* line: a variable accessed in two widths */
    LITMUS_NO_MEMORY
} litmus_status_t;

/* Runs LITMUS in every order, with loops unrolled as far as LITMUS_STATES_MAX allows. Free with
 * litmus_outcomes_free, also after an error. */
litmus_status_t litmus_outcomes(const litmus_t *litmus, litmus_outcomes_t *outcomes);
void litmus_outcomes_free(litmus_outcomes_t *outcomes);

/* State of a run, for litmus_outcomes and litmus_write: the same steps give the same values. */
typedef struct litmus_state {
    uint8_t next[LITMUS_THREADS_MAX]; /* next instruction */
    uint8_t steps[LITMUS_THREADS_MAX], passes[LITMUS_THREADS_MAX];
    uint8_t reads[LITMUS_THREADS_MAX];
    uint8_t number[LITMUS_THREADS_MAX]; /* of the barrier where the thread waits */
    uint8_t waiting, at_warp;           /* threads at a barrier, at one of their warp: a bit each */
    uint8_t cut;                        /* threads stopped in a loop */
    uint8_t passes_max;                 /* jumps back of a thread */
    uint8_t arrived[LITMUS_THREADS_MAX]
                   [LITMUS_BARRIERS_MAX]; /* by block: threads that did not wait */
    uint32_t memory[LITMUS_WORDS_MAX];
    uint16_t
        writer[LITMUS_WORDS_MAX]; /* last write: 1 + its thread and step; 0: the initial value */
    uint32_t registers[LITMUS_THREADS_MAX][LITMUS_REGISTERS_MAX];
    uint32_t read[LITMUS_THREADS_MAX][LITMUS_READS_MAX];   /* value seen */
    uint16_t source[LITMUS_THREADS_MAX][LITMUS_READS_MAX]; /* writer of it */
} litmus_state_t;

/* What a step did. */
typedef struct litmus_effect {
    const litmus_instruction_t *instruction;
    bool skipped; /* its guard did not hold */
    bool fault;   /* the address is no variable's */
    unsigned word;
    uint32_t read, value, compare;
    uint8_t released; /* threads that a barrier let go, a bit each */
} litmus_effect_t;

/* PASSES: how often a thread jumps back, at most. */
void litmus_start(const litmus_t *litmus, unsigned passes, litmus_state_t *state);
/* Next instruction of THREAD, or NULL: at its end, stopped in a loop, or waiting at a barrier. */
const litmus_instruction_t *litmus_next(const litmus_t *litmus, const litmus_state_t *state,
                                        unsigned thread);
litmus_effect_t litmus_step(const litmus_t *litmus, litmus_state_t *state, unsigned thread);
uint32_t litmus_operand_value(const litmus_state_t *state, unsigned thread,
                              litmus_operand_t operand);
uint32_t litmus_calculate(litmus_operation_t operation, uint32_t a, uint32_t b);
/* What the atomic leaves in memory that held OLD. */
uint32_t litmus_atomic_result(uint8_t atomic_kind, uint32_t old, uint32_t value, uint32_t compare);
/* Whether a thread can jump back. */
bool litmus_has_loop(const litmus_t *litmus);
/* "1st", "2nd", …: of jumps back, for messages. */
const char *litmus_nth(unsigned number);
/* Whether the filter holds in a final state. */
bool litmus_meets_filter(const litmus_t *litmus, const litmus_state_t *state);

/* The verdict of the Vulkan memory model (litmus_vulkan_model.c). */
typedef struct litmus_vulkan {
    uint64_t candidates, consistent, racy; /* executions */
    bool cut;                              /* some were left out for their loops */
    unsigned passes;                       /* jumps back of a thread, at most */
    unsigned line[2], thread[2];           /* of a race, if there is any */
} litmus_vulkan_t;

/* Tries every execution of a VULKAN test. */
litmus_status_t litmus_vulkan(const litmus_t *litmus, litmus_vulkan_t *verdict);

/* Writes one launch for each outcome. FILE is the file name in the location records. */
scord_stream_status_t litmus_write(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                                   const char *file, scord_stream_writer_t *writer,
                                   scord_stream_error_t *error);

#ifdef __cplusplus
}
#endif
#endif
