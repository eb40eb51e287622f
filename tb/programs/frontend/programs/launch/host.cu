// The host's own accesses to managed and pinned memory (docs/launch-order.md).
#include <algorithm>
#include <numeric>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>
#include "cases.h"

static volatile int sink;

CASE(managed_read_too_early, launch/host) {
    int *m = managed();
    FILL(m, 0);
    if (!wrong) cudaDeviceSynchronize();
    sink = m[7]; // FOUND
}
CASE(managed_write_too_early, launch/host) {
    int *m = managed(), *p = device();
    copy<<<8, 256>>>(p, m, N);
    if (!wrong) cudaDeviceSynchronize();
    m[7] = 3; // FOUND
}
CASE(managed_other_half, launch/host) { // a byte that no kernel uses may be touched, in the same page
    int *m = managed();
    fill<<<1, 256>>>(m, 256, 1);
    m[256 - wrong] = 5; // FOUND
    cudaDeviceSynchronize();
    if (m[256 - wrong] != 5 || m[0] != 1) puts("wrong result");
}
CASE(managed_both_read, launch/host) {
    int *m = managed(), *p = device();
    copy<<<8, 256>>>(p, m, N);
    if (wrong)
        m[1]++; // FOUND
    else
        sink = m[1];
}
CASE(pinned_refilled, launch/host) {
    Streams s;
    int *h = pinned(), *p = device();
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    for (int i = 0; i < N; i++) h[i] = i; // FOUND
}
CASE(pinned_read_too_early, launch/host) {
    Streams s;
    int *h = pinned(), *p = device();
    FILL(p, s.a);
    cudaMemcpyAsync(h, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    cudaStreamSynchronize(wrong ? s.b : s.a);
    if (h[0] != 1) puts("wrong result"); // FOUND
}
CASE(event_of_host_too_early, launch/host) {
    Streams s;
    int *h = pinned(), *p = device();
    cudaEvent_t e = event();
    if (wrong) cudaEventRecord(e, s.a);
    cudaMemcpyAsync(h, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    if (!wrong) cudaEventRecord(e, s.a);
    cudaEventSynchronize(e);
    sink = h[N - 1]; // FOUND
}
CASE(second_buffer, launch/host) {
    Streams s;
    int *h[2] = {pinned(), pinned()}, *p = device();
    cudaEvent_t done[2] = {event(), event()};
    for (int i = 0; i < 4; i++) {
        if (!wrong) cudaEventSynchronize(done[i % 2]);
        h[i % 2][0] = i; // FOUND
        cudaMemcpyAsync(p, h[i % 2], BYTES, cudaMemcpyHostToDevice, s.a);
        cudaEventRecord(done[i % 2], s.a);
    }
}
CASE(memcpy_of_libc, launch/host) {
    int *m = managed();
    static int host[N];
    FILL(m, 0);
    if (!wrong) cudaDeviceSynchronize();
    memcpy(host, m, BYTES); // FOUND
    if (host[N - 1] != N) puts("wrong result");
}
CASE(memset_of_libc, launch/host) {
    Streams s;
    int *h = pinned(), *p = device();
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    memset(h, 1, BYTES); // FOUND
    if (h[N - 1] != 0x01010101) puts("wrong result");
}
CASE(written_to_a_file, launch/host) { // fwrite hands the buffer to the system
    Streams s;
    int *h = pinned(4 * BYTES), *p = device(4 * BYTES);
    FILE *file = fopen("/dev/null", "w");
    cudaMemcpyAsync(h, p, 4 * BYTES, cudaMemcpyDeviceToHost, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    size_t done = fwrite(h, sizeof(int), 4 * N, file); // FOUND
    if (done != 4 * N || fclose(file) != 0) puts("wrong result");
}
CASE(read_from_a_file, launch/host) {
    Streams s;
    int *h = pinned(), *p = device();
    FILE *file = fopen("/dev/zero", "r");
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    if (fread(h, 1, BYTES, file) != (size_t)BYTES) puts("wrong result"); // FOUND
    fclose(file);
}
CASE(through_a_pipe, launch/host) {
    int ends[2], *m = managed(64), got[16] = {};
    if (pipe(ends) != 0) return;
    fill<<<1, 32>>>(m, 16, 1);
    if (!wrong) cudaDeviceSynchronize();
    if (write(ends[1], m, 64) != 64) puts("wrong result"); // FOUND
    if (read(ends[0], got, 64) != 64 || got[15] != 16) puts("wrong result");
}
extern "C" ssize_t __read_chk(int, void *, size_t, size_t); // read() of -D_FORTIFY_SOURCE
CASE(calls_of_the_system, launch/host) { // on bytes of a page in use: used, or not
    int *m = managed(), ends[2];
    fill<<<1, 256>>>(m, 256, 1);
    char *bytes = (char *)(m + 256 - wrong);
    struct iovec part = {bytes, 64};
    struct msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    FILE *zeros = fopen("/dev/zero", "r"), *null = fopen("/dev/null", "w");
    bool good = socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
    good = good && sendto(ends[0], bytes, 64, 0, 0, 0) == 64; // FOUND
    good = good && recvfrom(ends[1], bytes, 64, 0, 0, 0) == 64; // FOUND
    good = good && sendmsg(ends[0], &message, 0) == 64; // FOUND
    good = good && recvmsg(ends[1], &message, 0) == 64; // FOUND
    good = good && preadv(fileno(zeros), &part, 1, 0) == 64; // FOUND
    good = good && pwritev(fileno(null), &part, 1, 0) == 64; // FOUND
    good = good && pread64(fileno(zeros), bytes, 8, 0) == 8; // FOUND
    good = good && __read_chk(fileno(zeros), bytes, 8, 64) == 8; // FOUND
    good = good && getrandom(bytes, 16, 0) == 16; // FOUND
    good = good && fread_unlocked(bytes, 1, 64, zeros) == 64; // FOUND
    good = good && fputs(bytes, null) >= 0; // FOUND
    if (!good) puts("wrong result");
}
CASE(one_of_two_kernels, launch/host) { // the host waits for one stream and reads what the other writes
    Streams s;
    int *m = managed(2 * BYTES);
    FILL(m, s.a);
    FILL(m + N, s.b);
    cudaStreamSynchronize(s.a);
    for (int i = 0; i < N; i++) sink = m[wrong ? N + i : i]; // FOUND
}
CASE(set_of_managed_waits, launch/host) { // cudaMemset waits there, cudaMemsetAsync does not
    int *m = managed();
    if (wrong)
        cudaMemsetAsync(m, 1, BYTES);
    else
        cudaMemset(m, 1, BYTES);
    sink = m[0]; // FOUND
}
CASE(vector_loop, launch/host) {
    float *m = (float *)managed();
    float sum = 0;
    FILL((int *)m, 0);
    if (!wrong) cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) sum += m[i] * 2; // FOUND
    sink = (int)sum;
}
CASE(another_thread, launch/host) {
    int *m = managed();
    FILL(m, 0);
    if (!wrong) cudaDeviceSynchronize();
    std::thread reader([=] { sink = m[5]; }); // FOUND
    reader.join();
}
CASE(many_threads, launch/host) { // each in its page, of which a kernel uses the last bytes
    int *m = managed(4 * 4096);
    for (int t = 0; t < 4; t++) fill<<<1, 256>>>(m + t * 1024 + 768, 256, 1);
    std::thread thread[4];
    for (int t = 0; t < 4; t++)
        thread[t] = std::thread([=] {
            for (int i = 0; i < 768 + (wrong && t == 3); i++) m[t * 1024 + i] = i; // FOUND
        });
    for (auto &t : thread) t.join();
    for (int i = 0; i < 4 * 768; i++)
        if (m[i / 768 * 1024 + i % 768] != i % 768) puts("wrong result"), i = 4 * N;
}
CASE(query_says_so, launch/host) {
    int *m = managed();
    FILL(m, 0);
    if (!wrong)
        while (cudaStreamQuery(0) == cudaErrorNotReady) {}
    sink = m[0]; // FOUND
}
CASE(query_not_heeded, launch/host) { // what it says is thrown away
    Streams s;
    int *m = managed();
    FILL(m, s.a);
    if (wrong)
        (void)cudaStreamQuery(s.a);
    else
        while (cudaStreamQuery(s.a) == cudaErrorNotReady) {}
    sink = m[0]; // FOUND
}
CASE(event_query_not_heeded, launch/host) { // something else is done meanwhile, once
    Streams s;
    int *m = managed(), ready;
    cudaEvent_t e = event();
    FILL(m, s.a);
    cudaEventRecord(e, s.a);
    ready = cudaEventQuery(e) == cudaSuccess;
    if (!ready && !wrong) ready = cudaEventSynchronize(e) == cudaSuccess;
    sink = m[0]; // FOUND
}
CASE(algorithms_of_cpp, launch/host) {
    int *m = managed();
    FILL(m, 0);
    if (!wrong) cudaDeviceSynchronize();
    sink = std::accumulate(m, m + N, 0); // FOUND
    std::sort(m, m + N, [](int a, int b) { return a > b; }); // FOUND
    if (sink != N * (N + 1) / 2 || m[0] != N) puts("wrong result");
}
__managed__ int managed_variable[64];
__managed__ int managed_other = 3;
__global__ void fill_managed() { managed_variable[threadIdx.x] = threadIdx.x; }
CASE(managed_variable_too_early, launch/host) {
    fill_managed<<<1, 64>>>();
    if (!wrong) cudaDeviceSynchronize();
    if (managed_variable[63] != 63) puts("wrong result"); // FOUND
}
CASE(managed_variable_beside, launch/host) { // another variable of the same page
    fill_managed<<<1, 64>>>();
    managed_other++;
    if (wrong) managed_variable[1] = 7; // FOUND
    cudaDeviceSynchronize();
    if (managed_other != 4 || managed_variable[1] != (wrong ? 7 : 1)) puts("wrong result");
}
CASE(managed_variable_copied, launch/streams) {
    Streams s;
    int *p = device(256);
    fill_managed<<<1, 64, 0, s.a>>>();
    cudaMemcpyAsync(p, managed_variable, 256, cudaMemcpyDefault, wrong ? s.b : s.a); // FOUND
}
CASE(registered_too_early, launch/host) {
    Streams s;
    static int host[4 * 4096];
    int *p = device(sizeof host), *on_device;
    cudaHostRegister(host, sizeof host, cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&on_device, host, 0);
    cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, s.a);
    cudaStreamSynchronize(wrong ? s.b : s.a);
    sink = host[2 * 4096]; // FOUND
    cudaDeviceSynchronize();
    fill<<<32, 256>>>(on_device + 4096, 8192, 1);
    if (!wrong) cudaDeviceSynchronize();
    if (host[2 * 4096] != 4097) puts("wrong result"); // FOUND
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
    host[2 * 4096] = 3;
}
CASE(registered_refilled, launch/host) {
    Streams s;
    int *host = (int *)aligned_alloc(4096, 4 * 4096), *p = device(4 * 4096);
    memset(host, 0, 4 * 4096);
    cudaHostRegister(host, 4 * 4096, cudaHostRegisterDefault);
    cudaMemcpyAsync(p, host, 4 * 4096, cudaMemcpyHostToDevice, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    memset(host, 1, 4 * 4096); // FOUND
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
}

/* The host is behind all work where memory is given back. */
CASE(freed, launch/host) {
    Streams s;
    int *m = managed(), *other = device();
    FILL(m, s.a);
    if (!wrong) cudaFree(other);
    if (m[0] != 1) puts("wrong result"); // FOUND
}
CASE(freed_of_the_host, launch/host) {
    Streams s;
    int *h = pinned(), *other = pinned(), *p = device();
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    if (!wrong) cudaFreeHost(other);
    h[0] = 1; // FOUND
}
CASE(unregistered, launch/host) {
    Streams s;
    int *host = (int *)aligned_alloc(4096, 4096), *m = managed();
    cudaHostRegister(host, 4096, cudaHostRegisterDefault);
    FILL(m, s.a);
    if (!wrong) cudaHostUnregister(host);
    if (m[0] != 1) puts("wrong result"); // FOUND
}

__global__ void waits(volatile int *flag, int *out) {
    while (*flag == 0) {}
    out[0] = *flag;
}
CASE(copy_behind_a_kernel_that_waits, launch/host) { // it has not run yet
    Streams s(cudaStreamNonBlocking);
    int *flag = pinned(4), *h = pinned(), *p = device();
    waits<<<1, 1, 0, s.a>>>(flag, p);
    cudaMemcpyAsync(h, p, 4, cudaMemcpyDeviceToHost, s.a);
    *(volatile int *)flag = 7;
    if (!wrong) cudaStreamSynchronize(s.a);
    sink = h[0]; // FOUND
    cudaDeviceSynchronize();
    if (h[0] != 7) puts("wrong result");
}

// What the host touches while a kernel waits, and what that kernel and those behind it touch then.
struct Box {
    volatile int asked, answered;
    int data[62];
};
__global__ void serves(Box *box, int rounds) {
    for (int k = 1; k <= rounds; k++) {
        if (threadIdx.x == 0) {
            while (box->asked != k) {}
            __threadfence_system();
        }
        __syncthreads();
        box->data[threadIdx.x]++;
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) box->answered = k;
    }
}
CASE(mailbox, launch/host) {
    Box *box = (Box *)pinned(sizeof(Box));
    serves<<<1, 32>>>(box, 3);
    for (int k = 1; k <= 3; k++) {
        if (wrong) box->asked = k;
        for (int i = 0; i < 32; i++) box->data[i] = k; // FOUND
        if (!wrong) box->asked = k;
        while (box->answered != k) {}
        if (!wrong && box->data[5] != k + 1) puts("wrong result"); // FOUND
    }
}
CASE(refilled_behind_a_gate, launch/host) { // the copy waits for the kernel, which waits for the flag
    Streams s;
    int *flag = pinned(4), *h = pinned(), *p = device();
    waits<<<1, 1, 0, s.a>>>(flag, p);
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    if (wrong) *(volatile int *)flag = 1;
    for (int i = 0; i < N; i++) h[i] = i; // FOUND
    if (!wrong) *(volatile int *)flag = 1;
}

// A flag that the host polls while the kernel runs: what is behind it is what a fence of the system's
// scope has before it.
__global__ void tells(int *data, volatile int *flag, bool of_device) {
    data[threadIdx.x] = 5;
    if (of_device)
        __threadfence();
    else
        __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
    data[N / 2 + threadIdx.x] = 6;
}
static void poll(int *flag) {
    while (*(volatile int *)flag == 0) {}
}
CASE(polled_flag, launch/host) {
    int *m = managed(), *flag = managed(4);
    tells<<<1, 64>>>(m, flag, wrong);
    poll(flag);
    if (m[63] != 5) puts("wrong result"); // FOUND
}
CASE(written_behind_the_polled_flag, launch/host) {
    int *m = managed(), *flag = pinned(4);
    tells<<<1, 64>>>(m, flag, false);
    poll(flag);
    sink = m[wrong ? N / 2 : 0]; // FOUND
}
CASE(polled_flag_in_registered_memory, launch/host) {
    int *m = managed(), *flag = (int *)aligned_alloc(4096, 4096), *on_device;
    *flag = 0;
    cudaHostRegister(flag, 4096, cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&on_device, flag, 0);
    tells<<<1, 64>>>(m, on_device, wrong);
    poll(flag);
    m[7] = 1; // FOUND
    cudaDeviceSynchronize();
}
CASE(kernel_behind_a_polled_flag, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device(), *flag = pinned(4);
    tells<<<1, 64, 0, s.a>>>(p, flag, wrong);
    poll(flag);
    copy<<<1, 64, 0, s.b>>>(q, p, 64); // FOUND
}
