// Kernels that wait for one another, for the host and for copies: PROGRAM CASE (run_concurrent.sh).
#include <cstdio>
#include <cstring>

__global__ void waits(volatile int *flag, int *result) {
    while (*flag == 0) {}
    __threadfence();
    *result = 42;
}
__global__ void releases(volatile int *flag) {
    __threadfence();
    *flag = 1;
}
__global__ void passes_on(volatile int *from, volatile int *to) {
    while (*from == 0) {}
    __threadfence();
    *to = 1;
}
__global__ void ball(int *turn, int player, int rounds) { // 0, 1, 2, …: each in its turn
    for (int i = 0; i < rounds; i++) {
        while (atomicAdd(turn, 0) != 2 * i + player) {}
        atomicAdd(turn, 1);
    }
}
__managed__ int managed_box[2];
__global__ void serves(volatile int *request, volatile int *answer) {
    for (int served = 0, asked;;) {
        while ((asked = *request) == served) {}
        if (asked < 0) return;
        served = asked;
        *answer = 10 * asked;
        __threadfence_system();
    }
}
__global__ void counts_in_its_block(int *total) { atomicAdd_block(total, 1); }
__global__ void adds(int *p) { *p += 1; }
__global__ void counts(int *total) { atomicAdd(total, 1); }

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    auto is = [=](const char *other) { return strcmp(name, other) == 0; };
    int *flag, *result, one = 1, *host;
    cudaStream_t a, b;
    cudaMalloc(&flag, 4);
    cudaMalloc(&result, 4);
    cudaMemset(flag, 0, 4);
    cudaMemset(result, 0, 4);
    cudaHostAlloc(&host, 8, cudaHostAllocMapped);
    host[0] = host[1] = 0;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    if (is("kernel")) {
        waits<<<1, 1, 0, a>>>(flag, result);
        releases<<<1, 1, 0, b>>>(flag);
    }
    if (is("default_stream")) {
        waits<<<1, 1>>>(flag, result);
        releases<<<1, 1, 0, b>>>(flag);
    }
    if (is("three")) { // the last one releases the second, which releases the first
        waits<<<1, 32, 0, a>>>(flag, result);
        cudaStream_t c;
        cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
        passes_on<<<1, 1, 0, b>>>(host, flag);
        releases<<<1, 1, 0, c>>>(host);
    }
    if (is("copy")) {
        waits<<<1, 1, 0, a>>>(flag, result);
        cudaMemcpyAsync(flag, &one, 4, cudaMemcpyHostToDevice, b);
    }
    if (is("copy_behind")) { // it comes when the kernel has ended
        waits<<<1, 1, 0, a>>>(flag, result);
        cudaMemcpyAsync(host, result, 4, cudaMemcpyDefault, a);
        releases<<<1, 1, 0, b>>>(flag);
        cudaStreamSynchronize(a);
        printf("%d ", *host);
    }
    if (is("other_stream")) { // the host waits for another stream alone
        waits<<<1, 1, 0, a>>>(flag, result);
        cudaMemsetAsync(host + 1, 0, 4, b);
        cudaStreamSynchronize(b);
        releases<<<1, 1, 0, b>>>(flag);
    }
    if (is("ball")) {
        ball<<<1, 1, 0, a>>>(flag, 0, 21);
        ball<<<1, 1, 0, b>>>(flag, 1, 21);
        cudaDeviceSynchronize();
        cudaMemcpy(result, flag, 4, cudaMemcpyDefault);
    }
    if (is("host_without_a_call")) {
        volatile int *box = host;
        serves<<<1, 1, 0, a>>>(box, box + 1);
        for (int i = 1; i <= 4; i++) {
            box[0] = i;
            while (box[1] != 10 * i) {}
        }
        box[0] = -1;
        cudaDeviceSynchronize();
        one = box[1] + 2;
        cudaMemcpy(result, &one, 4, cudaMemcpyDefault);
    }
    if (is("managed_box")) { // what the host writes during a turn of the kernel stays
        volatile int *box = managed_box;
        serves<<<1, 1, 0, a>>>(managed_box, managed_box + 1);
        for (int i = 1; i <= 20; i++) {
            for (volatile int n = 0; n < i * 1000000; n = n + 1) {}
            box[0] = i;
            while (box[1] != 10 * i) {}
        }
        box[0] = -1;
        cudaDeviceSynchronize();
        one = box[1] - 158;
        cudaMemcpy(result, &one, 4, cudaMemcpyDefault);
    }
    if (is("never_reached")) { // deadlock
        waits<<<1, 1, 0, a>>>(flag, result);
        cudaStreamSynchronize(a);
        releases<<<1, 1, 0, b>>>(flag);
    }
    if (is("same_stream")) { // deadlock
        waits<<<1, 1, 0, a>>>(flag, result);
        releases<<<1, 1, 0, a>>>(flag);
    }
    if (is("no_room")) { // deadlock: the first one takes all places
        waits<<<4096, 1024, 0, a>>>(flag, result);
        releases<<<1, 1, 0, b>>>(flag);
    }
    if (is("block_scope")) { // a race: an atomic of block scope on a word of another kernel
        counts_in_its_block<<<1, 32, 0, a>>>(result);
        counts<<<1, 10, 0, b>>>(result);
    }
    if (is("plain")) { // reads and writes the same four bytes
        adds<<<1, 1, 0, a>>>(result);
        adds<<<1, 1, 0, b>>>(result);
    }
    if (is("device_scope")) {
        counts<<<1, 32, 0, a>>>(result);
        counts<<<1, 10, 0, b>>>(result);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(&one, result, 4, cudaMemcpyDefault);
    printf("%d\n", one);
}
