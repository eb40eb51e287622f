// Each of 64 words gets 3.
extern "C" __global__ void add(int *word, int value) { word[blockIdx.x * blockDim.x + threadIdx.x] += value; }
