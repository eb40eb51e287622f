// Constructors of static objects launch kernels and copy to symbols, before main and in the order of their definitions.
#include <cstdio>

__device__ int steps[4], count;
__constant__ int scale = 10;
__managed__ int shared_with_host = 5;

__global__ void note(int value) { steps[count++] = scale * value; }

struct Early {
    explicit Early(int value) {
        if (value == 2) {
            const int other = 100;
            cudaMemcpyToSymbol(scale, &other, sizeof other);
        }
        note<<<1, 1>>>(value);
    }
};
static Early first(1), second(2);
static int seen_early = [] {
    int value = 0;
    cudaMemcpyFromSymbol(&value, steps, sizeof value);
    return value + shared_with_host;
}();

int main() {
    int host[4];
    cudaMemcpyFromSymbol(host, steps, sizeof host);
    const int wrong = (host[0] != 10) + (host[1] != 200) + (seen_early != 15) + (cudaGetLastError() != cudaSuccess);
    printf("%d %d %d\n", host[0], host[1], seen_early);
    printf("wrong %d\n", wrong);
    return 0;
}
