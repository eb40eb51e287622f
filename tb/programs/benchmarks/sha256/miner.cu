/* sha256 [BITS]: host threads search, each in its stream, for a number whose hash with their prefix begins with BITS zeros. */
#include <cuda_runtime.h>
#include "helper.h"
#include "host_sha256.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#define PREFIX_BYTES 24
typedef unsigned long long nonce_t;

struct Job {
    uint32_t head[PREFIX_BYTES / 4];
    int bits;
};

__device__ __forceinline__ int leading_zeros(const digest_t &digest) { return digest.h[0] ? __clz(digest.h[0]) : 32 + __clz(digest.h[1]); }

/* The least such number of the range: blocks stop when a smaller one is known. */
__global__ void __launch_bounds__(64, 4) search(const Job job, nonce_t first, int per_thread, nonce_t *best) {
    uint32_t block[16];
    for (int i = 0; i < PREFIX_BYTES / 4; i++) block[i] = job.head[i];
    block[8] = 0x80000000u;
    for (int i = 9; i < 15; i++) block[i] = 0;
    block[15] = (PREFIX_BYTES + 8) * 8;
    nonce_t nonce = first + (nonce_t)(blockIdx.x * blockDim.x + threadIdx.x);
    for (int turn = 0; turn < per_thread; turn++, nonce += gridDim.x * blockDim.x) {
        if (atomicMax(best, 0ull) < nonce) return; /* reads */
        block[6] = __byte_perm((uint32_t)(nonce >> 32), 0, 0x0123);
        block[7] = __byte_perm((uint32_t)nonce, 0, 0x0123); /* in the bytes' order of the host's memory */
        digest_t digest = sha256_start();
        sha256_block(&digest, block);
        assert(block[15] == 256);
        if (leading_zeros(digest) >= job.bits) {
            atomicMin(best, nonce);
            return;
        }
    }
}

struct Report {
    std::atomic<int> *finished;
};
static void CUDART_CB finished(void *data) { (*static_cast<Report *>(data)->finished)++; }

static nonce_t mine(const std::string &prefix, int bits, std::atomic<int> *counter) {
    assert(prefix.size() == PREFIX_BYTES);
    Job job = {{}, bits};
    for (int i = 0; i < PREFIX_BYTES; i++) job.head[i / 4] = job.head[i / 4] << 8 | (uint8_t)prefix[i];
    const int blocks = 4, threads = 64, per_thread = 4;
    const nonce_t batch = (nonce_t)blocks * threads * per_thread, none = ~0ull;
    nonce_t *best, *pinned, first = 0;
    int least = 0, greatest = 0;
    cudaStream_t stream;
    Report report = {counter};
    checkCudaErrors(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    checkCudaErrors(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&best), sizeof(*best)));
    checkCudaErrors(cudaHostAlloc(reinterpret_cast<void **>(&pinned), sizeof(*pinned), cudaHostAllocDefault));
    do {
        *pinned = none;
        checkCudaErrors(cudaMemcpyAsync(best, pinned, sizeof(*best), cudaMemcpyHostToDevice, stream));
        search<<<blocks, threads, 0, stream>>>(job, first, per_thread, best);
        getLastCudaError("search");
        checkCudaErrors(cudaMemcpyAsync(pinned, best, sizeof(*best), cudaMemcpyDeviceToHost, stream));
        while (cudaStreamQuery(stream) == cudaErrorNotReady) std::this_thread::yield();
        checkCudaErrors(cudaStreamSynchronize(stream));
        first += batch;
    } while (*pinned == none);
    const nonce_t found = *pinned;
    checkCudaErrors(cudaLaunchHostFunc(stream, finished, &report));
    checkCudaErrors(cudaStreamSynchronize(stream));
    checkCudaErrors(cudaFreeHost(pinned));
    checkCudaErrors(cudaFree(best));
    checkCudaErrors(cudaStreamDestroy(stream));
    return found;
}

static std::string message_of(const std::string &prefix, nonce_t nonce) { /* the number's words in the order of memory */
    std::string message = prefix;
    for (int word = 1; word >= 0; word--)
        for (int i = 0; i < 4; i++) message += (char)(nonce >> (32 * word + 8 * i));
    return message;
}
static int zeros(const digest_t &digest) { return digest.h[0] ? __builtin_clz(digest.h[0]) : 32; }

int main(int argc, char **argv) {
    const int bits = argc > 1 ? atoi(argv[1]) : 9;
    checkCudaErrors(cudaSetDevice(gpuGetMaxGflopsDeviceId()));
    bool right = hexadecimal(sha256_of("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; /* FIPS 180-4 */
    const std::vector<std::string> prefixes = {"a first prefix, 24 bytes", "a second one, of as many", "and a third one of those"};
    std::vector<nonce_t> found(prefixes.size());
    std::vector<std::thread> threads;
    std::atomic<int> counter{0};
    for (size_t i = 0; i < prefixes.size(); i++) threads.emplace_back([&, i] { found[i] = mine(prefixes[i], bits, &counter); });
    std::for_each(threads.begin(), threads.end(), [](std::thread &thread) { thread.join(); });
    for (size_t i = 0; i < prefixes.size(); i++) {
        const digest_t digest = sha256_of(message_of(prefixes[i], found[i]));
        printf("%s + %llu: %s\n", prefixes[i].c_str(), found[i], hexadecimal(digest).c_str());
        right = right && zeros(digest) >= bits;
        for (nonce_t smaller = 0; smaller < found[i]; smaller++) right = right && zeros(sha256_of(message_of(prefixes[i], smaller))) < bits;
    }
    right = right && counter == (int)prefixes.size();
    printf("%s\n", right ? "PASSED" : "FAILED");
    checkCudaErrors(cudaDeviceReset());
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
