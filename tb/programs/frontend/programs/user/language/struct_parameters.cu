// Large structs by value: nested arrays, mixed alignments, bool and char, unions, pointers inside, a 3 KB parameter.
#include <cstdio>
#include <cstring>
struct Inner {
    char tag;
    double value;
    short list[3];
};
struct Settings {
    bool on;
    Inner inner[4];
    float3 direction;
    union {
        int i;
        float f;
    } any;
    const int *table;
    unsigned long long big;
    char name[11];
};
struct Huge {
    int values[750];
};
struct __align__(16) Wide {
    float a, b, c;
};
__global__ void use(char first, Settings s, short second, Wide w, double *out, bool last) {
    int i = threadIdx.x;
    double sum =
        first + second + w.a * w.b + w.c + (last ? 1000 : 0) + s.any.i + s.table[i] + (double)s.big + s.direction.z;
    for (const Inner &x : s.inner) sum += x.tag + x.value * x.list[i % 3];
    if (s.on) sum += s.name[i % 11];
    s.inner[i % 4].value = i; /* the copy is the thread's own */
    out[i] = sum + s.inner[i % 4].value;
}
__global__ void use_huge(Huge h, int *out) {
    for (int i = threadIdx.x; i < 750; i += blockDim.x) out[i] = h.values[(i * 7) % 750];
}
int main() {
    int table[32], *d_table, *d_out, got[750], wrong = 0;
    double *d, h[32];
    Settings s;
    Huge huge;
    Wide w = {1.5f, 2.0f, -3.0f};
    memset(&s, 0, sizeof s);
    s.on = true;
    s.direction = make_float3(1, 2, 3.25f);
    s.any.i = 77;
    s.big = 1ull << 40;
    strcpy(s.name, "structures");
    for (int i = 0; i < 4; i++) {
        s.inner[i].tag = (char)(i - 2);
        s.inner[i].value = 0.5 * i;
        for (int k = 0; k < 3; k++) s.inner[i].list[k] = (short)(100 * i - k);
    }
    for (int i = 0; i < 32; i++) table[i] = i * i;
    for (int i = 0; i < 750; i++) huge.values[i] = 3 * i;
    cudaMalloc(&d_table, sizeof table);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&d_out, sizeof got);
    cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice);
    s.table = d_table;
    use<<<1, 32>>>('A', s, -5, w, d, true);
    use_huge<<<1, 64>>>(huge, d_out);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        double sum = 'A' - 5 + 3.0 - 3.0 + 1000 + 77 + table[i] + (double)(1ull << 40) + 3.25 + s.name[i % 11] + i;
        for (int k = 0; k < 4; k++) sum += s.inner[k].tag + s.inner[k].value * s.inner[k].list[i % 3];
        wrong += h[i] != sum;
    }
    for (int i = 0; i < 750; i++) wrong += got[i] != 3 * ((i * 7) % 750);
    printf("wrong %d\n", wrong);
}
