// chance: pi by Monte Carlo: 2^14 threads draw 200 points each.
__global__ void count(unsigned long long *inside, int points) {
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
    int mine = 0;
    for (int i = 0; i < points; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        const float x = (state >> 8) * (1.f / 16777216);
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        const float y = (state >> 8) * (1.f / 16777216);
        if (x * x + y * y <= 1) mine++;
    }
    atomicAdd(inside, (unsigned long long)mine);
}
int main() {
    unsigned long long *inside;
    cudaMalloc(&inside, sizeof *inside);
    cudaMemset(inside, 0, sizeof *inside);
    count<<<64, 256>>>(inside, 200);
    return cudaDeviceSynchronize();
}
