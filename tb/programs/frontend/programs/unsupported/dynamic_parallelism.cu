__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void parent(int *p) { p[1] = 0, child<<<1, 32>>>(p); } // HERE
int main() { int *p; cudaMalloc(&p, 8); parent<<<1, 1>>>(p); cudaDeviceSynchronize(); }
