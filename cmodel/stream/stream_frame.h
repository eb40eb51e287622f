/* SPDX-License-Identifier: Apache-2.0 */
/* stream_frame.h: headers, chunk heads and end marks of a stream; docs/stream-format.md, "Binary"
 * and "Text". */
#ifndef SCORD_STREAM_FRAME_H
#define SCORD_STREAM_FRAME_H

#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_VERSION = 1,
    FRAME_MAGIC_SIZE = 8,
    FRAME_PREFIX_SIZE = 16,     /* magic, version, length of the configuration */
    FRAME_SUFFIX_SIZE = 12,     /* configuration hash, CRC */
    FRAME_CHUNK_HEAD_SIZE = 24, /* marker, length, count, first sequence, CRC */
    FRAME_CHUNK_CRC_AT = 20,
    FRAME_PAYLOAD_MAX = 16 << 20,   /* a reader never allocates more for a chunk */
    FRAME_PAYLOAD_TARGET = 64 << 10 /* a writer ends a chunk that has reached it */
};
#define FRAME_MAGIC                                                                                \
    "\x89SEV\r\n\x1a\n" /* not text, and damaged by a transfer in text mode, as PNG's signature is \
                         */
#define FRAME_CHUNK_MARKER 0x4b4e4843u /* "CHNK" */
#define FRAME_END_MARKER   0x2e444e45u /* "END." */
#define FRAME_TEXT_WORD    "scord-event-stream"

static inline void frame_put32(uint8_t *out, uint32_t value) {
    for (unsigned i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (8 * i));
}
static inline void frame_put64(uint8_t *out, uint64_t value) {
    for (unsigned i = 0; i < 8; i++) out[i] = (uint8_t)(value >> (8 * i));
}
static inline uint32_t frame_get32(const uint8_t *in) {
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++) value |= (uint32_t)in[i] << (8 * i);
    return value;
}
static inline uint64_t frame_get64(const uint8_t *in) {
    return frame_get32(in) | (uint64_t)frame_get32(in + 4) << 32;
}

#endif
