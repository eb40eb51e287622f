/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_link.h: the detector's AXI port at the L2 slices (docs/memory-system.md, M6).
 *
 * A burst is one or two requests to the slice that holds its metadata line (both segments of 256
 * bytes lie in one slice). The beats of a read follow each other once all of it is there, a beat a
 * cycle; a write goes to the slice when its last beat has arrived, and is confirmed when the slice
 * has it.
 */
#ifndef SIM_METADATA_LINK_H
#define SIM_METADATA_LINK_H

#include "sim/mem/detector_timing.h"
#include "sim/mem/memory_packet.h"

typedef struct metadata_burst {
    uint8_t beats, given; /* of a read */
    uint8_t awaited;      /* requests at the slice */
} metadata_burst_t;

enum { METADATA_LINK_BURSTS = 256 }; /* reads, and writes; numbers have 8 bits */

typedef struct metadata_ids { /* a queue of burst numbers */
    uint8_t id[METADATA_LINK_BURSTS];
    uint16_t first, count;
} metadata_ids_t;

typedef struct metadata_link {
    uint8_t bank; /* of the detector */
    uint32_t beat_bytes;
    metadata_burst_t reads[METADATA_LINK_BURSTS], writes[METADATA_LINK_BURSTS]; /* by number */
    metadata_ids_t readable, confirmed;
    bool gathering; /* a write whose last beat is not here */
    uint8_t write_id;
    uint64_t write_address;
    uint32_t write_beat;
    uint8_t write_sectors; /* of the metadata line: 8 sectors of 32 bytes */
} metadata_link_t;

/* What goes to the slices: at most two packets a channel and cycle. */
typedef struct metadata_packets {
    memory_packet_t packet[4];
    unsigned count;
} metadata_packets_t;

/* What the link shows the detector in this cycle. ROOM: of the slice that the burst at the port
 * goes to, for two packets more. */
detector_port_in_t metadata_link_inputs(const metadata_link_t *link,
                                        const detector_port_out_t *port, bool room_to_read,
                                        bool room_to_write);
/* The slice that the write at hand goes to: the segment of its first byte. */
static inline uint64_t metadata_link_write_segment(const metadata_link_t *link) {
    return link->write_address / MEMORY_SEGMENT;
}
/* The cycle ends: what was taken from the port goes to *out. */
void metadata_link_clock(metadata_link_t *link, const detector_port_out_t *port,
                         const detector_port_in_t *in, metadata_packets_t *out);
/* The slice has answered PACKET. */
void metadata_link_answered(metadata_link_t *link, const memory_packet_t *packet);

#endif
