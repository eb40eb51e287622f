/* SPDX-License-Identifier: Apache-2.0 */
/* ptxas.h: what the toolkit's assembler says of PTX statements, many at once. */
#ifndef TB_JUDGE_PTXAS_H
#define TB_JUDGE_PTXAS_H

#include <stdbool.h>
#include <stdint.h>

/* A statement of a kernel, in one line. */
typedef struct statement {
    char text[256];
    bool ours, theirs;                   /* whether it is taken */
    char our_word[200], their_word[200]; /* … and why not */
    const char *form;
} statement_t;

/* The lines of a module in front of a statement and behind it; the registers of 128 bits. */
extern const char judge_head[], judge_wide[], judge_tail[];

/* The executable: of SCORD_PTXAS, CUDA_HOME, CUDA_PATH, PATH or /usr/local/cuda; NULL: none. */
const char *ptxas_find(void);
/* Fills theirs and their_word of all. */
void ptxas_judge(const char *ptxas, statement_t *statements, uint32_t count);

#endif
