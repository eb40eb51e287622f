/* SPDX-License-Identifier: Apache-2.0 */
/* matrix_shape.h: what one product of matrices is, D = A·B + C, as macros.c writes it and
 * sim/core/matrix.c computes it: a number in the instruction.
 *
 * Registers of a lane, in a row: those of A, of B, of C, of D. Where elements are:
 *   mma    as PTX states it: groups of four lanes hold a row of A, C and D, a column of B
 *   wmma   PTX leaves it open: lane l holds elements l·E … l·E+E-1, by rows (of B: by columns)
 *   quads  m8n8k4 of f16: four products, each by four lanes and those 16 above them
 *   sparse A has one of two elements (of 4 bits: one of two pairs); a register behind those of D
 * says which columns these are
 */
#ifndef PTX_MATRIX_SHAPE_H
#define PTX_MATRIX_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum matrix_element {
    MATRIX_F16,
    MATRIX_BF16,
    MATRIX_TF32,
    MATRIX_F32,
    MATRIX_F64,
    MATRIX_S8,
    MATRIX_U8,
    MATRIX_S32,
    MATRIX_E4M3,
    MATRIX_E5M2,
    MATRIX_S4,
    MATRIX_U4,
    MATRIX_B1
} matrix_element_t;

typedef enum matrix_part { MATRIX_A, MATRIX_B, MATRIX_C, MATRIX_D } matrix_part_t;

typedef struct matrix_shape {
    uint8_t rows, columns;
    uint16_t depth;     /* A: rows × depth, B: depth × columns */
    uint8_t a, b, c, d; /* matrix_element_t */
    bool wmma, saturates;
    bool conjunction; /* of bits: ones of A and B are counted, else what differs */
    bool quads, a_by_columns, b_by_rows; /* of quads: how the lanes hold them */
    bool sparse;
    uint8_t selector; /* sparse: the lanes whose registers say the columns */
} matrix_shape_t;

static inline uint32_t matrix_element_bits(unsigned element) {
    static const uint8_t bits[] = {16, 16, 32, 32, 64, 8, 8, 32, 8, 8, 4, 4, 1};
    return bits[element];
}

static inline unsigned matrix_element_of(const matrix_shape_t *shape, matrix_part_t part) {
    return part == MATRIX_A   ? shape->a
           : part == MATRIX_B ? shape->b
           : part == MATRIX_C ? shape->c
                              : shape->d;
}

/* Elements that a lane holds. */
static inline uint32_t matrix_share(const matrix_shape_t *shape, matrix_part_t part) {
    const uint32_t stored = shape->sparse ? shape->depth / 2u : shape->depth;
    const uint32_t elements = part == MATRIX_A   ? (uint32_t)shape->rows * stored
                              : part == MATRIX_B ? (uint32_t)shape->depth * shape->columns
                                                 : (uint32_t)shape->rows * shape->columns;
    return elements / (shape->quads ? 8 : 32);
}

/* Registers that hold them: of 64 bits for f64, else of 32. 0: they fill none. */
static inline uint32_t matrix_registers(const matrix_shape_t *shape, matrix_part_t part) {
    const uint32_t bits = matrix_element_bits(matrix_element_of(shape, part)),
                   share = matrix_share(shape, part);
    return bits == 64 ? share : share * bits / 32;
}

static inline uint64_t matrix_shape_pack(const matrix_shape_t *shape) {
    return shape->rows | (uint64_t)shape->columns << 8 | (uint64_t)(shape->depth - 1) << 16 |
           (uint64_t)shape->a << 24 | (uint64_t)shape->b << 28 | (uint64_t)shape->c << 32 |
           (uint64_t)shape->d << 36 | (uint64_t)shape->wmma << 40 |
           (uint64_t)shape->saturates << 41 | (uint64_t)shape->conjunction << 42 |
           (uint64_t)shape->quads << 43 | (uint64_t)shape->a_by_columns << 44 |
           (uint64_t)shape->b_by_rows << 45 | (uint64_t)shape->sparse << 46 |
           (uint64_t)shape->selector << 47;
}

static inline matrix_shape_t matrix_shape_unpack(uint64_t packed) {
    return (matrix_shape_t){.rows = (uint8_t)packed,
                            .columns = (uint8_t)(packed >> 8),
                            .depth = (uint16_t)((packed >> 16 & 255) + 1),
                            .a = packed >> 24 & 15,
                            .b = packed >> 28 & 15,
                            .c = packed >> 32 & 15,
                            .d = packed >> 36 & 15,
                            .wmma = packed >> 40 & 1,
                            .saturates = packed >> 41 & 1,
                            .conjunction = packed >> 42 & 1,
                            .quads = packed >> 43 & 1,
                            .a_by_columns = packed >> 44 & 1,
                            .b_by_rows = packed >> 45 & 1,
                            .sparse = packed >> 46 & 1,
                            .selector = packed >> 47 & 3};
}

#endif
