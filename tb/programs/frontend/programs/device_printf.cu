// printf on the device: every kind of conversion, in program order of a lane.
#include <cstdio>
__device__ const char *word() { return "word"; }
__global__ void say() {
    if (threadIdx.x != 3) return;
    printf("plain\n");
    printf("%d %5d|%-5d|%05d %i\n", -1, 42, 42, 42, 7);
    printf("%u %x %X %o %c%%\n", 4000000000u, 255, 255, 8, 'z');
    printf("%lld %llu %ld %zu\n", -5000000000ll, 18446744073709551615ull, 1l << 40, sizeof(int));
    printf("%f %.2f %8.3e %g\n", 1.5f, 2.25, 12345.678, 0.0001);
    printf("[%s] [%8s] [%-8s] [%.2s]\n", word(), word(), word(), word());
    printf("%*d|%.*f\n", 6, 17, 1, 3.14159);
}
int main() {
    printf("before\n");
    say<<<1, 32>>>();
    cudaDeviceSynchronize();
    printf("after\n");
}
