// main.cu: the example of FIPS 197, then random text: the codebook there and back, and counter mode in two streams.
#include "../check.h"
#include "aes.h"

#include <cstring>
#include <random>
#include <vector>

using Bytes = std::vector<std::uint8_t>;

static int compare(const Bytes &found, const Bytes &expected, const char *what) {
    if (found == expected) return 0;
    printf("%s differs\n", what);
    return 1;
}
static Bytes fetched(const uint4 *from, std::size_t blocks) {
    Bytes bytes(16 * blocks);
    CHECK(cudaMemcpy(bytes.data(), from, bytes.size(), cudaMemcpyDeviceToHost));
    return bytes;
}

int main(int argc, char **argv) {
    const std::size_t blocks = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 3000;
    const std::uint8_t key_bytes[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                        0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c},
                       example[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                                      0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34},
                       result[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                                     0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
    const aes::Key key = aes::expand(key_bytes);
    aes::load(key);

    std::mt19937 random(7);
    Bytes text(16 * blocks), expected(16 * blocks), stream_text(16 * blocks);
    for (auto &byte : text) byte = (std::uint8_t)random();
    std::memcpy(text.data(), example, 16);
    for (std::size_t i = 0; i < blocks; i++) aes::encrypt(key, &text[16 * i], &expected[16 * i]);

    uint4 *plain, *cipher, *back;
    unsigned *sums, sum[4], expected_sum[4] = {0, 0, 0, 0};
    CHECK(cudaMalloc(&plain, text.size()));
    CHECK(cudaMalloc(&cipher, text.size()));
    CHECK(cudaMalloc(&back, text.size()));
    CHECK(cudaMalloc(&sums, sizeof sum));
    CHECK(cudaMemcpy(plain, text.data(), text.size(), cudaMemcpyHostToDevice));
    aes::electronic_codebook(aes::Mode::kEncrypt, plain, cipher, blocks, 0);
    aes::electronic_codebook(aes::Mode::kDecrypt, cipher, back, blocks, 0);
    int wrong = compare(fetched(cipher, blocks), expected, "the codebook");
    wrong += compare(fetched(back, blocks), text, "what is decrypted");
    wrong += compare(Bytes(expected.begin(), expected.begin() + 16), Bytes(result, result + 16), "the example");
    aes::checksum(cipher, blocks, sums, 0);
    CHECK(cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < 4 * blocks; i++) {
        std::uint32_t word;
        std::memcpy(&word, &expected[4 * i], 4);
        expected_sum[i % 4] ^= word;
    }
    wrong += std::memcmp(sum, expected_sum, sizeof sum) != 0;

    // counter mode: two halves, each with its nonce, each in its stream
    const std::size_t half = blocks / 2;
    const std::uint64_t nonces[2] = {0x0123456789abcdef, 42};
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) {
        const std::size_t first = i * half, count = i ? blocks - half : half;
        CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        aes::counter_mode(nonces[i], plain + first, count, streams[i]);
        for (std::size_t b = 0; b < count; b++) {
            std::uint8_t counter[16], mask[16];
            const std::uint32_t words[4] = {(std::uint32_t)nonces[i], (std::uint32_t)(nonces[i] >> 32), 0, (std::uint32_t)b};
            std::memcpy(counter, words, 16);
            aes::encrypt(key, counter, mask);
            for (int k = 0; k < 16; k++) stream_text[16 * (first + b) + k] = text[16 * (first + b) + k] ^ mask[k];
        }
    }
    for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
    wrong += compare(fetched(plain, blocks), stream_text, "counter mode");
    for (int i = 0; i < 2; i++) {
        aes::counter_mode(nonces[i], plain + i * half, i ? blocks - half : half, streams[i]);
        CHECK(cudaStreamSynchronize(streams[i]));
        CHECK(cudaStreamDestroy(streams[i]));
    }
    wrong += compare(fetched(plain, blocks), text, "counter mode, back");
    printf("%zu blocks, sums %08x %08x %08x %08x\n", blocks, sum[0], sum[1], sum[2], sum[3]);
    CHECK(cudaFree(plain));
    CHECK(cudaFree(cipher));
    CHECK(cudaFree(back));
    CHECK(cudaFree(sums));
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
