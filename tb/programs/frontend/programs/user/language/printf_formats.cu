// What device printf writes is what the host's writes: flags, widths, precisions, lengths, strings, many arguments.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#define LINES(P)                                                                                                     \
    P("%d|%5d|%-5d|%05d|%+d|% d|%i\n", -7, 42, 42, 42, 42, 42, 0)                                                    \
    P("%u|%x|%X|%#x|%o|%#o\n", 4000000000u, 255u, 255u, 255u, 8u, 8u)                                                \
    P("%hd|%hu|%hhd|%hhu\n", 70000, 70000, 300, 300)                                                                 \
    P("%ld|%lu|%lld|%llu|%llx\n", -5000000000l, 5000000000ul, -9000000000000000000ll, 18446744073709551615ull,       \
      0x123456789abcdefll)                                                                                           \
    P("%zu|%td|%jd\n", sizeof(double), (ptrdiff_t)-3, (long long)1 << 40)                                            \
    P("%f|%.0f|%10.3f|%-10.2f|%+.1f|%e|%.2E|%g|%G|%a\n", 3.14159, 2.5, 2.71828, 1.5, 0.05, 12345.678, 0.00012, 1e-5, \
      1e20, 0.5)                                                                                                     \
    P("%s|%10s|%-10s|%.3s|%c%c\n", "text", "right", "left", "truncated", 'o', 'k')                                   \
    P("%*d|%-*d|%.*f|%*.*f\n", 6, 12, 6, 12, 2, 1.005, 9, 3, 2.0)                                                    \
    P("100%%|%5.1f%%\n", 99.5)                                                                                       \
    P("%d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)                                \
    P("%f %f %f\n", 1.0 / 0.0, -1.0 / 0.0, (double)1.5f)                                                             \
    P("%d %f %c %s %lld\n", 1, 2.0, '3', "four", 5ll)
#define DEVICE(...) count += printf(__VA_ARGS__) > 0;
#define HOST(...)                                 \
    {                                             \
        char line[300];                           \
        snprintf(line, sizeof line, __VA_ARGS__); \
        expected += line;                         \
    }
__global__ void say(int *counts) {
    int count = 0;
    if (threadIdx.x == 1) { LINES(DEVICE) printf("no arguments\n"); }
    if (count) *counts = count;
}
int main() {
    char name[] = "/tmp/scord_printf_XXXXXX";
    int file = mkstemp(name), out = dup(1), *d, count = 0;
    std::string expected, got(10000, '\0');
    cudaMalloc(&d, 4);
    fflush(stdout);
    dup2(file, 1);
    say<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    fflush(stdout);
    dup2(out, 1);
    cudaMemcpy(&count, d, 4, cudaMemcpyDeviceToHost);
    LINES(HOST) expected += "no arguments\n";
    ssize_t length = pread(file, &got[0], got.size(), 0);
    unlink(name);
    got.resize(length < 0 ? 0 : length);
    if (got != expected) printf("device:\n%s\nhost:\n%s\n", got.c_str(), expected.c_str());
    printf("wrong %d\n", (got != expected) + (count != 12));
}
