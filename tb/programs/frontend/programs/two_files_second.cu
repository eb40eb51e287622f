__device__ int scale = 3;
__global__ void b(int *p) { p[threadIdx.x] *= scale; }
void launch_b(int *p) { b<<<1,32>>>(p); }
