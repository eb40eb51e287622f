// kernels.cu: a thread a block of text; tables of constant memory, copied to shared memory by each block of threads.
#include "../check.h"
#include "aes.h"

namespace aes {
__constant__ std::uint32_t encryption_key[kWords], decryption_key[kWords];
__constant__ std::uint32_t forward_table[256], backward_table[256];
__constant__ std::uint8_t box[256], inverse_box[256];

constexpr int kThreads = 128;

struct Shared {
    std::uint32_t table[256];
    std::uint8_t box[256];
};

template <Mode mode> __device__ __forceinline__ void fetch(Shared &s) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        s.table[i] = mode == Mode::kEncrypt ? forward_table[i] : backward_table[i];
        s.box[i] = mode == Mode::kEncrypt ? box[i] : inverse_box[i];
    }
    __syncthreads();
}
__device__ __forceinline__ std::uint32_t turned(std::uint32_t x, int bits) { return __funnelshift_l(x, x, bits); }

// Byte ROW of the word that ShiftRows (or its inverse) brings to column C.
template <Mode mode> __device__ __forceinline__ unsigned shifted(const std::uint32_t (&s)[4], int c, int row) {
    const int from = mode == Mode::kEncrypt ? (c + row) & 3 : (c - row) & 3;
    return __byte_perm(s[from], 0, 0x4440 + row);
}

template <Mode mode> __device__ uint4 cipher(const Shared &shared, uint4 text) {
    const std::uint32_t *key = mode == Mode::kEncrypt ? encryption_key : decryption_key;
    std::uint32_t s[4] = {text.x ^ key[0], text.y ^ key[1], text.z ^ key[2], text.w ^ key[3]}, next[4];
#pragma unroll 1
    for (int r = 1; r < kRounds; r++) {
#pragma unroll
        for (int c = 0; c < 4; c++) {
            next[c] = key[4 * r + c];
#pragma unroll
            for (int row = 0; row < 4; row++)
                next[c] ^= turned(shared.table[shifted<mode>(s, c, row)], 8 * row);
        }
#pragma unroll
        for (int c = 0; c < 4; c++) s[c] = next[c];
    }
#pragma unroll
    for (int c = 0; c < 4; c++) {
        next[c] = key[4 * kRounds + c];
#pragma unroll
        for (int row = 0; row < 4; row++) next[c] ^= (std::uint32_t)shared.box[shifted<mode>(s, c, row)] << 8 * row;
    }
    return make_uint4(next[0], next[1], next[2], next[3]);
}

template <Mode mode>
__global__ void __launch_bounds__(kThreads) codebook_kernel(const uint4 *__restrict__ in, uint4 *__restrict__ out,
                                                            std::size_t blocks) {
    __shared__ Shared shared;
    fetch<mode>(shared);
    for (std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x; i < blocks;
         i += (std::size_t)gridDim.x * blockDim.x)
        out[i] = cipher<mode>(shared, __ldg(in + i));
}

__global__ void __launch_bounds__(kThreads) counter_kernel(std::uint64_t nonce, uint4 *text, std::size_t blocks) {
    __shared__ Shared shared;
    fetch<Mode::kEncrypt>(shared);
    for (std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x; i < blocks;
         i += (std::size_t)gridDim.x * blockDim.x) {
        const uint4 counter = make_uint4((unsigned)nonce, (unsigned)(nonce >> 32), (unsigned)(i >> 32), (unsigned)i);
        const uint4 stream = cipher<Mode::kEncrypt>(shared, counter);
        uint4 t = text[i];
        t.x ^= stream.x, t.y ^= stream.y, t.z ^= stream.z, t.w ^= stream.w;
        text[i] = t;
    }
}

__global__ void checksum_kernel(const uint4 *text, std::size_t blocks, unsigned *sums) {
    unsigned part[4] = {0, 0, 0, 0};
    for (std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x; i < blocks;
         i += (std::size_t)gridDim.x * blockDim.x) {
        const uint4 t = text[i];
        part[0] ^= t.x, part[1] ^= t.y, part[2] ^= t.z, part[3] ^= t.w;
    }
    for (int c = 0; c < 4; c++) {
        for (int distance = 16; distance > 0; distance /= 2)
            part[c] ^= __shfl_xor_sync(0xffffffffu, part[c], distance);
        if (threadIdx.x % 32 == 0) atomicXor(sums + c, part[c]);
    }
}

// As many blocks as are resident at once, and no more than there is work for.
template <class Kernel> static int grid_of(Kernel kernel, std::size_t blocks) {
    int device, units, resident;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0));
    const std::size_t wanted = (blocks + kThreads - 1) / kThreads, most = (std::size_t)units * resident;
    return (int)(wanted < most ? wanted : most);
}

void load(const Key &key) {
    const Tables &t = tables();
    CHECK(cudaMemcpyToSymbol(encryption_key, key.encryption, sizeof key.encryption));
    CHECK(cudaMemcpyToSymbol(decryption_key, key.decryption, sizeof key.decryption));
    CHECK(cudaMemcpyToSymbol(forward_table, t.forward, sizeof t.forward));
    CHECK(cudaMemcpyToSymbol(backward_table, t.backward, sizeof t.backward));
    CHECK(cudaMemcpyToSymbol(box, t.box, sizeof t.box));
    CHECK(cudaMemcpyToSymbol(inverse_box, t.inverse_box, sizeof t.inverse_box));
}
void electronic_codebook(Mode mode, const uint4 *in, uint4 *out, std::size_t blocks, cudaStream_t stream) {
    auto *kernel = mode == Mode::kEncrypt ? codebook_kernel<Mode::kEncrypt> : codebook_kernel<Mode::kDecrypt>;
    kernel<<<grid_of(kernel, blocks), kThreads, 0, stream>>>(in, out, blocks);
    CHECK(cudaPeekAtLastError());
}
void counter_mode(std::uint64_t nonce, uint4 *text, std::size_t blocks, cudaStream_t stream) {
    counter_kernel<<<grid_of(counter_kernel, blocks), kThreads, 0, stream>>>(nonce, text, blocks);
    CHECK(cudaPeekAtLastError());
}
void checksum(const uint4 *text, std::size_t blocks, unsigned *sums, cudaStream_t stream) {
    CHECK(cudaMemsetAsync(sums, 0, 4 * sizeof *sums, stream));
    checksum_kernel<<<2, kThreads, 0, stream>>>(text, blocks, sums);
    CHECK(cudaPeekAtLastError());
}
} // namespace aes
