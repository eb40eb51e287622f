/* SPDX-License-Identifier: Apache-2.0 */
// aes.h: AES-128 (FIPS 197), blocks of 16 bytes; a word has the byte of row 0 lowest.
#ifndef AES_H
#define AES_H

#include <cstdint>
#include <cuda_runtime.h>

namespace aes {
constexpr int kRounds = 10, kWords = 4 * (kRounds + 1);

struct Key {
    std::uint32_t encryption[kWords],
        decryption[kWords]; // the latter as of the equivalent inverse cipher
};
struct Tables {
    std::uint8_t box[256], inverse_box[256];
    std::uint32_t forward[256],
        backward[256]; // a byte behind the box, and its column of (Inv)MixColumns
};

// tables.cpp
const Tables &tables();
Key expand(const std::uint8_t bytes[16]);
void encrypt(const Key &key, const std::uint8_t in[16],
             std::uint8_t out[16]); // byte by byte, for comparison

// kernels.cu: device memory; `blocks` blocks
enum class Mode { kEncrypt, kDecrypt };
void load(const Key &key);
void electronic_codebook(Mode mode, const uint4 *in, uint4 *out, std::size_t blocks,
                         cudaStream_t stream);
// Adds the stream of the counter that begins with NONCE; both directions.
void counter_mode(std::uint64_t nonce, uint4 *text, std::size_t blocks, cudaStream_t stream);
// Sums of all blocks' words, by atomicXor.
void checksum(const uint4 *text, std::size_t blocks, unsigned *sums, cudaStream_t stream);
} // namespace aes

#endif
