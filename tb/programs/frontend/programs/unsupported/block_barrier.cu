#include <cuda/barrier> // HERE
__global__ void wait() { __shared__ cuda::barrier<cuda::thread_scope_block> b; b.arrive_and_wait(); }
int main() { wait<<<1, 32>>>(); }
