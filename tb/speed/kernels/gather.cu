// gather: sums of eight elements through an index array of 2^18 scattered numbers, 4 launches.
__global__ void fill(int *index, float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned hash = i * 2654435761u;
    hash = (hash ^ hash >> 13) * 0x85ebca6bu;
    index[i] = (hash ^ hash >> 16) % n;
    x[i] = i;
}
__global__ void gather(const int *index, const float *x, float *sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < 8; k++) s += x[index[(i + k * 7919) % n]];
    sum[i] = s;
}
int main() {
    const int n = 1 << 18;
    int *index;
    float *x, *sum;
    cudaMalloc(&index, n * sizeof *index);
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&sum, n * sizeof *sum);
    fill<<<n / 256, 256>>>(index, x, n);
    for (int launch = 0; launch < 4; launch++) gather<<<n / 256, 256>>>(index, x, sum, n);
    return cudaDeviceSynchronize();
}
