/* SPDX-License-Identifier: Apache-2.0 */
/* host_sha256.h: a whole message on the host, padded. */
#pragma once
#include "sha256.cuh"
#include <string>

inline digest_t sha256_of(std::string message) {
    const uint64_t bits = (uint64_t)message.size() * 8;
    message += (char)0x80;
    while (message.size() % 64 != 56) message += (char)0;
    for (int i = 7; i >= 0; i--) message += (char)(bits >> (8 * i));
    digest_t digest = sha256_start();
    for (size_t at = 0; at < message.size(); at += 64) {
        uint32_t block[16] = {};
        for (int i = 0; i < 64; i++) block[i / 4] = block[i / 4] << 8 | (uint8_t)message[at + i];
        sha256_block(&digest, block);
    }
    return digest;
}
inline std::string hexadecimal(const digest_t &digest) {
    char text[65];
    for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", digest.h[i]);
    return text;
}
