texture<float, 1, cudaReadModeElementType> image; // HERE
__global__ void read(float *out) { out[threadIdx.x] = tex1Dfetch(image, threadIdx.x); }
int main() { read<<<1, 32>>>(nullptr); }
