/* SPDX-License-Identifier: Apache-2.0 */
/* sha256.h: SHA-256 (FIPS 180-4), for the keys and the checksums of the compile cache. */
#ifndef SCORD_SHA256_H
#define SCORD_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum {
    SHA256_BYTES = 32,
    SHA256_HEX = 2 * SHA256_BYTES + 1
}; /* of a digest, and of its text with the final zero */

typedef struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes taken in */
    uint8_t block[64];
} sha256_t;

void sha256_start(sha256_t *hash);
void sha256_add(sha256_t *hash, const void *data, size_t bytes);
/* Takes a text in with its final zero, so that ("ab", "c") and ("a", "bc") differ. */
void sha256_add_text(sha256_t *hash, const char *text);
/* The digest as lower-case hexadecimal digits. The hash is used up. */
void sha256_finish(sha256_t *hash, char hex[SHA256_HEX]);

#endif
