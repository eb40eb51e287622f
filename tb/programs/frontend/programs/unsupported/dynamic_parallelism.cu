__global__ void child(int *p) { atomicAdd(p, 1); }
__global__ void parent(int *p) { child<<<1, 32>>>(p); } // HERE
int main() { int *p; cudaMalloc(&p, 4); parent<<<1, 1>>>(p); cudaDeviceSynchronize(); }
