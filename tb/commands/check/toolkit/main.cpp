/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime.h>
#include <stdio.h>
void launch(float4 *data);
int main() {
    float4 *data, host = make_float4(1, 2, 3, 4);
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, &host, sizeof host, cudaMemcpyHostToDevice);
    launch(data);
    cudaMemcpy(&host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host.x + host.y + host.z + host.w);
    return cudaDeviceSynchronize();
}
