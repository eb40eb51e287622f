/* SPDX-License-Identifier: Apache-2.0 */
/* matrix.c: products of matrices in registers, and the rows that ldmatrix has read.
 *
 * All lanes of the warp take part. Products are exact; their sum has the precision of double and is
 * rounded once, to the type of D: at least as precise as the hardware, whose order of summation is
 * not stated. Integers are exact, modulo 2^32 or saturated.
 */
#include "sim/core/warp.h"

#include "sim/ptx/matrix_shape.h"

enum { SIDE = 32 };

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
                      uint32_t lines, uint32_t length, double values[SIDE][SIDE]) {
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
                       double values[SIDE][SIDE]) {
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
                       double c[SIDE][SIDE]) {
    for (uint32_t row = 0; row < shape->rows; row++)
        for (uint32_t column = 0; column < shape->columns; column++)
            for (uint32_t k = 0; k < shape->depth; k++) {
                const int32_t a = narrow_element(shape, MATRIX_A, registers, row, k),
                              b = narrow_element(shape, MATRIX_B, registers, column, k);
                const bool differ = shape->a == MATRIX_B1 && !shape->conjunction;
                c[row][column] += differ ? a ^ b : a * b;
            }
}

bool run_product(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    const matrix_shape_t shape = matrix_shape_unpack(run->source[1][0]);
    uint64_t *registers = run->frame->registers + (size_t)instruction->source[0].place * PTX_LANES;
    double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
    read_part(&shape, MATRIX_C, registers, shape.rows, shape.columns, c);
    if (matrix_element_bits(shape.a) < 8) {
        add_narrow(&shape, registers, c);
        write_part(&shape, registers, c);
        return true;
    }
    read_part(&shape, MATRIX_A, registers, shape.rows, shape.depth, a);
    read_part(&shape, MATRIX_B, registers, shape.columns, shape.depth, b);
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
