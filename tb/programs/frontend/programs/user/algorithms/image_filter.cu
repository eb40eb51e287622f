// Separable blur of an RGBA image with a halo in shared memory and the filter in constant memory; then Sobel.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define RADIUS 3
__constant__ float filter[2 * RADIUS + 1];
__device__ float4 to_float(uchar4 p) { return make_float4(p.x, p.y, p.z, p.w); }
__device__ uchar4 to_bytes(float4 p) {
    return make_uchar4((unsigned char)(p.x + 0.5f), (unsigned char)(p.y + 0.5f), (unsigned char)(p.z + 0.5f), 255);
}
inline __host__ __device__ float4 operator*(float s, float4 a) {
    return make_float4(s * a.x, s * a.y, s * a.z, s * a.w);
}
inline __host__ __device__ void operator+=(float4 &a, float4 b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
__global__ void blur_rows(const uchar4 *in, uchar4 *out, int width, int height) {
    extern __shared__ uchar4 line[];
    int y = blockIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < blockDim.x + 2 * RADIUS; k += blockDim.x) {
        int sx = min(max((int)(blockIdx.x * blockDim.x) + k - RADIUS, 0), width - 1);
        line[k] = in[y * width + sx];
    }
    __syncthreads();
    if (x >= width) return;
    float4 sum = {0, 0, 0, 0};
    for (int k = -RADIUS; k <= RADIUS; k++) sum += filter[k + RADIUS] * to_float(line[threadIdx.x + RADIUS + k]);
    out[y * width + x] = to_bytes(sum);
}
__global__ void sobel(const uchar4 *in, unsigned char *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
#define P(dx, dy) (int)in[(y + dy) * width + x + dx].x
    int gx = P(1, -1) + 2 * P(1, 0) + P(1, 1) - P(-1, -1) - 2 * P(-1, 0) - P(-1, 1);
    int gy = P(-1, 1) + 2 * P(0, 1) + P(1, 1) - P(-1, -1) - 2 * P(0, -1) - P(1, -1);
#undef P
    out[y * width + x] = (unsigned char)min(255, abs(gx) + abs(gy));
}
int main() {
    const int w = 72, h = 20;
    float f[2 * RADIUS + 1] = {0.03f, 0.1f, 0.22f, 0.3f, 0.22f, 0.1f, 0.03f};
    std::vector<uchar4> image(w * h), blurred(w * h);
    std::vector<unsigned char> edges(w * h), got(w * h, 0);
    int wrong = 0;
    for (int i = 0; i < w * h; i++) image[i] = make_uchar4(i * 7 % 256, i * 3 % 256, (i / w) * 11 % 256, 255);
    uchar4 *d_in, *d_out;
    unsigned char *d_edges;
    cudaMalloc(&d_in, w * h * 4);
    cudaMalloc(&d_out, w * h * 4);
    cudaMalloc(&d_edges, w * h);
    cudaMemset(d_edges, 0, w * h);
    cudaMemcpy(d_in, image.data(), w * h * 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(filter, f, sizeof f);
    blur_rows<<<dim3(3, h), 32, (32 + 2 * RADIUS) * sizeof(uchar4)>>>(d_in, d_out, w, h);
    sobel<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(d_out, d_edges, w, h);
    cudaMemcpy(blurred.data(), d_out, w * h * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(got.data(), d_edges, w * h, cudaMemcpyDeviceToHost);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) {
                int sx = x + k < 0 ? 0 : x + k >= w ? w - 1 : x + k;
                sum += f[k + RADIUS] * image[y * w + sx].y;
            }
            wrong += abs((int)blurred[y * w + x].y - (int)(sum + 0.5f)) > 1;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            auto p = [&](int dx, int dy) { return (int)blurred[(y + dy) * w + x + dx].x; };
            int gx = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1),
                gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
            wrong += got[y * w + x] != std::min(255, abs(gx) + abs(gy));
        }
    printf("wrong %d\n", wrong);
}
