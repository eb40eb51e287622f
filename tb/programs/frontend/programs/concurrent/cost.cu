// What it costs to look for races between launches: 10,000 launches on 8 streams over 64 MB (run_cost.sh).
__global__ void add(float *p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] += 1;
}
int main() {
    enum { STREAMS = 8, CHUNK = 2048, FLOATS = 16 << 20, PART = FLOATS / STREAMS };
    float *p;
    cudaStream_t stream[STREAMS];
    cudaMalloc(&p, FLOATS * sizeof *p);
    cudaMemset(p, 0, FLOATS * sizeof *p);
    for (auto &s : stream) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < 10000; i++)
        add<<<8, 256, 0, stream[i % STREAMS]>>>(p + i % STREAMS * PART + i / STREAMS * CHUNK % PART, CHUNK);
    cudaDeviceSynchronize();
}
