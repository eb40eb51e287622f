/* SPDX-License-Identifier: Apache-2.0 */
/* random_ptx.h: random kernels of register-only instructions, of all that have a vector function
 * and of their neighbours that have none, with guards, branches and loops in between. */
#ifndef TB_COMPILED_RANDOM_PTX_H
#define TB_COMPILED_RANDOM_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RANDOM_LINES = 96,    /* at most */
    RANDOM_WORDS = 48,    /* 64-bit words that a thread reads */
    RANDOM_RESULTS = 64,  /* … and writes */
    RANDOM_TEXT = 1 << 16 /* bytes of a kernel's text */
};

typedef struct random_line {
    char text[192];
    bool fixed; /* labels and loops: shrinking leaves them */
    bool off;
} random_line_t;

typedef struct random_kernel {
    random_line_t lines[RANDOM_LINES];
    uint32_t count;
} random_kernel_t;

void random_kernel(random_kernel_t *kernel, uint64_t *seed, uint32_t lines);
/* What `k` is launched with: words of all threads, results of all threads, and anything. */
typedef struct random_parameters {
    uint64_t in, out, w;
    uint32_t a;
    uint16_t s;
    uint8_t c;
    uint8_t v[16] __attribute__((aligned(16)));
} random_parameters_t;

/* The kernel `k`. */
void random_text(const random_kernel_t *kernel, char text[RANDOM_TEXT]);
/* A 64-bit word with something that is a corner of one type or another in it. */
uint64_t random_word(uint64_t *seed);
/* Every template on its own line of a kernel each, template by template; false behind the last. */
bool random_template(random_kernel_t *kernel, uint32_t number, uint64_t *seed);

/* How many lines a template stands for, registers and constants aside; the one of that NUMBER, or
 * any of them. The text has to have room: 192 bytes. */
#define RANDOM_ANY UINT64_MAX
uint64_t random_choices(const char *from);
void random_expand(char *to, const char *from, uint64_t number, uint64_t *seed);

#endif
