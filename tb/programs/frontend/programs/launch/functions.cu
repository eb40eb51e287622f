// Host functions of streams: what they touch is their operation's (docs/launch-order.md).
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "cases.h"

struct Work {
    int *p;
    int sum;
    int *to;
};
static void reads(void *v) {
    Work *w = (Work *)v;
    w->sum = w->p[5]; // FOUND
}
static void writes(void *v) {
    Work *w = (Work *)v;
    for (int i = 0; i < 64; i++) w->p[i] = i;
}

CASE(function_reads_what_a_kernel_writes, launch/streams) {
    Streams s;
    Work w = {managed()};
    FILL(w.p, s.a);
    cudaLaunchHostFunc(wrong ? s.b : s.a, reads, &w);
    cudaDeviceSynchronize();
}
CASE(callback_reads_what_a_copy_writes, launch/streams) {
    Streams s;
    static Work w;
    int *d = device();
    w = {pinned()};
    cudaMemcpyAsync(w.p, d, BYTES, cudaMemcpyDeviceToHost, s.a);
    cudaStreamAddCallback(
        wrong ? s.b : s.a, [](cudaStream_t, cudaError_t, void *v) { reads(v); }, &w, 0);
    cudaDeviceSynchronize();
}
CASE(kernel_reads_what_a_function_writes, launch/streams) { // not by nvcc
    Streams s;
    int *q = device();
    Work w = {managed()};
    cudaLaunchHostFunc(s.a, writes, &w);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, w.p, N); // FOUND
    cudaDeviceSynchronize();
}
CASE(other_bytes_of_the_page, launch/streams) { // not by nvcc
    Streams s;
    Work w = {managed()};
    cudaLaunchHostFunc(s.a, writes, &w);
    cudaMemsetAsync(w.p + 64 - wrong, 0, 16, s.b); // FOUND
    cudaDeviceSynchronize();
}
CASE(behind_an_event, launch/streams) { // not by nvcc
    Streams s;
    int *q = device();
    Work w = {pinned()};
    cudaEvent_t e = event();
    if (wrong) cudaEventRecord(e, s.a);
    cudaLaunchHostFunc(s.a, writes, &w);
    if (!wrong) cudaEventRecord(e, s.a);
    cudaStreamWaitEvent(s.b, e, 0);
    cudaMemcpyAsync(q, w.p, BYTES, cudaMemcpyHostToDevice, s.b); // FOUND
    cudaDeviceSynchronize();
}
CASE(host_reads_what_a_function_writes, launch/host) { // not by nvcc
    Streams s;
    Work w = {managed()};
    cudaLaunchHostFunc(s.a, writes, &w);
    if (!wrong) cudaStreamSynchronize(s.a);
    if (w.p[5] != 5) printf("wrong result\n"); // FOUND
    cudaDeviceSynchronize();
}
CASE(host_refills_what_a_function_reads, launch/host) { // not by nvcc
    Streams s;
    Work w = {pinned()};
    cudaLaunchHostFunc(s.a, reads, &w);
    if (!wrong) cudaStreamSynchronize(s.a);
    w.p[5] = 7; // FOUND
    cudaDeviceSynchronize();
}
static std::atomic<bool> opened;
static void gate(void *) {
    while (!opened.load(std::memory_order_acquire)) {}
}
CASE(host_writes_while_a_function_waits, launch/host) { // not by nvcc
    Streams s;
    int *m = managed(), *p = device();
    cudaLaunchHostFunc(s.a, gate, NULL);
    copy<<<N / 256, 256, 0, s.a>>>(p, m, N);
    if (wrong) opened.store(true, std::memory_order_release);
    for (int i = 0; i < N; i++) m[i] = i; // FOUND
    if (!wrong) opened.store(true, std::memory_order_release);
}
CASE(two_functions, launch/streams) { // not by nvcc
    Streams s;
    Work w = {managed()};
    cudaLaunchHostFunc(s.a, writes, &w);
    cudaLaunchHostFunc(wrong ? s.b : s.a, reads, &w);
    cudaDeviceSynchronize();
}
static void copies(void *v) {
    Work *w = (Work *)v;
    memcpy(w->to, w->p, BYTES);
}
CASE(function_copies, launch/streams) { // not by nvcc
    Streams s;
    int *q = device();
    Work w = {managed(), 0, pinned()};
    FILL(w.p, s.a);
    cudaLaunchHostFunc(s.a, copies, &w);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, w.to, N); // FOUND
    cudaDeviceSynchronize();
}
static void reads_file(void *v) {
    Work *w = (Work *)v;
    FILE *file = fopen("/dev/zero", "rb");
    if (!file || fread(w->p, 1, BYTES, file) != BYTES) printf("wrong result\n");
    if (file) fclose(file);
}
CASE(function_reads_a_file, launch/streams) { // not by nvcc
    Streams s;
    int *q = device();
    Work w = {pinned()};
    cudaLaunchHostFunc(s.a, reads_file, &w);
    cudaMemcpyAsync(q, w.p, BYTES, cudaMemcpyHostToDevice, wrong ? s.b : s.a); // FOUND
    cudaDeviceSynchronize();
}
CASE(node_of_a_graph, launch/streams) { // not by nvcc
    Streams s;
    static Work w;
    int *q = device();
    cudaGraph_t g;
    cudaGraphExec_t x;
    w = {managed()};
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(s.a, writes, &w);
    cudaStreamEndCapture(s.a, &g);
    cudaGraphInstantiate(&x, g, NULL, NULL, 0);
    cudaGraphLaunch(x, s.a);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, w.p, N); // FOUND
    cudaDeviceSynchronize();
}

/* The host is told: by a lock and a condition, by an atomic, by one that the device sees, too. */
struct Told {
    int *p;
    std::mutex mutex;
    std::condition_variable condition;
    bool done = false;
    std::atomic<int> flag{0}, *shared = nullptr;
};
CASE(told_by_a_condition, launch/host) { // not by nvcc
    Streams s;
    Told t;
    t.p = managed();
    cudaLaunchHostFunc(
        s.a,
        [](void *v) {
            Told *told = (Told *)v;
            if (!wrong) told->p[3] = 1;
            std::lock_guard<std::mutex> lock(told->mutex);
            told->done = true;
            told->condition.notify_one();
        },
        &t);
    if (wrong) cudaMemsetAsync(t.p, 1, BYTES, s.a); // the function is before this one
    std::unique_lock<std::mutex> lock(t.mutex);
    t.condition.wait(lock, [&] { return t.done; });
    if (t.p[3] == 0) printf("wrong result\n"); // FOUND
    cudaDeviceSynchronize();
}
CASE(told_by_an_atomic, launch/host) { // not by nvcc
    Streams s;
    Told t;
    t.p = managed();
    cudaLaunchHostFunc(
        s.a,
        [](void *v) {
            Told *told = (Told *)v;
            told->p[3] = 1;
            told->flag.store(1, wrong ? std::memory_order_relaxed : std::memory_order_release);
        },
        &t);
    while (!t.flag.load(std::memory_order_acquire)) usleep(10);
    if (t.p[3] != 1) printf("wrong result\n"); // FOUND
    cudaDeviceSynchronize();
}
CASE(told_by_a_shared_atomic, launch/host) { // not by nvcc
    Streams s;
    Told t;
    t.p = managed();
    t.shared = (std::atomic<int> *)(t.p + 8);
    cudaLaunchHostFunc(
        s.a,
        [](void *v) {
            Told *told = (Told *)v;
            told->p[3] = 1;
            if (wrong)
                *(volatile int *)told->shared = 1; // orders nothing
            else
                told->shared->store(1);
        },
        &t);
    while (!t.shared->load()) usleep(10); // FOUND
    if (t.p[3] != 1) printf("wrong result\n"); // FOUND
    cudaDeviceSynchronize();
}
