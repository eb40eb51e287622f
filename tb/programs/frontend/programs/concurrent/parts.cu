// flags: -std=c++17
// Registered memory that has parts of pages where the host is not looked at: the report says so, and the program goes on
// (docs/launch-order.md).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

static int in_data[64] = {1}, in_bss[64];

static void use(int *h, int n, bool waits) {
    cudaStream_t s;
    int *d;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, n * sizeof(int));
    cudaMemsetAsync(d, 0, n * sizeof(int), s);
    cudaHostRegister(h, n * sizeof(int), cudaHostRegisterDefault);
    if (waits) cudaStreamSynchronize(s), cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    if (!waits) cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    ((volatile int *)h)[n - 1] = 42;
    cudaDeviceSynchronize();
    printf("%d\n", h[n - 1] + h[0]);
    cudaHostUnregister(h);
}
int main(int, char **argv) {
    const char *which = argv[1];
    int on_stack[64];
    if (!strcmp(which, "data")) use(in_data, 64, false);
    if (!strcmp(which, "data_waits")) use(in_data, 64, true);
    if (!strcmp(which, "bss")) use(in_bss, 64, false);
    if (!strcmp(which, "stack")) use(on_stack, 64, false);
    if (!strcmp(which, "pages")) use((int *)aligned_alloc(4096, 8192), 2048, false);
    if (!strcmp(which, "heap")) use((int *)malloc(256), 64, false);
    if (!strcmp(which, "thread")) {
        int *h = (int *)malloc(256), *beside = (int *)malloc(256);
        volatile bool ends = false;
        std::thread other([&] {
            while (!ends) beside[3]++;
        });
        use(h, 64, false);
        ends = true;
        other.join();
    }
}
