// Matrix transpose through a padded tile, rectangular, in pitched memory.
// shared: bytes
#include <cstdio>
#include <vector>
enum { TILE = 16, ROWS = 4 };
template <typename T>
__global__ void transpose(T *out, size_t out_pitch, const T *in, size_t in_pitch, int width, int height) {
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = *(const T *)((const char *)in + (y + j) * in_pitch + x * sizeof(T));
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            *(T *)((char *)out + (y + j) * out_pitch + x * sizeof(T)) = tile[threadIdx.x][threadIdx.y + j];
}
template <typename T> int run(int width, int height) {
    std::vector<T> in(width * height), out(width * height);
    for (int i = 0; i < width * height; i++) in[i] = (T)(i * 3 + 1);
    T *a, *b;
    size_t pa, pb;
    int wrong = 0;
    cudaMallocPitch(&a, &pa, width * sizeof(T), height);
    cudaMallocPitch(&b, &pb, height * sizeof(T), width);
    cudaMemcpy2D(a, pa, in.data(), width * sizeof(T), width * sizeof(T), height, cudaMemcpyHostToDevice);
    transpose<T><<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(b, pb, a, pa,
                                                                                                    width, height);
    cudaMemcpy2D(out.data(), height * sizeof(T), b, pb, height * sizeof(T), width, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) wrong += out[x * height + y] != in[y * width + x];
    cudaFree(a);
    cudaFree(b);
    return wrong;
}
int main() {
    printf("wrong %d\n", run<float>(50, 35) + run<double>(16, 33) + run<unsigned char>(70, 20) + run<short>(17, 1));
}
