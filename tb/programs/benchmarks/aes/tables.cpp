/* SPDX-License-Identifier: Apache-2.0 */
// tables.cpp: the tables, the schedule of keys, and the cipher as the standard states it.
#include "aes.h"

#include <cstring>

namespace aes {
namespace {
std::uint8_t doubled(std::uint8_t x) { return (std::uint8_t)(x << 1 ^ (x >> 7) * 0x1b); }
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
    std::uint8_t sum = 0;
    for (; b; b >>= 1, a = doubled(a))
        if (b & 1) sum ^= a;
    return sum;
}
std::uint8_t rotated(std::uint8_t x, int by) { return (std::uint8_t)(x << by | x >> (8 - by)); }
std::uint32_t word(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    return a | (std::uint32_t)b << 8 | (std::uint32_t)c << 16 | (std::uint32_t)d << 24;
}

Tables make() {
    Tables t;
    std::uint8_t p = 1, q = 1; // 3^n and 3^-n
    do {
        p = (std::uint8_t)(p ^ doubled(p));
        q ^= (std::uint8_t)(q << 1);
        q ^= (std::uint8_t)(q << 2);
        q ^= (std::uint8_t)(q << 4);
        if (q & 0x80) q ^= 0x09;
        t.box[p] = (std::uint8_t)(q ^ rotated(q, 1) ^ rotated(q, 2) ^ rotated(q, 3) ^
                                  rotated(q, 4) ^ 0x63);
    } while (p != 1);
    t.box[0] = 0x63;
    for (int i = 0; i < 256; i++) t.inverse_box[t.box[i]] = (std::uint8_t)i;
    for (int i = 0; i < 256; i++) {
        const std::uint8_t s = t.box[i], v = t.inverse_box[i];
        t.forward[i] = word(doubled(s), s, s, (std::uint8_t)(doubled(s) ^ s));
        t.backward[i] = word(product(v, 14), product(v, 9), product(v, 13), product(v, 11));
    }
    return t;
}
} // namespace

const Tables &tables() {
    static const Tables made = make();
    return made;
}

Key expand(const std::uint8_t bytes[16]) {
    const Tables &t = tables();
    Key key;
    std::uint8_t round = 1;
    std::memcpy(key.encryption, bytes, 16);
    for (int i = 4; i < kWords; i++) {
        std::uint32_t last = key.encryption[i - 1];
        if (i % 4 == 0) {
            last = last >> 8 | last << 24;
            last = word(t.box[last & 255], t.box[last >> 8 & 255], t.box[last >> 16 & 255],
                        t.box[last >> 24]) ^
                   round;
            round = doubled(round);
        }
        key.encryption[i] = key.encryption[i - 4] ^ last;
    }
    for (int r = 0; r <= kRounds; r++)
        for (int c = 0; c < 4; c++) {
            const std::uint32_t k = key.encryption[4 * (kRounds - r) + c];
            std::uint32_t mixed = 0;
            for (int i = 0; i < 4; i++) {
                const std::uint32_t part = t.backward[t.box[k >> 8 * i & 255]];
                mixed ^= i ? part << 8 * i | part >> (32 - 8 * i) : part;
            }
            key.decryption[4 * r + c] = r == 0 || r == kRounds ? k : mixed;
        }
    return key;
}

void encrypt(const Key &key, const std::uint8_t in[16], std::uint8_t out[16]) {
    const Tables &t = tables();
    std::uint8_t state[16], next[16], round_key[16];
    std::memcpy(round_key, key.encryption, 16);
    for (int i = 0; i < 16; i++) state[i] = in[i] ^ round_key[i];
    for (int r = 1; r <= kRounds; r++) {
        for (int c = 0; c < 4; c++)
            for (int row = 0; row < 4; row++)
                next[4 * c + row] = t.box[state[4 * ((c + row) % 4) + row]];
        for (int c = 0; c < 4 && r < kRounds; c++) {
            std::uint8_t column[4];
            std::memcpy(column, next + 4 * c, 4);
            for (int row = 0; row < 4; row++)
                next[4 * c + row] = (std::uint8_t)(product(column[row], 2) ^
                                                   product(column[(row + 1) % 4], 3) ^
                                                   column[(row + 2) % 4] ^ column[(row + 3) % 4]);
        }
        std::memcpy(round_key, key.encryption + 4 * r, 16);
        for (int i = 0; i < 16; i++) state[i] = next[i] ^ round_key[i];
    }
    std::memcpy(out, state, 16);
}
} // namespace aes
