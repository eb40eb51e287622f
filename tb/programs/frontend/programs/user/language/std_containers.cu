// cuda::std::bitset and inplace_vector, on the device and on the host.
// options: -std=c++17
#include <cstdio>
#include <cuda/std/bitset>
#include <cuda/std/inplace_vector>
__host__ __device__ int work(int i) {
    cuda::std::bitset<100> a, b(0xf0f0ull);
    a.set(i % 100).set(99).flip(3);
    a[50] = i % 2;
    a |= b << 60;
    a ^= b >> 4;
    int r = (int)a.count() + 1000 * (int)(~a).count() + a.test(99) * 7 + (a == b) + (a & b).any() * 3 + (int)((a >> 64).to_ullong() & 31);
    a.reset();
    r += a.none() + a.set().all() * 2 + (int)a.size();
    cuda::std::inplace_vector<int, 8> v;
    for (int k = 0; k < i % 8; k++) v.push_back(k * i);
    cuda::std::inplace_vector<int, 8> w(v);
    w.resize(6, 9);
    w.erase(w.begin() + 1);
    w.pop_back();
    for (int e : w) r = r * 3 + e;
    while (v.try_push_back(1)) r++;
    return r + (int)(v.size() * 5 + w.back() + w.capacity()) + v.empty();
}
__global__ void kernel(int *to) { to[threadIdx.x] = work(threadIdx.x); }
int main() {
    int *to, wrong = 0;
    cudaMallocManaged(&to, 64 * sizeof *to);
    kernel<<<1, 64>>>(to);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) wrong += to[i] != work(i);
    wrong += work(5) == work(6) || work(1) == 0;
    printf("wrong %d\n", wrong);
}
