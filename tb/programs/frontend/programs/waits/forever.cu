// Runs until it is interrupted: one launch after the other.
#include <unistd.h>
__device__ int counter;
__global__ void count() { atomicAdd(&counter, 1); }
int main() { for (;;) { count<<<1, 32>>>(); usleep(1000); } }
