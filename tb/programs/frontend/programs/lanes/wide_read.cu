// wide_read.cu: the second word of an access of 8 bytes races, and the report names its lane.
__global__ void count(unsigned int *words, unsigned long long *seen) {
    if (threadIdx.x % 32 == 3) {
        atomicAdd(words + 1, 1u);
        seen[threadIdx.x / 32 + 2 * blockIdx.x] = *(const unsigned long long *)words; // RACE
    }
}
int main() {
    unsigned int *words;
    unsigned long long *seen;
    cudaMalloc(&words, 8);
    cudaMalloc(&seen, 64);
    cudaMemset(words, 0, 8);
    count<<<2, 64>>>(words, seen);
    return cudaDeviceSynchronize();
}
