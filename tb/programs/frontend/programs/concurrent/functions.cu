// Host functions that wait for what their launcher does later (docs/launch-order.md).
#include <alloca.h>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <cuda.h>

__global__ void set(int *p, int value) { *p = value; }

// never destroyed: that would wait for who waits
static std::mutex &mutex = *new std::mutex;
static std::condition_variable &condition = *new std::condition_variable;
static bool ready;
static int *p, seen;
static cudaStream_t stream;

static void locks(void *) {
    std::lock_guard<std::mutex> lock(mutex);
    seen = 42;
}
static void is_told(void *) {
    std::unique_lock<std::mutex> lock(mutex);
    condition.wait(lock, [] { return ready; });
    seen = 42;
}

static void lock_of_the_launcher(bool waits) {
    std::lock_guard<std::mutex> lock(mutex);
    cudaLaunchHostFunc(stream, locks, nullptr);
    if (waits) cudaStreamSynchronize(stream);
}
static void told_later(bool tells) {
    cudaLaunchHostFunc(stream, is_told, nullptr);
    set<<<1, 1, 0, stream>>>(p, 7);
    if (cudaStreamQuery(stream) != cudaErrorNotReady) puts("wrong result");
    if (!tells) return;
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    condition.notify_all();
}

int main(int, char **argv) {
    const char *which = argv[1];
    cudaStreamCreate(&stream);
    cudaMalloc(&p, sizeof(int));
    if (!strcmp(which, "lock")) lock_of_the_launcher(false);
    if (!strcmp(which, "lock_and_wait")) lock_of_the_launcher(true);
    if (!strcmp(which, "told")) told_later(true);
    if (!strcmp(which, "never_told")) told_later(false);
    if (!strcmp(which, "left"))
        return told_later(false), puts("42"), 0; // the program ends all the same
    if (!strcmp(which, "future")) { // C++ waits by the system: no call of pthread is seen
        std::promise<int> gives;
        auto result = gives.get_future();
        cudaLaunchHostFunc(
            stream, [](void *of) { seen = ((std::future<int> *)of)->get(); }, &result);
        gives.set_value(42);
        cudaStreamSynchronize(stream);
    }
    if (!strcmp(which, "driver")) { // what the call has of the callback stays until that runs
        cuStreamAddCallback(stream, [](CUstream, CUresult, void *) { seen = 42; }, nullptr, 0);
        cuStreamAddCallback(stream, [](CUstream, CUresult, void *) { if (seen != 42) seen = 1; }, nullptr, 0);
        memset(alloca(4096), 1, 4096);
        cudaStreamSynchronize(stream);
    }
    if (!strcmp(which, "copies")) { // a function that asks for operations of another stream
        cudaLaunchHostFunc(
            stream,
            [](void *) {
                cudaStream_t other;
                cudaStreamCreate(&other);
                cudaMemsetAsync(p, 0, sizeof(int), other);
                cudaMemcpyAsync(&seen, p, sizeof(int), cudaMemcpyDefault, other);
                cudaStreamSynchronize(other);
                seen += 42;
            },
            nullptr);
    }
    cudaStreamSynchronize(stream);
    printf("%d\n", seen);
}
