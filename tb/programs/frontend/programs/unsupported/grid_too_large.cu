// A cooperative launch of more blocks than the machine holds.
#include <cooperative_groups.h>
__global__ void meet() { cooperative_groups::this_grid().sync(); }
int main() { return cudaLaunchCooperativeKernel(meet, dim3(5000), dim3(64), nullptr) == cudaErrorCooperativeLaunchTooLarge ? 0 : 1; }
