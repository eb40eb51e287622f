/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_link.c: AXI bursts of the detector as packets to the L2 slices (metadata_link.h).
 *
 *     detector            link                                      slice
 *     AR ───────────────► reads[id]: beats, awaited ── 1 or 2 ────► (one a segment of 128 bytes)
 *     R, a beat a cycle ◄ readable: queue of ids ◄─ awaited = 0 ─── answers
 *     AW, W … W last ───► gathering: write_sectors ── 0 to 2 ─────►
 *     B ◄──────────────── confirmed: queue of ids ◄─ awaited = 0 ── answers
 *
 * A metadata line is 256 bytes, two segments, and both lie in one slice. A read is given back only
 * when all of it is there, so that the beats of a burst follow each other; bursts come back in the
 * order in which they are complete. One write is gathered at a time; the next one's address is
 * taken with its last beat. A write none of whose beats has a strobe goes to no slice and is
 * confirmed at once.
 *
 * Invariants: an id has one burst in flight (the detector's slots and lines); awaited is the
 * number of packets at the slice; given < beats while the id is in `readable`.
 * Reference: docs/memory-system.md M6; docs/rtl-interface.md, "The wide port".
 */
#include "sim/mem/metadata_link.h"

#include <assert.h>

enum { LINE_SECTORS = 8, SEGMENT_SECTORS = 4 };

static void ids_put(metadata_ids_t *ids, uint8_t id) {
    assert(ids->count < METADATA_LINK_BURSTS);
    ids->id[(ids->first + ids->count++) % METADATA_LINK_BURSTS] = id;
}

static void ids_drop(metadata_ids_t *ids) {
    assert(ids->count > 0);
    ids->first = (uint16_t)((ids->first + 1) % METADATA_LINK_BURSTS);
    ids->count--;
}

detector_port_in_t metadata_link_inputs(const metadata_link_t *link,
                                        const detector_port_out_t *port, bool room_to_read,
                                        bool room_to_write) {
    const bool w_ready = link->gathering && (!port->w_last || room_to_write);
    detector_port_in_t in = {.ar_ready = room_to_read,
                             .aw_ready = !link->gathering ||
                                         (port->w_valid && port->w_last && w_ready),
                             .w_ready = w_ready};
    if (link->readable.count > 0) {
        const uint8_t id = link->readable.id[link->readable.first];
        in.r_valid = true;
        in.r_id = id;
        in.r_last = link->reads[id].given + 1 == link->reads[id].beats;
    }
    if (link->confirmed.count > 0) {
        in.b_valid = true;
        in.b_id = link->confirmed.id[link->confirmed.first];
    }
    return in;
}

/* SECTORS of the metadata line at LINE_ADDRESS (256 bytes) as requests of its two segments. */
static uint8_t split(const metadata_link_t *link, memory_kind_t kind, uint8_t id,
                     uint64_t line_address, uint8_t sectors, metadata_packets_t *out) {
    assert(sectors != 0 || kind == MEMORY_METADATA_WRITE);
    uint8_t count = 0;
    for (unsigned half = 0; half < 2; half++) {
        const uint8_t here = sectors >> half * SEGMENT_SECTORS & 15;
        if (here == 0) continue;
        out->packet[out->count++] =
            (memory_packet_t){.segment = line_address / MEMORY_SEGMENT + half,
                              .ticket = id,
                              .kind = (uint8_t)kind,
                              .sm = link->bank,
                              .sectors = here,
                              .bytes = (uint16_t)(__builtin_popcount(here) * MEMORY_SECTOR)};
        count++;
    }
    return count;
}

/* Sectors of its metadata line that the bytes from ADDRESS on lie in. */
static uint8_t sectors_of(uint64_t address, uint32_t bytes) {
    const uint64_t first = address / MEMORY_SECTOR % LINE_SECTORS,
                   last = (address + bytes - 1) / MEMORY_SECTOR % LINE_SECTORS;
    assert(bytes > 0 && first <= last /* of one line */);
    return (uint8_t)((2u << last) - (1u << first));
}

static uint64_t line_of(uint64_t address) {
    return address & ~(uint64_t)(LINE_SECTORS * MEMORY_SECTOR - 1);
}

static void take_read(metadata_link_t *link, const detector_port_out_t *port,
                      metadata_packets_t *out) {
    const uint8_t sectors = sectors_of(port->ar_address, port->ar_beats * link->beat_bytes);
    link->reads[port->ar_id] = (metadata_burst_t){.beats = port->ar_beats};
    link->reads[port->ar_id].awaited = split(link, MEMORY_METADATA_READ, port->ar_id,
                                             line_of(port->ar_address), sectors, out);
}

static void take_beat(metadata_link_t *link, const detector_port_out_t *port,
                      metadata_packets_t *out) {
    assert(link->gathering);
    if (port->w_strobe)
        link->write_sectors |= sectors_of(link->write_address + link->write_beat * link->beat_bytes,
                                          link->beat_bytes);
    link->write_beat++;
    if (!port->w_last) return;
    link->gathering = false;
    link->writes[link->write_id].awaited = split(link, MEMORY_METADATA_WRITE, link->write_id,
                                                 line_of(link->write_address), link->write_sectors,
                                                 out);
    if (link->writes[link->write_id].awaited == 0) ids_put(&link->confirmed, link->write_id);
}

void metadata_link_clock(metadata_link_t *link, const detector_port_out_t *port,
                         const detector_port_in_t *in, metadata_packets_t *out) {
    assert(!in->r_valid || link->reads[in->r_id].given < link->reads[in->r_id].beats);
    if (in->r_valid && ++link->reads[in->r_id].given == link->reads[in->r_id].beats)
        ids_drop(&link->readable);
    if (in->b_valid) ids_drop(&link->confirmed);
    if (port->ar_valid && in->ar_ready) take_read(link, port, out);
    if (port->w_valid && in->w_ready) take_beat(link, port, out);
    if (port->aw_valid && in->aw_ready) {
        assert(!link->gathering);
        link->gathering = true;
        link->write_id = port->aw_id;
        link->write_address = port->aw_address;
        link->write_beat = 0;
        link->write_sectors = 0;
    }
}

void metadata_link_answered(metadata_link_t *link, const memory_packet_t *packet) {
    const uint8_t id = (uint8_t)packet->ticket;
    const bool read = packet->kind == MEMORY_METADATA_READ;
    metadata_burst_t *burst = read ? &link->reads[id] : &link->writes[id];
    assert(burst->awaited > 0);
    if (--burst->awaited == 0) ids_put(read ? &link->readable : &link->confirmed, id);
}
