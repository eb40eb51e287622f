// Kernels that launch kernels: recursion, templates, structures and small types as parameters, streams, copies and sets in
// their order, tail launches, errors; and dimensions in braces.
// options: -rdc=true -lcudadevrt
#include <cstdio>
struct Part {
    int first, last;
    double weight;
};
enum { COUNT = 512, LEAST = 16 };

// The bytes of an array are sorted: each half by a grid of its own.
__device__ void insertion_sort(int *data, int left, int right) {
    for (int i = left + 1; i <= right; i++)
        for (int j = i; j > left && data[j - 1] > data[j]; j--) {
            const int larger = data[j - 1];
            data[j - 1] = data[j];
            data[j] = larger;
        }
}
__global__ void quicksort(int *data, int left, int right, int depth) {
    if (depth == 0 || right - left < LEAST) {
        insertion_sort(data, left, right);
        return;
    }
    int *low = data + left, *high = data + right;
    const int pivot = data[(left + right) / 2];
    while (low <= high) {
        while (*low < pivot) low++;
        while (*high > pivot) high--;
        if (low > high) break;
        const int other = *low;
        *low++ = *high;
        *high-- = other;
    }
    const int end = high - data, begin = low - data;
    if (left < end) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, left, end, depth - 1);
        cudaStreamDestroy(stream);
    }
    if (begin < right) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, begin, right, depth - 1);
        cudaStreamDestroy(stream);
    }
}

// All threads of all blocks launch, each for its own part.
template <typename T, int N> __global__ void fill(T *data, Part part, unsigned char add) {
    extern __shared__ T shared[];
    const int i = part.first + threadIdx.y * blockDim.x + threadIdx.x;
    shared[threadIdx.x] = (T)(part.weight * N) + add;
    if (i < part.last) data[i] = shared[threadIdx.x] + blockIdx.z;
}
__global__ void fill_all(float *data) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Part part = {8 * i, 8 * i + 8, 0.5 * i};
    if (i % 2 == 0) fill<float, 3><<<1, 8, 8 * sizeof(float)>>>(data, part, 1);
    else
        fill<float, 5><<<1, 8, 8 * sizeof(float)>>>(data, part, (unsigned char)200);
}

// A grid that goes on with its successor until the work is done.
__global__ void count_down(int *left, int *steps) {
    *steps += 1;
    if (--*left > 0) count_down<<<1, 1, 0, cudaStreamTailLaunch>>>(left, steps);
}

// In one stream: a set, a kernel, a copy; and the tail behind all of it.
__global__ void add(int *data, int what) { data[threadIdx.x] += what; }
__global__ void doubled(int *data) { data[threadIdx.x] *= 2; }
__global__ void in_order(int *data, int *copy) {
    doubled<<<1, 32, 0, cudaStreamTailLaunch>>>(data);
    cudaMemsetAsync(data, 0, 32 * sizeof *data);
    add<<<1, 32>>>(data, 5);
    cudaMemcpyAsync(copy, data, 32 * sizeof *data, cudaMemcpyDeviceToDevice);
    for (int i = 0; i < 3; i++) add<<<1, 32>>>(data, i);
}

__global__ void errors_of(int *errors) {
    errors[0] = cudaFree(errors + 5) == cudaGetLastError(); // of no cudaMalloc in a kernel
    errors[1] = cudaGetLastError();
    int device = 7, count = 0;
    cudaGetDevice(&device);
    cudaGetDeviceCount(&count);
    errors[2] = device;
    errors[3] = count;
}

__global__ void places(int *data) {
    data[(blockIdx.y * gridDim.x + blockIdx.x) * 32 + threadIdx.y * blockDim.x + threadIdx.x] = 1;
}

int main() {
    int wrong = 0, *numbers, h[COUNT];
    float *real, hf[COUNT];
    cudaMalloc(&numbers, sizeof h);
    cudaMalloc(&real, sizeof hf);
    for (int i = 0; i < COUNT; i++) h[i] = i * 193 % 509;
    cudaMemcpy(numbers, h, sizeof h, cudaMemcpyHostToDevice);
    quicksort<<<1, 1>>>(numbers, 0, COUNT - 1, 8);
    cudaMemcpy(h, numbers, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 1; i < COUNT; i++) wrong += h[i - 1] > h[i];
    wrong += h[0] != 0 || h[COUNT - 1] != 508;

    fill_all<<<2, 32>>>(real);
    cudaMemcpy(hf, real, sizeof hf, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        const int part = i / 8;
        const float expected = part % 2 == 0 ? (float)(0.5 * part * 3) + 1 : (float)(0.5 * part * 5) + 200;
        wrong += hf[i] != expected;
    }

    h[0] = 300, h[1] = 0;
    cudaMemcpy(numbers, h, 8, cudaMemcpyHostToDevice);
    count_down<<<1, 1>>>(numbers, numbers + 1);
    cudaMemcpy(h, numbers, 8, cudaMemcpyDeviceToHost);
    wrong += h[0] != 0 || h[1] != 300;

    in_order<<<1, 1>>>(numbers, numbers + 32);
    cudaMemcpy(h, numbers, 64 * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += h[i] != (5 + 0 + 1 + 2) * 2 || h[32 + i] != 5;

    errors_of<<<1, 1>>>(numbers);
    cudaMemcpy(h, numbers, 4 * sizeof *h, cudaMemcpyDeviceToHost);
    wrong += h[0] != 1 || h[1] != 0 || h[2] != 0 || h[3] != 1;

    cudaMemset(numbers, 0, sizeof h);
    const int two = 2;
    places<<<{two, 2}, {16, two}>>>(numbers);
    places<<<{1}, dim3(1), 0>>>(numbers + 128);
    cudaMemcpy(h, numbers, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 130; i++) wrong += h[i] != (i < 129);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
