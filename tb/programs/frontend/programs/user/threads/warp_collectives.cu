// Votes, matches, reductions, active masks and shuffles of every type, whole warps and parts of them.
#include <cstdio>
__global__ void votes(unsigned *out) {
    int lane = threadIdx.x % 32;
    unsigned *o = out + threadIdx.x * 12;
    o[0] = __ballot_sync(~0u, lane % 3 == 0);
    o[1] = __all_sync(~0u, lane < 32);
    o[2] = __any_sync(~0u, lane == 31);
    o[3] = __uni_sync(~0u, lane < 16);
    o[4] = __match_any_sync(~0u, lane / 5);
    int agree;
    o[5] = __match_all_sync(~0u, lane & 0, &agree) + agree;
    o[6] = __match_all_sync(~0u, (long long)lane, &agree) + agree;
    o[7] = __reduce_add_sync(~0u, (unsigned)lane);
    o[8] = (unsigned)__reduce_min_sync(~0u, 5 - lane);
    o[9] = __reduce_xor_sync(~0u, 1u << lane);
    if (lane % 2) {
        unsigned active = __activemask();
        o[10] = active;
        o[11] = __ballot_sync(0xaaaaaaaau, lane > 10);
    } else {
        o[10] = __match_any_sync(0x55555555u, 1.5 * (lane / 8));
        __syncwarp(0x55555555u);
        o[11] = __reduce_max_sync(0x55555555u, (unsigned)lane);
    }
}
template <typename T> __device__ T all_shuffles(T value) {
    return __shfl_sync(~0u, value, 7) + __shfl_up_sync(~0u, value, 3) + __shfl_down_sync(~0u, value, 5) +
           __shfl_xor_sync(~0u, value, 9) + __shfl_sync(~0u, value, 2, 8) + __shfl_up_sync(~0u, value, 1, 4) +
           __shfl_down_sync(~0u, value, 2, 16) + __shfl_xor_sync(~0u, value, 1, 2);
}
template <typename T> T expected(T (*value)(int), int lane) {
    auto up = [&](int d, int w) { return lane % w < d ? lane : lane - d; };
    auto down = [&](int d, int w) { return lane % w + d >= w ? lane : lane + d; };
    return value(7) + value(up(3, 32)) + value(down(5, 32)) + value(lane ^ 9) + value(lane / 8 * 8 + 2) +
           value(up(1, 4)) + value(down(2, 16)) + value(lane ^ 1);
}
template <typename T> __host__ __device__ T value_of(int lane) { return (T)(lane * lane) * (T)1003 - (T)(lane * 3); }
template <typename T> __global__ void shuffle(T *out) { out[threadIdx.x] = all_shuffles(value_of<T>(threadIdx.x)); }
template <typename T> int check() {
    T *d, h[32];
    int wrong = 0;
    cudaMalloc(&d, sizeof h);
    shuffle<T><<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int l = 0; l < 32; l++) wrong += h[l] != expected<T>(value_of<T>, l);
    return wrong;
}
int main() {
    unsigned h[64 * 12], *d;
    int wrong = check<int>() + check<unsigned>() + check<float>() + check<double>() + check<long long>() +
                check<unsigned long long>() + check<long>();
    cudaMalloc(&d, sizeof h);
    votes<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; t++) {
        int lane = t % 32;
        const unsigned *o = h + t * 12;
        unsigned same = 0, eights = 0;
        for (int l = 0; l < 32; l++) {
            same |= (unsigned)(l / 5 == lane / 5) << l;
            eights |= (unsigned)(l % 2 == 0 && l / 8 == lane / 8) << l;
        }
        wrong += o[0] != 0x49249249u || o[1] != 1 || o[2] != 1 || o[3] != 0 || o[4] != same || o[5] != ~0u + 1 ||
                 o[6] != 0 || o[7] != 496 || o[8] != (unsigned)-26 || o[9] != ~0u;
        wrong += o[10] != (lane % 2 ? 0xaaaaaaaau : eights) || o[11] != (lane % 2 ? 0xaaaaa800u : 30);
    }
    printf("wrong %d\n", wrong);
}
