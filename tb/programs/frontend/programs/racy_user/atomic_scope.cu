// cuda::atomic of block scope shared by blocks. rule: d
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_block> counter{0};
__global__ void count() {
    counter.fetch_add(1, cuda::memory_order_relaxed); // RACE
}
int main() { count<<<4, 32>>>(); }
