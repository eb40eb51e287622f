// sort: a bitonic sort of 2^16 numbers: steps inside a block in shared memory, the others in global memory.
__device__ void order(unsigned &a, unsigned &b, bool up) {
    if ((a > b) == up) {
        const unsigned c = a;
        a = b;
        b = c;
    }
}
__global__ void fill(unsigned *data) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned hash = i * 2654435761u;
    data[i] = hash ^ hash >> 15;
}
__global__ void inside(unsigned *data, int first, int last) { // sizes; a block has 512 numbers
    __shared__ unsigned part[512];
    const int base = blockIdx.x * 512, t = threadIdx.x;
    part[t] = data[base + t];
    part[t + 256] = data[base + t + 256];
    for (int size = first; size <= last; size *= 2)
        for (int stride = size > 512 ? 256 : size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int i = 2 * t - (t & (stride - 1));
            order(part[i], part[i + stride], ((base + i) & size) == 0);
        }
    __syncthreads();
    data[base + t] = part[t];
    data[base + t + 256] = part[t + 256];
}
__global__ void across(unsigned *data, int size, int stride) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t - (t & (stride - 1));
    order(data[i], data[i + stride], (i & size) == 0);
}
int main() {
    const int n = 1 << 16;
    unsigned *data;
    cudaMalloc(&data, n * sizeof *data);
    fill<<<n / 256, 256>>>(data);
    inside<<<n / 512, 256>>>(data, 2, 512);
    for (int size = 1024; size <= n; size *= 2) {
        for (int stride = size / 2; stride >= 512; stride /= 2) across<<<n / 512, 256>>>(data, size, stride);
        inside<<<n / 512, 256>>>(data, size, size);
    }
    return cudaDeviceSynchronize();
}
