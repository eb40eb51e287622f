// Phases of a block: what one leaves out between two of them. And updates of a word, as algorithms have them.
#include "repairs.h"
#include <cuda/barrier>
// case: zeroed | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void zeroed(int *w) {
    __shared__ int bin[64];
    if (threadIdx.x >= 64) bin[threadIdx.x - 64] = 0;
    MISSING;
    atomicAdd(&bin[threadIdx.x * 7 % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&w[threadIdx.x], bin[threadIdx.x]);
}
// case: double_buffer | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void double_buffer(int *w) {
    __shared__ float a[128], b[128];
    float *from = a, *to = b;
    const int t = threadIdx.x;
    from[t] = w[t];
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        to[t] = from[t] + from[(t + 33) % 128];
        float *swap = from; from = to; to = swap;
        MISSING;
    }
    w[1024 + blockIdx.x * 128 + t] = from[t];
}
// case: matmul | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void matmul(int *w) {
    __shared__ int a[16][16], b[16][16];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    int sum = 0;
    for (int tile = 0; tile < 4; tile++) {
        a[y][x] = w[y * 64 + tile * 16 + x];
        b[y][x] = w[4096 + (tile * 16 + y) * 64 + x];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += a[y][k] * b[k][x];
        MISSING;
    }
    w[8192 + blockIdx.x * 256 + threadIdx.x] = sum;
}
// case: again | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void again(int *w) {
    __shared__ int value;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x == 0) value = i * 3;
        __syncthreads();
        sum += value;
        MISSING;
    }
    w[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// case: changed | __syncthreads() between|combine the values by an atomic | s/MISSING/__syncthreads()/;s/more = 1;/atomicExch(\&more, 1);/
__global__ void changed(int *w) {
    __shared__ int more;
    int left = threadIdx.x / 8;
    do {
        if (threadIdx.x == 0) more = 0;
        __syncthreads();
        if (left > 0) { left--; more = 1; }
        __syncthreads();
        const int go = more;
        MISSING;
        if (!go) break;
    } while (true);
    w[blockIdx.x * blockDim.x + threadIdx.x] = left;
}
// case: block_sum | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void block_sum(int *w) {
    __shared__ int part[4];
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    MISSING;
    if (threadIdx.x < 4) {
        v = part[threadIdx.x];
        for (int d = 2; d > 0; d /= 2) v += __shfl_down_sync(0xf, v, d);
        if (threadIdx.x == 0) w[blockIdx.x] = v;
    }
}
// case: group | __syncthreads() between | s/MISSING/cg::sync(block)/
__global__ void group(int *w) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int data[96];
    data[block.thread_rank()] = block.thread_rank();
    MISSING;
    w[blockIdx.x * 96 + block.thread_rank()] = data[(block.thread_rank() + 32) % 96];
}
// case: rounds | __syncthreads() between | s/MISSING/__syncthreads()/
__global__ void rounds(int *w) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int total = 0;
    for (int r = 0; r < 3; r++) {
        if (threadIdx.x % (r + 2) == 0) atomicAdd(&count, 1);
        __syncthreads();
        total += count;
        MISSING;
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
    }
    w[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
// case: halo_tile | __syncthreads() between|__syncwarp() | s/MISSING/__syncthreads()/
__global__ void halo_tile(int *w) {
    __shared__ int t[18][18];
    const int x = threadIdx.x % 16 + 1, y = threadIdx.x / 16 + 1;
    t[y][x] = w[threadIdx.x];
    if (y == 1) t[0][x] = t[17][x] = 0;
    if (x == 1) t[y][0] = t[y][17] = 0;
    MISSING;
    w[1024 + blockIdx.x * 256 + threadIdx.x] = t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1];
}
// case: bitonic | __syncthreads() between|__syncwarp() | s/MISSING/__syncthreads()/
__global__ void bitonic(int *w) {
    __shared__ int v[128];
    const int t = threadIdx.x;
    v[t] = (t * 37) % 128;
    __syncthreads();
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int o = t ^ j;
            if (o > t && (v[t] > v[o]) == ((t & k) == 0)) { const int x = v[t]; v[t] = v[o]; v[o] = x; }
            MISSING;
        }
    w[blockIdx.x * 128 + t] = v[t];
}
// case: barrier_object | __syncthreads() between | s/MISSING/ready.arrive_and_wait()/
__global__ void barrier_object(int *w) {
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    __shared__ int data[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    data[threadIdx.x] = threadIdx.x;
    MISSING;
    w[blockIdx.x * 64 + threadIdx.x] = data[threadIdx.x ^ 32];
}
// case: nearest | make it an atomic | s/if (d < w\[5\]) w\[5\] = d;/atomicMin(\&w[5], d);/
__global__ void nearest(int *w) {
    int d = (blockIdx.x * blockDim.x + threadIdx.x) * 37 % 101 - 200;
    if (threadIdx.x % 32 == 7)
        if (d < w[5]) w[5] = d;
}
// case: append | make it an atomic|let one thread write | s/const int at = (\*tail)++;/const int at = atomicAdd(tail, 1);/
__global__ void append(int *w) {
    int *tail = w, *queue = w + 64;
    if (threadIdx.x % 32 == 3) {
        const int at = (*tail)++;
        queue[at] = blockIdx.x;
    }
}
// case: merge | make it an atomic | s/w\[threadIdx.x\] += bin\[threadIdx.x\];/atomicAdd(\&w[threadIdx.x], bin[threadIdx.x]);/
__global__ void merge(int *w) {
    __shared__ int bin[64];
    if (threadIdx.x < 64) bin[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bin[threadIdx.x * 7 % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64) w[threadIdx.x] += bin[threadIdx.x];
}
// case: labels | make that one atomic | s/if (w.j. > -i) w.j. = -i;/atomicMin(\&w[j], -i);/
__global__ void labels(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = i / 2;
    if (w[j] > -i) w[j] = -i;
    w[4096 + i] = j;
}
// case: peek | read it by one, too | s/if (w.0. < 1000)/if (atomicAdd(w, 0) < 1000)/
__global__ void peek(int *w) {
    if (threadIdx.x % 32 == 0) {
        if (w[0] < 1000) atomicAdd(w, 1);
    }
}
// case: push | make it an atomic|let one thread write | s/w\[1 + i\] = w\[0\];//;s/w\[0\] = i;/w[1 + i] = atomicExch(w, i);/
__global__ void push(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0) {
        w[1 + i] = w[0];
        w[0] = i;
    }
}
int main() {
    run(zeroed, 2, 128);
    run(double_buffer, 2, 128);
    run(matmul, 2, 256);
    run(again, 2, 128);
    run(changed, 2, 128);
    run(block_sum, 2, 128);
    run(group, 2, 96);
    run(rounds, 2, 128);
    run(halo_tile, 2, 256);
    run(bitonic, 2, 128);
    run(barrier_object, 2, 64);
    run(nearest, 3, 64);
    run(append, 3, 64);
    run(merge, 3, 128);
    run(labels, 3, 64);
    run(peek, 3, 64);
    run(push, 3, 64);
}
