// Signals, by a fence and an atomic, in more words than the report keeps clocks of (D77): 4,464 of 70,000. A race that only
// looks ordered could be hidden behind one of them.
// acted: orders_without_room
// count: 4464
#define WORDS 70000
__global__ void signal(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __threadfence();
    if (i < WORDS) atomicExch(&w[i], 1);
}
int main() {
    int *w;
    cudaMalloc(&w, WORDS * sizeof *w);
    cudaMemset(w, 0, WORDS * sizeof *w);
    signal<<<(WORDS + 255) / 256, 256>>>(w);
    return cudaDeviceSynchronize();
}
