// narrow_fragments.cu: products of matrices of 4 bits and of 1 bit: wmma's fragments, and mma of every shape in inline PTX.
#include <cstdio>
#include <cstdlib>
#include <mma.h>

using namespace nvcuda;
using namespace nvcuda::wmma::experimental;
enum { WORDS = 8 };     // of a line of A or B: 256 bits
static unsigned *a, *b; // 16 rows of A, 8 columns of B
static int *d, wrong;

// Lines of K elements, in steps of four words.
template <class T> __global__ void nibbles(const unsigned *a, const unsigned *b, int *d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fd;
    wmma::fill_fragment(fd, 5);
    for (int word = 0; word < WORDS; word += 4) {
        wmma::load_matrix_sync(fa, a + word, 64);
        wmma::load_matrix_sync(fb, b + word, 64);
        wmma::mma_sync(fd, fa, fb, fd);
    }
    wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
}
template <bmmaBitOp operation> __global__ void bits(const unsigned *a, const unsigned *b, int *d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fd;
    wmma::fill_fragment(fd, 5);
    for (int word = 0; word < WORDS; word += 4) {
        wmma::load_matrix_sync(fa, a + word, 256);
        wmma::load_matrix_sync(fb, b + word, 256);
        wmma::bmma_sync(fd, fa, fb, fd, operation, bmmaAccumulateOpPOPC);
    }
    wmma::store_matrix_sync(d, fd, 8, wmma::mem_col_major);
}

// As PTX lays them out: four lanes hold a row of A, C and D, a column of B.
#define WIDE(kernel, name)                                                                                            \
    __global__ void kernel(const unsigned *a, const unsigned *b, int *d) {                                            \
        const int g = threadIdx.x / 4, t = threadIdx.x % 4;                                                          \
        int r[4] = {5, 5, 5, 5};                                                                                      \
        asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                \
                     : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])                                                 \
                     : "r"(a[8 * g + t]), "r"(a[8 * g + 64 + t]), "r"(a[8 * g + t + 4]), "r"(a[8 * g + 68 + t]),      \
                       "r"(b[8 * g + t]), "r"(b[8 * g + t + 4]));                                                     \
        for (int i = 0; i < 4; i++) d[8 * g + 2 * t + i / 2 * 64 + i % 2] = r[i];                                     \
    }
WIDE(s4_wide, "m16n8k64.row.col.satfinite.s32.s4.s4.s32")
WIDE(mixed_wide, "m16n8k64.row.col.s32.u4.s4.s32")
WIDE(xor_wide, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc")
WIDE(and_wide, "m16n8k256.row.col.s32.b1.b1.s32.and.popc")
__global__ void halves(const unsigned *a, const unsigned *b, int *d) { // half the depth at a time
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;
    int r[4] = {5, 5, 5, 5};
    for (int k = t; k < WORDS; k += 4)
        asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                     : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
                     : "r"(a[8 * g + k]), "r"(a[8 * g + 64 + k]), "r"(b[8 * g + k]));
    for (int i = 0; i < 4; i++) d[8 * g + 2 * t + i / 2 * 64 + i % 2] = r[i];
}
__global__ void small(const unsigned *a, const unsigned *b, int *d) {
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;
    int r[2] = {5, 5};
    for (int k = t; k < WORDS; k += 4)
        asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+r"(r[0]), "+r"(r[1]) : "r"(a[8 * g + k]), "r"(b[8 * g + k]));
    for (int i = 0; i < 2; i++) d[8 * g + 2 * t + i] = r[i];
}

static int nibble(unsigned word, int i, bool is_signed) {
    const int value = word >> 4 * i & 15;
    return is_signed && value > 7 ? value - 16 : value;
}
enum { S4, U4, XOR, AND, US4, SU4 };
static void compare(const char *name, int kind, int rows, bool turned = false) {
    cudaDeviceSynchronize();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 8; j++) {
            int sum = 5;
            for (int word = 0; word < WORDS; word++) {
                const unsigned x = a[i * WORDS + word], y = b[j * WORDS + word];
                if (kind == XOR || kind == AND) sum += __builtin_popcount(kind == XOR ? x ^ y : x & y);
                else
                    for (int k = 0; k < 8; k++)
                        sum += nibble(x, k, kind == S4 || kind == SU4) * nibble(y, k, kind == S4 || kind == US4);
            }
            if (d[turned ? j * 8 + i : i * 8 + j] == sum) continue;
            printf("%s: %d, %d\n", name, i, j);
            wrong++;
        }
}

int main() {
    cudaMallocManaged(&a, 16 * WORDS * sizeof(unsigned));
    cudaMallocManaged(&b, 8 * WORDS * sizeof(unsigned));
    cudaMallocManaged(&d, 16 * 8 * sizeof(int));
    for (int i = 0; i < 16 * WORDS; i++) a[i] = (unsigned)rand() * 2654435761u;
    for (int i = 0; i < 8 * WORDS; i++) b[i] = (unsigned)rand() * 2654435761u;
#define CASE(kernel, ...)             \
    kernel<<<1, 32>>>(a, b, d);       \
    compare(#kernel, __VA_ARGS__)
    CASE(nibbles<precision::s4>, S4, 8);
    CASE(nibbles<precision::u4>, U4, 8);
    CASE(bits<bmmaBitOpXOR>, XOR, 8, true);
    CASE(bits<bmmaBitOpAND>, AND, 8, true);
    CASE(s4_wide, S4, 16);
    CASE(mixed_wide, US4, 16);
    CASE(xor_wide, XOR, 16);
    CASE(and_wide, AND, 16);
    CASE(halves, XOR, 16);
    CASE(small, SU4, 8);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
