// code_for_targets.cu: <nv/target> chooses code for the host and for architectures.
#include <cstdio>
#include <nv/target>

__host__ __device__ static int where() {
    int result = 0;
    NV_IF_TARGET(NV_IS_DEVICE, (result = 2;), (result = 1;))
    NV_IF_TARGET(NV_IS_HOST, (result += 4;));
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (result += 90;), NV_PROVIDES_SM_80, (result += 80;), NV_IS_HOST, (result += 10;),
                       NV_ANY_TARGET, (result += 1000;))
    return result;
}
__global__ void ask(int *to) { *to = where(); }

int main() {
    int *device, host = 0;
    cudaMalloc((void **)&device, sizeof host);
    ask<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    const int wrong = (host != 82) + (where() != 15);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
