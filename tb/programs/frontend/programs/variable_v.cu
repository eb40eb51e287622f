// A variable's C name is no mangled one: "v" is not void.
__device__ int v;
__global__ void write_it() { v = (int)blockIdx.x; }
int main() {
    write_it<<<2, 1>>>();
    return cudaDeviceSynchronize();
}
