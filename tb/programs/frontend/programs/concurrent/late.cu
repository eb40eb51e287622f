// What comes out depends on when operations run, if nothing orders them: PROGRAM wrong|right (run_concurrent.sh).
#include <cstdio>
#include <cstring>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }

int main(int argc, char **argv) {
    const bool wrong = argc > 1 && strcmp(argv[1], "wrong") == 0;
    int *m, *p, *q, *h, result = 0;
    cudaStream_t a, b;
    cudaEvent_t filled;
    cudaMallocManaged(&m, 128);
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    cudaMallocHost(&h, 128);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    memset(m, 0, 128);
    cudaMemset(p, 0, 128);
    cudaMemset(q, 0, 128);
    cudaDeviceSynchronize();
    fill<<<1, 32, 0, a>>>(m, 1); // the host reads it
    if (!wrong) cudaStreamSynchronize(a);
    printf("%d ", m[3]);
    for (int i = 0; i < 32; i++) h[i] = 2;
    cudaMemcpyAsync(p, h, 128, cudaMemcpyDefault, a); // the host refills the buffer
    if (!wrong) cudaStreamSynchronize(a);
    for (int i = 0; i < 32; i++) h[i] = 3;
    cudaEventRecord(filled, a);
    if (!wrong) cudaStreamWaitEvent(b, filled, 0);
    copy<<<1, 32, 0, b>>>(q, p); // another stream reads it
    cudaMemcpyAsync(&result, q, 4, cudaMemcpyDefault, b);
    printf("%d\n", result);
    cudaDeviceSynchronize();
}
