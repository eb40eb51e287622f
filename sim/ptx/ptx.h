/* SPDX-License-Identifier: Apache-2.0 */
/* ptx.h: PTX text to a decoded module.
 *
 * A module is parsed once, its global variables are given addresses by the runtime (ptx_bind,
 * ptx_link), and from then on it is read-only and may be shared by any number of warps. Every
 * instruction of the module has one number (0 … instruction_count-1, all functions in one array),
 * which is the program counter of sim/core; the runtime maps module + number to the event stream's
 * 32-bit pc.
 *
 * Errors are data (ptx_error_t), never printed. Supported subset: docs/ptx-subset.md.
 * Source: NVIDIA "Parallel Thread Execution ISA"; docs/ptx-subset.md, "Instructions".
 */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong, and where. file/line: the .cu position of the nearest .loc (line 0: none known);
 * ptx_line: 1-based line of the PTX text; text: that line, trimmed; message: what and how to
 * remedy, one sentence without position. */
typedef struct ptx_error {
    char file[512];
    uint32_t line;
    uint32_t ptx_line;
    char text[160];
    char message[320];
} ptx_error_t;

typedef enum ptx_space {
    PTX_SPACE_GENERIC,
    PTX_SPACE_GLOBAL,
    PTX_SPACE_SHARED,
    PTX_SPACE_LOCAL,
    PTX_SPACE_CONST,
    PTX_SPACE_PARAM_ENTRY, /* kernel parameters: one block for the whole launch */
    PTX_SPACE_PARAM_LOCAL  /* parameters of calls: per lane and call depth */
} ptx_space_t;

/* Generic addresses: everything below 2^40 is global memory (address_width of scord.params); the
 * windows lie above. A function's address is PTX_CODE_WINDOW + its number. */
#define PTX_WINDOW_SHIFT  44
#define PTX_SHARED_WINDOW (UINT64_C(1) << PTX_WINDOW_SHIFT)
#define PTX_LOCAL_WINDOW  (UINT64_C(2) << PTX_WINDOW_SHIFT)
#define PTX_CONST_WINDOW  (UINT64_C(3) << PTX_WINDOW_SHIFT)
#define PTX_PARAM_WINDOW  (UINT64_C(5) << PTX_WINDOW_SHIFT) /* of a kernel */
#define PTX_CODE_WINDOW   (UINT64_C(4) << PTX_WINDOW_SHIFT)

/* Compute capability from which on the threads of a warp run apart; before, lanes that a branch
 * divides meet at its immediate post-dominator. */
#define PTX_VOLTA 70

typedef struct ptx_parameter {
    const char *name;
    uint32_t size, align, offset; /* bytes; offset in the parameter block */
    const char *in_register;      /* PTX of its type, of a register (.reg .b32 x); NULL: .param */
} ptx_parameter_t;

/* A module-scope variable. address: .global: the generic address given by ptx_bind; .const: offset
 * in the module's constant segment; .shared: offset in the block's shared memory (dynamic: see
 * ptx_function.static_shared_bytes). */
typedef struct ptx_variable {
    const char *name;
    ptx_space_t space; /* GLOBAL, CONST or SHARED */
    uint64_t size;     /* bytes; 0 for dynamic shared */
    uint32_t align;
    uint64_t address;
    bool dynamic_shared; /* .extern .shared name[] */
    bool external;       /* .extern without definition in this module (not dynamic shared) */
    bool visible, weak;  /* .visible, .weak: other units may name it */
    bool managed;        /* .attribute(.managed): the host uses it, too */
    bool reserved;       /* stands for the shared memory that the system reserves */
    bool merged; /* stands for variable `target`, the definition in another unit; has no memory of
                    its own */
    uint32_t target, unit;
} ptx_variable_t;

enum { PTX_RESERVED_SHARED_BYTES = 1024 }; /* as on GPUs of sm_80 */

typedef struct ptx_function {
    const char *name; /* mangled */
    uint32_t number;  /* index in the module's function table */
    bool entry;       /* .entry: a kernel */
    bool defined;     /* has a body; else a host call (vprintf, __assertfail, malloc, free, …) */
    bool visible, weak;    /* .visible, .weak: other units may name it */
    uint32_t architecture; /* compute capability of the text's .target: 80; 0: it has none */
    uint32_t unit;         /* which of the texts of ptx_parse_units it stands in */
    ptx_parameter_t *parameters;
    uint32_t parameter_count;
    uint32_t parameter_bytes; /* size of the parameter block; kernels: what the launch hands over */
    ptx_parameter_t result;   /* size 0: none */
    uint32_t first, count;    /* instruction numbers [first, first + count) */
    uint32_t registers;       /* as its text names them */
    uint32_t places;          /* 64-bit places a lane that they need: those that never live at once
                                 share one (register_places.c) */
    const struct ptx_place *place; /* by register */
    uint32_t register_demand;      /* 32-bit registers a thread would need: most live ones at once
                                      (register_demand.c) */
    uint32_t local_bytes;          /* .local bytes a lane and call */
    uint32_t frame_bytes; /* parameter space a lane and call: own parameters, result, outgoing
                             arguments */
    /* kernels only: */
    uint32_t static_shared_bytes; /* static shared of everything reachable; dynamic shared begins at
                                     this offset (16-aligned) */
    uint32_t shared_align;
    uint32_t reserved_shared_end; /* of the PTX_RESERVED_SHARED_BYTES that the system has in it; 0:
                                     none */
    uint32_t max_threads;         /* .maxntid / .reqntid product, 0 = not stated */
    const uint8_t *uses;          /* by variable: 1: the kernel, or what it calls, names it */
} ptx_function_t;

typedef struct ptx_location {
    const char *file;     /* as the compiler named it; "" unknown */
    uint32_t line;        /* 1-based; 0 unknown */
    const char *function; /* mangled name of the function that holds the instruction */
    uint32_t ptx_line;    /* 1-based line of the PTX text */
} ptx_location_t;

typedef struct ptx_module ptx_module_t;

/* Parses `length` bytes of PTX (need not end in 0). Returns NULL and fills *error when the text is
 * not understood: syntax, unsupported instruction or directive (named), unknown symbol, or out of
 * memory. */
ptx_module_t *ptx_parse(const char *text, size_t length, ptx_error_t *error);
/* The same for several texts, the .cu files of one program, linked: a function or variable that one
 * declares .extern is the one that another defines. */
typedef struct ptx_unit {
    const char *text;
    size_t length;
} ptx_unit_t;
ptx_module_t *ptx_parse_units(const ptx_unit_t *units, uint32_t count, ptx_error_t *error);
void ptx_free(ptx_module_t *module);

/* "FILE:LINE: MESSAGE (PTX line N: `TEXT`)" into buffer, always terminated. Returns buffer. */
char *ptx_error_text(const ptx_error_t *error, char *buffer, size_t size);

uint32_t ptx_function_count(const ptx_module_t *module);
const ptx_function_t *ptx_function(const ptx_module_t *module, uint32_t number);
const ptx_function_t *ptx_find_function(const ptx_module_t *module,
                                        const char *name); /* NULL: none */
const ptx_function_t *ptx_find_function_in(const ptx_module_t *module, uint32_t unit,
                                           const char *name);

uint32_t ptx_variable_count(const ptx_module_t *module);
const ptx_variable_t *ptx_variable(const ptx_module_t *module, uint32_t number);
const ptx_variable_t *ptx_find_variable(const ptx_module_t *module,
                                        const char *name); /* NULL: none */
const ptx_variable_t *ptx_find_variable_in(const ptx_module_t *module, uint32_t unit,
                                           const char *name); /* merged: its target */

/* Loading, in this order: ptx_bind for every .global variable (address aligned to its align, below
 * 2^40), ptx_link once (resolves symbols inside instructions and initialisers), then the images:
 * ptx_image writes the `size` initial bytes of a GLOBAL or CONST variable to `bytes`;
 * ptx_constant_image writes the whole constant segment. */
void ptx_bind(ptx_module_t *module, uint32_t variable, uint64_t address);
void ptx_link(ptx_module_t *module);
void ptx_image(const ptx_module_t *module, uint32_t variable, uint8_t *bytes);
uint32_t ptx_constant_bytes(const ptx_module_t *module);
void ptx_constant_image(const ptx_module_t *module, uint8_t *bytes);

uint32_t ptx_instruction_count(const ptx_module_t *module);
/* Whether some bar.warp.sync of the module may name less than all lanes of a warp. */
bool ptx_parts_meet(const ptx_module_t *module);
/* Location of instruction `number`; strings live as long as the module. */
ptx_location_t ptx_location(const ptx_module_t *module, uint32_t number);
/* Source text of instruction `number`, trimmed (for messages and traces); lives as long as the
 * module. */
const char *ptx_instruction_text(const ptx_module_t *module, uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
