// Words of which a part is written: what matters is whether an unwritten byte is used. A bit field set in unwritten
// memory, a structure with padding copied by words, one byte of a word used are right; the byte beside it is not.
// right: -DFIXED, the byte that is written.
// finding: uninitialised/global 1
#include <cstdio>
struct Bits {
    unsigned a : 4, b : 12, c : 16;
};
struct Padded {
    char c;
    short s;
};
__global__ void parts(int *out, Bits *bits, Padded *padded, unsigned char *bytes) {
    const int t = threadIdx.x;
    bits[t].a = t & 15;
    Bits all;
    all.a = t;
    all.b = 2 * t;
    all.c = 3 * t;
    bits[t + 32] = all;
    padded[t].c = 1;
    padded[t].s = t;
    const Padded copy = padded[t];
    padded[t + 32] = copy;
    bytes[4 * t] = 7;
    const int word = ((int *)bytes)[t]; // FOUND
#ifdef FIXED
    const int part = word & 0xff;
#else
    const int part = (word >> 8 & 0xff) + 7;
#endif
    const int other = __shfl_xor_sync(0xffffffffu, word, 1) & 0xff;
    out[t] = bits[t].a + bits[t + 32].c + padded[t + 32].s + padded[t + 32].c + part + other;
}
int main() {
    int *out, host[32], wrong = 0;
    void *fresh[3];
    for (void *&memory : fresh) cudaMalloc(&memory, 256);
    cudaMalloc(&out, sizeof host);
    parts<<<1, 32>>>(out, (Bits *)fresh[0], (Padded *)fresh[1], (unsigned char *)fresh[2]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 32; t++) wrong += host[t] != t % 16 + 3 * t + t + 1 + 7 + 7;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
