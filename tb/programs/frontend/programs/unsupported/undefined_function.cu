extern __device__ int somewhere_else(int);
__global__ void call(int *p) {
    *p = somewhere_else(3); // HERE
}
int main() { int *p; cudaMalloc(&p, 4); call<<<1, 1>>>(p); }
