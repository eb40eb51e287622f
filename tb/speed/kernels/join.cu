// join: a hash join of 2^16 rows with 2^18: build by compare-and-swap with linear probing, then probe.
__device__ unsigned slot(unsigned key, unsigned mask) {
    key = (key ^ key >> 16) * 0x85ebca6bu;
    return (key ^ key >> 13) & mask;
}
__global__ void build(unsigned *keys, unsigned *values, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key = i * 2654435761u | 1;
    for (unsigned s = slot(key, mask);; s = (s + 1) & mask) {
        const unsigned old = atomicCAS(&keys[s], 0, key);
        if (old != 0 && old != key) continue;
        atomicExch(&values[s], i);
        return;
    }
}
__global__ void probe(const unsigned *keys, const unsigned *values, unsigned mask, unsigned *result) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key = i * 2654435761u | 1;
    unsigned found = 0;
    for (unsigned s = slot(key, mask); keys[s] != 0; s = (s + 1) & mask)
        if (keys[s] == key) {
            found = values[s] + 1;
            break;
        }
    result[i] = found;
}
int main() {
    const unsigned rows = 1 << 16, others = 1 << 18, slots = 1 << 17;
    unsigned *keys, *values, *result;
    cudaMalloc(&keys, slots * sizeof *keys);
    cudaMalloc(&values, slots * sizeof *values);
    cudaMalloc(&result, others * sizeof *result);
    cudaMemset(keys, 0, slots * sizeof *keys);
    cudaMemset(values, 0, slots * sizeof *values);
    build<<<rows / 256, 256>>>(keys, values, slots - 1);
    for (int launch = 0; launch < 2; launch++) probe<<<others / 256, 256>>>(keys, values, slots - 1, result);
    return cudaDeviceSynchronize();
}
