// Reads numbers from standard input and a factor from the command line; the device adds them up.
#include <cstdio>
#include <cstdlib>
__global__ void add_up(const int *values, int n, int *sum) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, values[i]);
}
int main(int argc, char **argv) {
    int factor = argc > 1 ? atoi(argv[1]) : 1, values[64], n = 0, sum = 0, *device, *device_sum;
    while (n < 64 && scanf("%d", &values[n]) == 1) n++;
    cudaMalloc((void **)&device, sizeof values);
    cudaMalloc((void **)&device_sum, sizeof(int));
    cudaMemcpy(device, values, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(device_sum, 0, sizeof(int));
    add_up<<<1, 32>>>(device, n, device_sum);
    cudaMemcpy(&sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d numbers, factor * sum = %d\n", n, factor * sum);
    fprintf(stderr, "this goes to standard error\n");
    return 0;
}
