/* SPDX-License-Identifier: Apache-2.0 */
/* memory_packet.h: packets between SMs, L2 slices and the detector, and their queues.
 *
 * A packet stands for one 128-byte segment of one warp instruction, or for one line of metadata
 * traffic (docs/memory-system.md).
 */
#ifndef SIM_MEMORY_PACKET_H
#define SIM_MEMORY_PACKET_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    MEMORY_SEGMENT = 128, /* bytes of a segment, and of a line of L1 and L2 */
    MEMORY_SECTOR = 32    /* bytes of a sector: the least that travels */
};

typedef enum memory_kind {
    MEMORY_LOAD,
    MEMORY_STORE,
    MEMORY_ATOMIC,
    MEMORY_METADATA_READ, /* of the detector */
    MEMORY_METADATA_WRITE,
    MEMORY_DETECTION /* only for the detector: an L1 hit, or a fence */
} memory_kind_t;

typedef struct memory_packet {
    uint64_t segment;   /* address / MEMORY_SEGMENT */
    uint64_t ready;     /* cycle from which on the queue's end may take it */
    uint64_t detection; /* number of the request in its SM's buffer (detector_feed.h), 0: none */
    uint32_t ticket;    /* identifies the waiting access in the answer */
    uint16_t bytes;     /* of data asked for or carried: 32, 64 or 128 */
    uint8_t kind;       /* memory_kind_t */
    uint8_t sm;         /* or bank of the detector */
    uint8_t sectors;    /* bit i: sector i of the segment */
    uint8_t conflicts;  /* MEMORY_ATOMIC: lanes on one word */
    uint8_t output;     /* of the interconnect */
    uint8_t flits;
} memory_packet_t;

typedef struct packet_queue {
    memory_packet_t *packets;
    uint32_t capacity, first, count;
} packet_queue_t;

/* False: out of memory. capacity at least 1. */
static inline bool packet_queue_make(packet_queue_t *queue, uint32_t capacity) {
    assert(capacity >= 1);
    *queue = (packet_queue_t){.packets = calloc(capacity, sizeof *queue->packets),
                              .capacity = capacity};
    return queue->packets;
}
static inline void packet_queue_free(packet_queue_t *queue) { free(queue->packets); }
static inline bool packet_queue_full(const packet_queue_t *queue) {
    return queue->count == queue->capacity;
}
/* The packet at PLACE from the head on. */
static inline memory_packet_t *packet_queue_at(const packet_queue_t *queue, uint32_t place) {
    assert(place < queue->capacity);
    const uint32_t at = queue->first + place;
    return &queue->packets[at < queue->capacity ? at : at - queue->capacity];
}
/* Only when it is not full. */
static inline void packet_queue_put(packet_queue_t *queue, const memory_packet_t *packet) {
    assert(queue->count < queue->capacity);
    queue->count++;
    *packet_queue_at(queue, queue->count - 1) = *packet;
}
/* The head if it may be taken in cycle NOW; NULL: none. */
static inline memory_packet_t *packet_queue_head(const packet_queue_t *queue, uint64_t now) {
    return queue->count > 0 && queue->packets[queue->first].ready <= now
               ? &queue->packets[queue->first]
               : NULL;
}
static inline void packet_queue_drop(packet_queue_t *queue) {
    assert(queue->count > 0);
    queue->count--;
    queue->first = queue->first + 1 < queue->capacity ? queue->first + 1 : 0;
}

#endif
