/* SPDX-License-Identifier: Apache-2.0 */
/* matrix.c: products of matrices in registers, and the rows that ldmatrix has read.
 *
 * All lanes of the warp take part. Products are exact; their sum has the precision of double and is
 * rounded once, to the type of D: at least as precise as the hardware, whose order of summation is
 * not stated. Integers are exact, modulo 2^32 or saturated.
 */
#include "sim/core/warp.h"

#include "sim/ptx/matrix_shape.h"

enum { SIDE = 32, LENGTH = 64 };

/* Where an element lies: which lane, which register of the part, which of its elements. */
typedef struct place {
    uint32_t lane, number, slot;
} place_t;

/* LINE, ALONG: row and column; of B: column and row. PER: elements a register. */
static place_t place_of(const matrix_shape_t *shape, matrix_part_t part, uint32_t line,
                        uint32_t along, uint32_t length, uint32_t per) {
    if (shape->wmma) {
        const uint32_t share = matrix_share(shape, part), at = line * length + along;
        return (place_t){at / share, at % share / per, at % share % per};
    }
    const uint32_t group = line % 8, upper = line / 8;
    if (part == MATRIX_C || part == MATRIX_D) { /* two columns a lane, then the rows 8 below */
        const uint32_t index = 2 * upper + along % 2;
        return (place_t){4 * group + along / 2, index / per, index % per};
    }
    const uint32_t block = along / (4 * per), in_block = along % (4 * per);
    const uint32_t halves = part == MATRIX_A ? shape->rows / 8 : 1;
    return (place_t){4 * group + in_block / per, block * halves + upper, in_block % per};
}

static double small_float(uint32_t bits, int exponent_bits, int mantissa_bits, int bias) {
    const int exponent = (int)(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
    const int fraction = (int)(bits & ((1u << mantissa_bits) - 1));
    const bool fives = exponent_bits == 5;
    double value;
    if (fives && exponent == 31)
        value = fraction != 0 ? (double)NAN : (double)INFINITY;
    else if (!fives && exponent == 15 && fraction == 7)
        value = (double)NAN; /* e4m3 has no infinities */
    else if (exponent == 0)
        value = ldexp(fraction, 1 - bias - mantissa_bits);
    else
        value = ldexp(fraction + (1 << mantissa_bits), exponent - bias - mantissa_bits);
    return bits >> 7 & 1 ? -value : value;
}

static double element_value(unsigned type, uint64_t bits) {
    switch (type) {
    case MATRIX_F16: return half_value((uint16_t)bits);
    case MATRIX_BF16: return float_value(PTX_F32, (bits & 0xffff) << 16, false);
    case MATRIX_TF32: return float_value(PTX_F32, bits & 0xffffe000, false);
    case MATRIX_F32: return float_value(PTX_F32, bits, false);
    case MATRIX_F64: return float_value(PTX_F64, bits, false);
    case MATRIX_S8: return (int8_t)bits;
    case MATRIX_U8: return (uint8_t)bits;
    case MATRIX_E4M3: return small_float((uint32_t)bits & 255, 4, 3, 7);
    case MATRIX_E5M2: return small_float((uint32_t)bits & 255, 5, 2, 15);
    default: return (int32_t)bits;
    }
}

static uint64_t element_bits(const matrix_shape_t *shape, double value) {
    float narrow = (float)value;
    uint32_t low;
    uint64_t wide;
    switch (shape->d) {
    case MATRIX_F16: return half_bits(value);
    case MATRIX_F64: memcpy(&wide, &value, sizeof wide); return wide;
    case MATRIX_S32:
        if (shape->saturates && value > INT32_MAX) return INT32_MAX;
        if (shape->saturates && value < INT32_MIN) return (uint32_t)INT32_MIN;
        return (uint32_t)(int64_t)value; /* exact: below 2^53 */
    default:
        if (isnan(narrow)) return UINT32_C(0x7fffffff);
        memcpy(&low, &narrow, sizeof low);
        return low;
    }
}

static uint32_t first_register(const matrix_shape_t *shape, matrix_part_t part) {
    uint32_t first = 0;
    for (unsigned i = 0; i < part; i++) first += matrix_registers(shape, (matrix_part_t)i);
    return first;
}

/* The lines of a part: rows, of B: columns. */
static void read_part(const matrix_shape_t *shape, matrix_part_t part, const uint64_t *registers,
                      uint32_t lines, uint32_t length, double values[SIDE][LENGTH]) {
    const unsigned type = matrix_element_of(shape, part);
    const uint32_t bytes = matrix_element_bits(type) / 8, per = bytes >= 4 ? 1 : 4 / bytes;
    const uint64_t *block = registers + (size_t)first_register(shape, part) * PTX_LANES;
    for (uint32_t line = 0; line < lines; line++)
        for (uint32_t along = 0; along < length; along++) {
            const place_t at = place_of(shape, part, line, along, length, per);
            values[line][along] = element_value(
                type, block[(size_t)at.number * PTX_LANES + at.lane] >> 8 * bytes * at.slot);
        }
}

static void write_part(const matrix_shape_t *shape, uint64_t *registers,
                       double values[SIDE][LENGTH]) {
    const uint32_t bytes = matrix_element_bits(shape->d) / 8, per = bytes >= 4 ? 1 : 4 / bytes;
    uint64_t *block = registers + (size_t)first_register(shape, MATRIX_D) * PTX_LANES;
    memset(block, 0, (size_t)matrix_registers(shape, MATRIX_D) * PTX_LANES * sizeof *block);
    for (uint32_t line = 0; line < shape->rows; line++)
        for (uint32_t along = 0; along < shape->columns; along++) {
            const place_t at = place_of(shape, MATRIX_D, line, along, shape->columns, per);
            block[(size_t)at.number * PTX_LANES + at.lane] |=
                element_bits(shape, values[line][along]) << 8 * bytes * at.slot;
        }
}

/* Elements of 1 or 4 bits, up to 256 in a line: A times B, added to C. */
static int32_t narrow_element(const matrix_shape_t *shape, matrix_part_t part,
                              const uint64_t *registers, uint32_t line, uint32_t along) {
    const unsigned type = matrix_element_of(shape, part);
    const uint32_t bits = matrix_element_bits(type);
    const place_t at = place_of(shape, part, line, along, shape->depth, 32 / bits);
    const uint64_t *block = registers + (size_t)first_register(shape, part) * PTX_LANES;
    const uint32_t element = (uint32_t)block[(size_t)at.number * PTX_LANES + at.lane] >>
                                 bits * at.slot &
                             ((1u << bits) - 1);
    return type == MATRIX_S4 ? (int32_t)(element ^ 8) - 8 : (int32_t)element;
}
static void add_narrow(const matrix_shape_t *shape, const uint64_t *registers,
                       double c[SIDE][LENGTH]) {
    for (uint32_t row = 0; row < shape->rows; row++)
        for (uint32_t column = 0; column < shape->columns; column++)
            for (uint32_t k = 0; k < shape->depth; k++) {
                const int32_t a = narrow_element(shape, MATRIX_A, registers, row, k),
                              b = narrow_element(shape, MATRIX_B, registers, column, k);
                const bool differ = shape->a == MATRIX_B1 && !shape->conjunction;
                c[row][column] += differ ? a ^ b : a * b;
            }
}

/* The column that element J of a row of a sparse A has. Of 16 bits and more each lane that is
 * selected has 16 bits of its row and 16 of the row 8 below, a second lane those that follow; of 8
 * and 4 bits a lane has 32 bits of one row, the next lane those of the row 8 below. An index has
 * two bits, for one of four columns (of 4 bits: pairs of columns); of tf32 four, for one of two.
 * Source: PTX ISA 9.0, "Sparse matrix storage". */
static uint32_t sparse_column(const matrix_shape_t *shape, const uint64_t *registers, uint32_t row,
                              uint32_t j) {
    const uint32_t bits = matrix_element_bits(shape->a), below = row / 8, quad = row % 8 * 4;
    const uint32_t first = bits == 32 ? 4 * j : bits == 4 ? j / 2 * 2 : 2 * j;
    const uint32_t all = bits == 32  ? 2u * shape->depth
                         : bits == 4 ? shape->depth / 2u
                                     : shape->depth;
    uint32_t lane, shift;
    if (bits >= 16) {
        lane = quad + shape->selector * (all / 16) + first / 16;
        shift = 16 * below + first % 16;
    } else {
        lane = quad + shape->selector * 2u + first / 32 * 2 + below;
        shift = first % 32;
    }
    const uint32_t index = (uint32_t)(registers[lane] >> shift);
    if (bits == 32) return 2 * j + (index >> 3 & 1);
    if (bits == 4) return j / 4 * 8 + 2 * (index & 3) + j % 2;
    return j / 2 * 4 + (index & 3);
}

/* The stored elements of A: a column each, else all. */
static void add_sparse(const matrix_shape_t *shape, const uint64_t *registers,
                       double a[SIDE][LENGTH], double b[SIDE][LENGTH], double c[SIDE][LENGTH]) {
    const uint64_t *columns =
        registers +
        (size_t)(first_register(shape, MATRIX_D) + matrix_registers(shape, MATRIX_D)) * PTX_LANES;
    for (uint32_t row = 0; row < shape->rows; row++)
        for (uint32_t j = 0; j < shape->depth / 2u; j++) {
            const uint32_t k = sparse_column(shape, columns, row, j);
            for (uint32_t column = 0; column < shape->columns; column++)
                c[row][column] += matrix_element_bits(shape->a) < 8
                                      ? narrow_element(shape, MATRIX_A, registers, row, j) *
                                            narrow_element(shape, MATRIX_B, registers, column, k)
                                      : a[row][j] * b[column][k];
        }
}

/* Thread T of eight holds, of a matrix by rows (B: by columns), one line: its elements are I; by
 * the other order the lines are I, and 4 more for the upper threads. */
static void run_quads(const matrix_shape_t *shape, uint64_t *registers) {
    const uint32_t first_b = first_register(shape, MATRIX_B),
                   first_c = first_register(shape, MATRIX_C),
                   first_d = first_register(shape, MATRIX_D);
    for (uint32_t quad = 0; quad < 4; quad++) {
        double a[8][4], b[8][4];
        uint32_t lanes[8];
        for (uint32_t t = 0; t < 8; t++) {
            lanes[t] = 4 * quad + t % 4 + t / 4 * 16;
            for (uint32_t i = 0; i < 4; i++) {
                const uint64_t *at = registers + (size_t)(i / 2) * PTX_LANES + lanes[t];
                const double in_a = half_value((uint16_t)(at[0] >> 16 * (i % 2))),
                             in_b = half_value(
                                 (uint16_t)(at[(size_t)first_b * PTX_LANES] >> 16 * (i % 2)));
                const uint32_t line = i + t / 4 * 4;
                *(shape->a_by_columns ? &a[line][t % 4] : &a[t][i]) = in_a;
                *(shape->b_by_rows ? &b[line][t % 4] : &b[t][i]) = in_b;
            }
        }
        for (uint32_t t = 0; t < 8; t++)
            for (uint32_t i = 0; i < 8; i++) {
                const bool wide_c = shape->c == MATRIX_F32, wide_d = shape->d == MATRIX_F32;
                const uint32_t row = t % 2 + (i & 2) + (t & 4), column = (i & 4) + (t & 2) + i % 2;
                /* where the element at (row, column), or (t, i), lies in halves */
                const uint32_t r = wide_d ? row : t, n = wide_d ? column : i;
                const uint32_t c_thread = wide_c ? (r & 5) | (n & 2) : r,
                               c_slot = wide_c ? (n & 5) | (r & 2) : n;
                const uint64_t held =
                    registers[(size_t)(first_c + (wide_c ? c_slot : c_slot / 2)) * PTX_LANES +
                              lanes[c_thread]];
                double sum = wide_c ? float_value(PTX_F32, held, false)
                                    : half_value((uint16_t)(held >> 16 * (c_slot % 2)));
                for (uint32_t k = 0; k < 4; k++) sum += a[r][k] * b[n][k];
                uint64_t *to = registers + (size_t)(first_d + (wide_d ? i : i / 2)) * PTX_LANES +
                               lanes[t];
                const uint64_t result = element_bits(shape, sum);
                *to = wide_d || i % 2 == 0 ? result : *to | result << 16;
            }
    }
}

bool run_product(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    const matrix_shape_t shape = matrix_shape_unpack(run->source[1][0]);
    uint64_t *registers = run->frame->registers + (size_t)instruction->source[0].place * PTX_LANES;
    double a[SIDE][LENGTH], b[SIDE][LENGTH], c[SIDE][LENGTH];
    if (shape.quads) {
        run_quads(&shape, registers);
        return true;
    }
    read_part(&shape, MATRIX_C, registers, shape.rows, shape.columns, c);
    if (matrix_element_bits(shape.a) < 8 && !shape.sparse) {
        add_narrow(&shape, registers, c);
        write_part(&shape, registers, c);
        return true;
    }
    if (matrix_element_bits(shape.a) >= 8) {
        read_part(&shape, MATRIX_A, registers, shape.rows, shape.depth / (shape.sparse ? 2 : 1), a);
        read_part(&shape, MATRIX_B, registers, shape.columns, shape.depth, b);
    }
    if (shape.sparse) {
        add_sparse(&shape, registers, a, b, c);
        write_part(&shape, registers, c);
        return true;
    }
    for (uint32_t row = 0; row < shape.rows; row++)
        for (uint32_t column = 0; column < shape.columns; column++)
            for (uint32_t k = 0; k < shape.depth; k++) c[row][column] += a[row][k] * b[column][k];
    write_part(&shape, registers, c);
    return true;
}

/* Lane l takes elements 2·(l mod 4) and the next of row l/4 of each matrix; transposed: of column
 * l/4. Row r of matrix m was read by lane 8·m + r. */
bool run_rows(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    const bool transposed = instruction->mode == PTX_IDX;
    uint64_t taken[PTX_MAX_VECTOR][PTX_LANES];
    for (uint32_t m = 0; m < instruction->vector; m++)
        for (uint32_t l = 0; l < PTX_LANES; l++) {
            uint32_t value = (uint32_t)run->source[l % 4][8 * m + l / 4];
            if (transposed) {
                const uint32_t word = l / 4 / 2, shift = 16 * (l / 4 % 2),
                               row = 8 * m + 2 * (l % 4);
                value = ((uint32_t)run->source[word][row] >> shift & 0xffff) |
                        ((uint32_t)run->source[word][row + 1] >> shift & 0xffff) << 16;
            }
            taken[m][l] = value;
        }
    for (uint32_t m = 0; m < instruction->vector; m++) {
        uint64_t *to = destination_lanes(run, m);
        EACH_LANE(run, to[l] = taken[m][l]);
    }
    return true;
}
