/* SPDX-License-Identifier: Apache-2.0 */
/* macro.h: what the files that write instructions as several simpler ones share (macros.c). */
#ifndef PTX_MACRO_H
#define PTX_MACRO_H

#include "sim/ptx/parse.h"

enum { TEXT_MOST = 24576, OPERANDS_MOST = 8, ELEMENTS_MOST = 32, WORDS_MOST = 20 };

typedef struct text_part {
    const char *text;
    size_t length;
} text_part_t;

typedef struct macro {
    parser_t *parser;
    text_part_t guard; /* with the @ */
    text_part_t word[WORDS_MOST];
    uint32_t words;
    text_part_t operand[OPERANDS_MOST];
    uint32_t operands;
    char *text;
    size_t used;
} macro_t;

/* Ends parsing: "PTX instruction `NAME` WHAT". */
_Noreturn void macro_refuse(const macro_t *macro, const char *what);
/* Writes PTX. */
void macro_put(macro_t *macro, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The guard's value to %scord_g, which holds. */
void macro_put_guard(macro_t *macro);

/* Whether word NUMBER (0: the name) is WORD; whether any modifier is. */
bool macro_is_word(const macro_t *macro, uint32_t number, const char *word);
bool macro_has(const macro_t *macro, const char *word);
void macro_want(const macro_t *macro, uint32_t least, uint32_t most);
text_part_t macro_trimmed(const char *from, const char *to);
/* Splits at commas outside of brackets. Returns where the list ends, at `end`. */
const char *macro_split(const macro_t *macro, const char *at, const char *end, text_part_t *parts,
                        uint32_t most, uint32_t *count);
/* The elements of {a, b, …}, or the one operand. */
uint32_t macro_elements(const macro_t *macro, uint32_t number, text_part_t *parts);

/* An instruction with the guard of the whole. */
#define GUARDED(macro) macro_put(macro, " %.*s ", (int)(macro)->guard.length, (macro)->guard.text)
#define PART(part)     (int)(part).length, (part).text

/* ---- matrices that change lanes (macros_matrix.c): movmatrix, stmatrix ---- */
void macro_transpose(macro_t *macro);
void macro_store_matrix(macro_t *macro);

/* ---- parameters in registers (macros_calls.c) ---- */
void macro_call(macro_t *macro);
bool macro_is_call(const macro_t *macro);
void macro_return(macro_t *macro);
bool macro_is_return(const macro_t *macro);

/* ---- video instructions (macros_video.c): of one value, of 2 or 4 ---- */
void macro_video(macro_t *macro);
void macro_video_lanes(macro_t *macro);

/* ---- textures and surfaces (macros_texture.c) ---- */
void macro_texture(macro_t *macro);
void macro_gather(macro_t *macro);
void macro_surface(macro_t *macro);
void macro_query(macro_t *macro);

#endif
