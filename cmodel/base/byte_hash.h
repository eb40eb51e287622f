/* byte_hash.h: FNV-1a of 64 bits (Fowler, Noll, Vo), for tables by name, fingerprints and the hash
 * of a stream's configuration. Not for secrets.
 */
#ifndef SCORD_BYTE_HASH_H
#define SCORD_BYTE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes (the offset basis). */
#define SCORD_BYTE_HASH_START UINT64_C(0xcbf29ce484222325)

/* HASH of what came before, continued over LENGTH bytes at BYTES. */
static inline uint64_t scord_byte_hash(uint64_t hash, const void *bytes, size_t length) {
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < length; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
