// Local memory: an array of which a function fills a part, a frame that an earlier call has left, memory of alloca; copies of
// structures with padding are none.
// finding: uninitialised/local 1
// finding: uninitialised/local 1
struct Part {
    char kind;
    int value[5];
    double scale;
};
#ifdef FIXED
#define FILLED 5
#else
#define FILLED 3
#endif
__device__ __noinline__ void fill(int *value, int n) {
    for (int i = 0; i < n; i++) value[i] = i;
}
__device__ __noinline__ int product(const Part *p, int i) {
    return p->value[i] * (int)p->scale; // FOUND
}
__global__ void part(int *out, int i) {
    Part p;
    p.kind = 1;
    p.scale = 2;
    fill(p.value, FILLED);
    Part copy = p;
    out[0] = product(&copy, i);
}
__device__ __noinline__ int left(int i, bool write) { // the frame of the first call lies there still in the second
    int value[8];
    if (write) fill(value, 8);
    return value[i] + 1; // FOUND
}
__global__ void again(int *out, int i) {
    out[1] = left(i, true);
#ifdef FIXED
    out[2] = left(i, true);
#else
    out[2] = left(i, false);
#endif
}
__device__ int depth(int n) { // each call has a frame of its own
    int value[4];
    value[n & 3] = n;
    return n == 0 ? 0 : depth(n - 1) + value[n & 3];
}
__global__ void deep(int *out) { out[3 + threadIdx.x] = depth(threadIdx.x % 5); }
int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    part<<<1, 1>>>(out, 4);
    again<<<1, 1>>>(out, 4);
    deep<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
