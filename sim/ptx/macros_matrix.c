/* SPDX-License-Identifier: Apache-2.0 */
/* macros_matrix.c: movmatrix and stmatrix: matrices of 8 × 8 elements of 16 bits, of which lane l
 * holds two in row l/4, written as exchanges between lanes, and stores.
 * Reference: PTX ISA 9.0, "movmatrix", "stmatrix".
 */
#include "sim/ptx/macro.h"

/* Registers of the expansions. */
static void put_begin(macro_t *macro) {
    macro_put(macro,
              "{.reg .b32 %%scord_l, %%scord_i, %%scord_s, %%scord_x, %%scord_y, %%scord_w<4>;"
              ".reg .pred %%scord_p; mov.u32 %%scord_l, %%laneid;");
}

/* A 32-bit register gets FROM of lane %scord_i. */
static void put_exchange(macro_t *macro, const char *to, text_part_t from) {
    GUARDED(macro);
    macro_put(macro, "shfl.sync.idx.b32 %s, %.*s, %%scord_i, 31, -1;", to, PART(from));
}

/* %scord_x becomes the transposed MATRIX: this lane's elements are (2c, r) and (2c + 1, r), with r
 * = l/4 and c = l mod 4; lane 8c + r/2 holds the first, the lane 4 above the second, in half r
 * mod 2. */
static void put_transposed(macro_t *macro, text_part_t matrix) {
    macro_put(macro, "and.b32 %%scord_i, %%scord_l, 3; shl.b32 %%scord_i, %%scord_i, 3;"
                     "shr.u32 %%scord_s, %%scord_l, 3; add.u32 %%scord_i, %%scord_i, %%scord_s;");
    put_exchange(macro, "%scord_x", matrix);
    macro_put(macro, "add.u32 %%scord_i, %%scord_i, 4;");
    put_exchange(macro, "%scord_y", matrix);
    macro_put(macro,
              "and.b32 %%scord_s, %%scord_l, 4; shl.b32 %%scord_s, %%scord_s, 2;"
              "shr.u32 %%scord_x, %%scord_x, %%scord_s; shr.u32 %%scord_y, %%scord_y, %%scord_s;"
              "prmt.b32 %%scord_x, %%scord_x, %%scord_y, 0x5410;");
}

void macro_transpose(macro_t *macro) {
    macro_want(macro, 2, 2);
    if (!macro_has(macro, "m8n8") || !macro_has(macro, "b16") || !macro_has(macro, "trans"))
        macro_refuse(macro, "is supported for .m8n8, .trans and .b16");
    put_begin(macro);
    put_transposed(macro, macro->operand[1]);
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_x;}", PART(macro->operand[0]));
}

/* Lane 8m + r stores row r of matrix m, whose four words lanes 4r to 4r + 3 hold. */
void macro_store_matrix(macro_t *macro) {
    static const char words[][12] = {"%scord_w0", "%scord_w1", "%scord_w2", "%scord_w3"};
    text_part_t parts[ELEMENTS_MOST];
    macro_want(macro, 2, 2);
    const uint32_t matrices = macro_has(macro, "x4") ? 4 : macro_has(macro, "x2") ? 2 : 1;
    if (!macro_has(macro, "m8n8") || !macro_has(macro, "b16"))
        macro_refuse(macro, "is supported for .m8n8 and .b16");
    if (macro_elements(macro, 1, parts) != matrices)
        macro_refuse(macro, "has another number of registers than of matrices");
    put_begin(macro);
    for (uint32_t m = 0; m < matrices; m++) {
        text_part_t from = parts[m];
        macro_put(macro, "{.reg .b32 %%scord_z;"); /* the matrix, which the exchanges read */
        if (macro_has(macro, "trans")) {
            put_transposed(macro, parts[m]);
            macro_put(macro, "mov.b32 %%scord_z, %%scord_x;");
        } else
            macro_put(macro, "mov.b32 %%scord_z, %.*s;", PART(from));
        from = (text_part_t){"%scord_z", 8};
        macro_put(macro,
                  "and.b32 %%scord_i, %%scord_l, 7; shl.b32 %%scord_i, %%scord_i, 2;"
                  "shr.u32 %%scord_s, %%scord_l, 3; setp.eq.u32 %%scord_p, %%scord_s, %u;",
                  m);
        for (uint32_t j = 0; j < 4; j++) {
            put_exchange(macro, "%scord_y", from);
            macro_put(macro, "@%%scord_p mov.b32 %s, %%scord_y; add.u32 %%scord_i, %%scord_i, 1;",
                      words[j]);
        }
        macro_put(macro, "}");
    }
    macro_put(macro, "setp.lt.u32 %%scord_p, %%scord_l, %u;", 8 * matrices);
    if (macro->guard.length > 0) { /* both must hold */
        macro_put(macro, "{.reg .pred %%scord_g; setp.eq.u32 %%scord_g, 0, 0;");
        macro_put_guard(macro);
        macro_put(macro, "and.pred %%scord_p, %%scord_p, %%scord_g;}");
    }
    macro_put(macro, "@%%scord_p st%s.v4.b32 %.*s, {%%scord_w0,%%scord_w1,%%scord_w2,%%scord_w3};}",
              macro_has(macro, "shared") || macro_has(macro, "shared::cta") ? ".shared" : "",
              PART(macro->operand[0]));
}
