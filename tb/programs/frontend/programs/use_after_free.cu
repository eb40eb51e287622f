__global__ void touch(int *p) { p[threadIdx.x] = 1; }  // HERE
int main() {
    int *p, *q;
    cudaMalloc(&q, 256);
    cudaMalloc(&p, 256);
    cudaFree(p);
    touch<<<1, 32>>>(p);
}
