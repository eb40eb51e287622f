// main.cu: arrays of several lengths, each sorted by a host thread in a stream of its own; then a vector triad of threads.
#include "../check.h"
#include "sorting.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

namespace {
struct Job {
    int count;
    bool bitonic, ascending;
    std::uint32_t keys; // below it
};

std::vector<Pair> drawn(const Job &job) {
    std::mt19937 random(job.count);
    std::vector<Pair> pairs(job.count);
    for (int i = 0; i < job.count; i++) pairs[i] = {(std::uint32_t)random() % job.keys, (std::uint32_t)i};
    return pairs;
}
bool is_sorted(const std::vector<Pair> &found, const std::vector<Pair> &before, const Job &job) {
    std::vector<bool> seen(before.size(), false);
    for (std::size_t i = 0; i < found.size(); i++) {
        const Pair &p = found[i];
        if (p.value >= before.size() || seen[p.value] || before[p.value].key != p.key) return false;
        seen[p.value] = true;
        if (i == 0) continue;
        const Pair &last = found[i - 1];
        if (job.ascending ? last.key > p.key : last.key < p.key) return false;
        if (!job.bitonic && last.key == p.key && last.value > p.value) return false; // stable
    }
    return true;
}

void work(const Job &job, std::atomic<int> &wrong) {
    const std::vector<Pair> before = drawn(job);
    std::vector<Pair> after(before.size());
    const std::size_t bytes = before.size() * sizeof(Pair);
    cudaStream_t stream;
    Pair *pairs, *scratch, *result;
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&pairs, bytes));
    CHECK(cudaMalloc(&scratch, bytes));
    CHECK(cudaMemcpyAsync(pairs, before.data(), bytes, cudaMemcpyHostToDevice, stream));
    if (job.bitonic) {
        bitonic_sort(pairs, job.count, job.ascending, stream);
        result = pairs;
    } else {
        result = merge_sort(pairs, scratch, job.count, stream);
    }
    CHECK(cudaMemcpyAsync(after.data(), result, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    if (!is_sorted(after, before, job)) wrong++;
    CHECK(cudaFree(pairs));
    CHECK(cudaFree(scratch));
    CHECK(cudaStreamDestroy(stream));
}

// a = b + s c, in the manner of SHOC's triad: each thread of the host has its slice of pinned memory.
__global__ void triad_kernel(float *a, const float *b, const float *c, float s, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + s * c[i];
}
void triad(float *host, int n, float s) { // host: b, then c, then room for a
    float *device;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocAsync(&device, 3 * n * sizeof *device, stream));
    CHECK(cudaMemcpyAsync(device, host, 2 * n * sizeof *host, cudaMemcpyHostToDevice, stream));
    triad_kernel<<<(n + 127) / 128, 128, 0, stream>>>(device + 2 * n, device, device + n, s, n);
    CHECK(cudaMemcpyAsync(host + 2 * n, device + 2 * n, n * sizeof *host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(device, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
} // namespace

int main() {
    std::atomic<int> wrong{0};
    const std::vector<Job> jobs = {{512, true, true, 1u << 31},  {4096, true, false, 50}, {2048, true, true, 1000},
                                   {1, false, true, 9},          {257, false, true, 7},   {1000, false, true, 1u << 30},
                                   {3333, false, true, 40},      {2560, false, true, 3}};
    std::vector<std::thread> threads;
    for (const Job &job : jobs) threads.emplace_back(work, std::cref(job), std::ref(wrong));
    for (std::thread &thread : threads) thread.join();
    printf("%zu arrays, %d wrong\n", jobs.size(), wrong.load());

    constexpr int kSlices = 4, kSlice = 700;
    float *slices;
    CHECK(cudaMallocHost(&slices, kSlices * 3 * kSlice * sizeof *slices));
    for (int i = 0; i < kSlices * 3 * kSlice; i++) slices[i] = (float)(i % 100);
    threads.clear();
    for (int t = 0; t < kSlices; t++) threads.emplace_back(triad, slices + t * 3 * kSlice, kSlice, 1.75f);
    for (std::thread &thread : threads) thread.join();
    for (int t = 0; t < kSlices; t++) {
        const float *b = slices + t * 3 * kSlice, *c = b + kSlice, *a = c + kSlice;
        for (int i = 0; i < kSlice; i++)
            if (a[i] != b[i] + 1.75f * c[i]) wrong++;
    }
    CHECK(cudaFreeHost(slices));
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
