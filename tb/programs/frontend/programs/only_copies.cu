// only_copies.cu: memory is filled and copied, and no kernel is launched: a program that ran, with nothing to check.
#include <cstdio>

int main() {
    int *device, host[4] = {1, 2, 3, 4};
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(device, 0, 2 * sizeof *host);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    puts(host[0] == 0 && host[1] == 0 && host[2] == 3 && host[3] == 4 ? "right" : "wrong");
    cudaFree(device);
    return 0;
}
