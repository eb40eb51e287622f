// Conway's life on a torus, 32 cells a word with bit-parallel adders; two buffers whose pointers are swapped.
#include <cstdio>
#include <utility>
#include <vector>
__device__ void add(unsigned cell, unsigned &ones, unsigned &twos, unsigned &fours) {
    unsigned carry = ones & cell;
    ones ^= cell;
    unsigned carry2 = twos & carry;
    twos ^= carry;
    fours |= carry2;
}
__global__ void step(const unsigned *in, unsigned *out, int words, int rows) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= rows) return;
    unsigned ones = 0, twos = 0, fours = 0, self = in[y * words + x];
    for (int dy = -1; dy <= 1; dy++) {
        const unsigned *row = in + (y + dy + rows) % rows * words;
        unsigned middle = row[x], left = __funnelshift_l(row[(x + words - 1) % words], middle, 1),
                 right = __funnelshift_r(middle, row[(x + 1) % words], 1);
        add(left, ones, twos, fours);
        add(right, ones, twos, fours);
        if (dy) add(middle, ones, twos, fours);
    }
    out[y * words + x] = ~fours & twos & (ones | self);
}
int main() {
    const int words = 3, columns = 96, rows = 40;
    std::vector<unsigned> a(words * rows, 0), got(words * rows);
    std::vector<int> c(columns * rows), t;
    int wrong = 0;
    for (int i = 0; i < columns * rows; i++) {
        c[i] = (unsigned)i * 2654435761u >> 29 < 3;
        if (c[i]) a[i / 32] |= 1u << i % 32;
    }
    unsigned *p, *q;
    cudaMalloc(&p, a.size() * 4);
    cudaMalloc(&q, a.size() * 4);
    cudaMemcpy(p, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
    for (int g = 0; g < 6; g++) {
        step<<<dim3(1, 5), dim3(4, 8)>>>(p, q, words, rows);
        std::swap(p, q);
        t = c;
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                int n = -t[y * columns + x];
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        n += t[(y + dy + rows) % rows * columns + (x + dx + columns) % columns];
                c[y * columns + x] = n == 3 || (n == 2 && t[y * columns + x]);
            }
    }
    cudaMemcpy(got.data(), p, got.size() * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < columns * rows; i++) wrong += (int)(got[i / 32] >> i % 32 & 1) != c[i];
    printf("wrong %d\n", wrong);
}
