// A variable that the compiler hides from the host: one clear error instead of a wrong value.
#include <cstdio>
namespace { __device__ int hidden; }
__global__ void write() { hidden = 5; }
int main() { int value = 0; write<<<1, 1>>>(); cudaMemcpyFromSymbol(&value, hidden, sizeof value); printf("never printed %d\n", value); }
