/* SPDX-License-Identifier: Apache-2.0 */
/* test_detector_path.c: between the SMs, the detector and the L2 (M6): the buffer of requests
 * (detector_feed.h) and the detector's AXI port at the slices (metadata_link.h). */
#include "tb/unit/pipeline/bench.h"

#include <string.h>

#include "sim/mem/detector_feed.h"
#include "sim/mem/metadata_link.h"

/* ---- the buffer ---- */

static detector_timing_request_t request_of(uint64_t segment) {
    return (detector_timing_request_t){.segment_address = segment * 128, .words = 1};
}

static uint64_t put(detector_feed_t *feed, uint64_t segment) {
    const detector_timing_request_t request = request_of(segment);
    return detector_feed_put(feed, &request);
}

static void expect_head(detector_feed_t *feed, uint64_t segment, const char *name) {
    const detector_timing_request_t *head = detector_feed_head(feed);
    check(head, "%s: there is a head", name);
    if (head)
        check_equal(head->segment_address / 128, segment, "%s: segment", name),
            detector_feed_drop(feed);
}

/* Packets arrive in any order, requests leave in program order. */
static void program_order(void) {
    detector_feed_t feed;
    uint64_t number[3];
    check(detector_feed_make(&feed, 3), "made");
    check(!detector_feed_head(&feed), "empty");
    for (uint64_t i = 0; i < 3; i++) {
        check(!detector_feed_full(&feed), "room for %u", (unsigned)i);
        number[i] = put(&feed, 10 + i);
        check_equal(number[i], 1 + i, "numbers begin at 1");
    }
    check(detector_feed_full(&feed), "full");
    detector_feed_arrived(&feed, number[2]);
    detector_feed_arrived(&feed, number[1]);
    check(!detector_feed_head(&feed), "the oldest has not arrived");
    detector_feed_arrived(&feed, number[0]);
    expect_head(&feed, 10, "the oldest first");
    expect_head(&feed, 11, "then the second");
    /* the ring goes round */
    const uint64_t fourth = put(&feed, 13), fifth = put(&feed, 14);
    check(detector_feed_full(&feed), "full again");
    expect_head(&feed, 12, "the third");
    check(!detector_feed_head(&feed), "a place that is used again has not arrived");
    detector_feed_arrived(&feed, fifth);
    check(!detector_feed_head(&feed), "the fourth has not arrived");
    detector_feed_arrived(&feed, fourth);
    expect_head(&feed, 13, "the fourth");
    expect_head(&feed, 14, "the fifth");
    check(!detector_feed_head(&feed), "empty again");
    detector_feed_free(&feed);
}

/* Figure 10 without LHD: the buffer grows in the middle of its ring; numbers stay. */
static void growth(void) {
    detector_feed_t feed;
    uint64_t number[12];
    check(detector_feed_make(&feed, 2), "made");
    detector_feed_arrived(&feed, put(&feed, 1));
    number[0] = put(&feed, 20);
    expect_head(&feed, 1, "one goes, so that the ring is turned");
    for (uint64_t i = 1; i < 12; i++) {
        check(detector_feed_grow(&feed), "it grows");
        number[i] = put(&feed, 20 + i);
    }
    for (unsigned i = 12; i-- > 0;) detector_feed_arrived(&feed, number[i]);
    for (uint64_t i = 0; i < 12; i++) expect_head(&feed, 20 + i, "in order after growth");
    detector_feed_free(&feed);
}

/* ---- the AXI port ---- */

#define LINE (UINT64_C(1) << 38) /* address of a metadata line of 256 bytes */

static metadata_link_t link_of(uint32_t beat_bytes) {
    return (metadata_link_t){.bank = 3, .beat_bytes = beat_bytes};
}

/* A cycle in which the port shows PORT. */
static detector_port_in_t cycle(metadata_link_t *link, const detector_port_out_t *port, bool room,
                                metadata_packets_t *out) {
    const detector_port_in_t in = metadata_link_inputs(link, port, room, room);
    out->count = 0;
    metadata_link_clock(link, port, &in, out);
    return in;
}

static const detector_port_out_t nothing;

/* A burst of BEATS of 8 bytes from OFFSET on becomes packets of SECTORS of the two segments. */
static void read_burst(const char *name, uint64_t offset, unsigned beats, uint8_t first,
                       uint8_t second) {
    metadata_link_t link = link_of(8);
    metadata_packets_t out;
    const detector_port_out_t port = {
        .ar_valid = true, .ar_id = 5, .ar_beats = (uint8_t)beats, .ar_address = LINE + offset};
    check(cycle(&link, &port, true, &out).ar_ready, "%s: taken", name);
    check_equal(out.count, (first != 0) + (second != 0), "%s: packets", name);
    const uint8_t sectors[2] = {first, second};
    unsigned at = 0;
    for (unsigned half = 0; half < 2; half++) {
        if (sectors[half] == 0 || at >= out.count) continue;
        const memory_packet_t *packet = &out.packet[at++];
        check_equal(packet->kind, MEMORY_METADATA_READ, "%s: a read", name);
        check_equal(packet->segment, LINE / 128 + half, "%s: segment", name);
        check_equal(packet->sectors, sectors[half], "%s: sectors", name);
        check_equal(packet->bytes, 32 * (unsigned)__builtin_popcount(sectors[half]), "%s: bytes",
                    name);
        check_equal(packet->sm, 3, "%s: for the bank", name);
    }
    /* no beat before all of it is there; then a beat a cycle, the last marked */
    metadata_packets_t none;
    for (unsigned i = 0; i < at; i++) {
        check(!cycle(&link, &nothing, true, &none).r_valid, "%s: no beat before answer %u of %u",
              name, i + 1, at);
        metadata_link_answered(&link, &out.packet[at - 1 - i]);
    }
    for (unsigned beat = 0; beat < beats; beat++) {
        const detector_port_in_t in = cycle(&link, &nothing, true, &none);
        check(in.r_valid && in.r_id == 5, "%s: beat %u", name, beat);
        check(in.r_last == (beat + 1 == beats), "%s: beat %u is %sthe last", name, beat,
              in.r_last ? "" : "not ");
    }
    check(!cycle(&link, &nothing, true, &none).r_valid, "%s: no more", name);
}

static void reads(void) {
    read_burst("the whole line", 0, 32, 15, 15);
    read_burst("one entry", 0, 1, 1, 0);
    read_burst("the last entry", 248, 1, 0, 8);
    read_burst("a sector", 32, 4, 2, 0);
    read_burst("two entries in two sectors", 24, 2, 3, 0);
    read_burst("across the middle", 120, 2, 8, 1);
    read_burst("the second half", 128, 16, 0, 15);
    read_burst("from the third sector to the sixth", 64, 16, 12, 3);
}

/* No room at the slice: the burst is not taken. */
static void no_room(void) {
    metadata_link_t link = link_of(8);
    metadata_packets_t out;
    const detector_port_out_t read = {
        .ar_valid = true, .ar_id = 1, .ar_beats = 32, .ar_address = LINE};
    check(!cycle(&link, &read, false, &out).ar_ready, "no room, not taken");
    check_equal(out.count, 0, "nothing goes out");
    const detector_port_out_t address = {
        .aw_valid = true, .aw_id = 2, .aw_beats = 2, .aw_address = LINE};
    check(cycle(&link, &address, false, &out).aw_ready, "a write's address needs none");
    const detector_port_out_t beat = {.w_valid = true, .w_strobe = true},
                              last = {.w_valid = true, .w_strobe = true, .w_last = true};
    check(cycle(&link, &beat, false, &out).w_ready, "nor a beat");
    check(!cycle(&link, &last, false, &out).w_ready, "but the last one");
    check_equal(out.count, 0, "nothing goes out");
    check(cycle(&link, &last, true, &out).w_ready, "with room it does");
    check_equal(out.count, 1, "as one packet");
}

/* Two bursts: their beats follow in the order in which they were answered, whatever was asked
 * first, and do not mix. */
static void two_reads(void) {
    metadata_link_t link = link_of(8);
    metadata_packets_t first, second, none;
    const detector_port_out_t a = {.ar_valid = true, .ar_id = 1, .ar_beats = 2, .ar_address = LINE};
    const detector_port_out_t b = {
        .ar_valid = true, .ar_id = 2, .ar_beats = 3, .ar_address = LINE + 256};
    cycle(&link, &a, true, &first);
    cycle(&link, &b, true, &second);
    metadata_link_answered(&link, &second.packet[0]);
    metadata_link_answered(&link, &first.packet[0]);
    static const uint8_t expected[] = {2, 2, 2, 1, 1};
    for (unsigned i = 0; i < 5; i++) {
        const detector_port_in_t in = cycle(&link, &nothing, true, &none);
        check(in.r_valid, "beat %u", i);
        check_equal(in.r_id, expected[i], "beat %u is of burst", i);
    }
}

/* A write of BEATS, STROBES a bit a beat: packets of the strobed sectors, confirmed after all
 * answers. */
static void write_burst(const char *name, uint64_t offset, unsigned beats, uint32_t strobes,
                        uint8_t first, uint8_t second) {
    metadata_link_t link = link_of(8);
    metadata_packets_t out = {.count = 0}, none;
    const detector_port_out_t address = {
        .aw_valid = true, .aw_id = 6, .aw_beats = (uint8_t)beats, .aw_address = LINE + offset};
    check(!metadata_link_inputs(&link, &address, true, true).w_ready,
          "%s: no beat before the address", name);
    check(cycle(&link, &address, true, &out).aw_ready, "%s: address", name);
    check(!metadata_link_inputs(&link, &address, true, true).aw_ready, "%s: one at a time", name);
    for (unsigned beat = 0; beat < beats; beat++) {
        const detector_port_out_t port = {
            .w_valid = true, .w_strobe = (strobes >> beat & 1) != 0, .w_last = beat + 1 == beats};
        check_equal(out.count, 0, "%s: nothing before the last beat", name);
        check(cycle(&link, &port, true, &out).w_ready, "%s: beat %u", name, beat);
    }
    const unsigned packets = (first != 0) + (second != 0);
    check_equal(out.count, packets, "%s: packets", name);
    if (first != 0) check_equal(out.packet[0].sectors, first, "%s: first half", name);
    if (second != 0 && out.count > 0)
        check_equal(out.packet[out.count - 1].sectors, second, "%s: second half", name);
    if (second != 0 && out.count > 0)
        check_equal(out.packet[out.count - 1].segment, LINE / 128 + 1, "%s: second half", name);
    for (unsigned i = 0; i < out.count; i++) {
        check_equal(out.packet[i].kind, MEMORY_METADATA_WRITE, "%s: a write", name);
        check(!cycle(&link, &nothing, true, &none).b_valid, "%s: not confirmed before answer %u",
              name, i + 1);
        metadata_link_answered(&link, &out.packet[i]);
    }
    const detector_port_in_t in = cycle(&link, &nothing, true, &none);
    check(in.b_valid && in.b_id == 6, "%s: confirmed", name);
    check(!cycle(&link, &nothing, true, &none).b_valid, "%s: once", name);
    check(metadata_link_inputs(&link, &nothing, true, true).aw_ready, "%s: ready for the next",
          name);
}

static void writes(void) {
    write_burst("all of a line", 0, 32, 0xffffffff, 15, 15);
    write_burst("one entry", 8, 1, 1, 1, 0);
    write_burst("first and last entry", 0, 32, 0x80000001, 1, 8);
    write_burst("every eighth from the fourth on", 32, 28, 0x01010101, 10,
                10); /* entries 4, 12, 20, 28: sectors 1, 3, 5, 7 */
    write_burst("nothing strobed", 0, 4, 0, 0, 0);
    write_burst("the second half", 128, 16, 0xffff, 0, 15);
}

/* A beat of 32 bytes is a sector; one of 256 the whole line. */
static void wide_beats(void) {
    for (uint32_t bytes = 32; bytes <= 256; bytes *= 8) {
        metadata_link_t link = link_of(bytes);
        metadata_packets_t out;
        const detector_port_out_t read = {
            .ar_valid = true, .ar_id = 0, .ar_beats = 1, .ar_address = LINE};
        cycle(&link, &read, true, &out);
        check_equal(out.count, bytes == 32 ? 1 : 2, "a read beat of %u bytes: packets", bytes);
        check_equal(out.packet[0].sectors, bytes == 32 ? 1 : 15, "a read beat of %u bytes", bytes);
        const detector_port_out_t address = {.aw_valid = true, .aw_beats = 1, .aw_address = LINE};
        const detector_port_out_t beat = {.w_valid = true, .w_strobe = true, .w_last = true};
        cycle(&link, &address, true, &out);
        cycle(&link, &beat, true, &out);
        check_equal(out.count, bytes == 32 ? 1 : 2, "a written beat of %u bytes: packets", bytes);
        check_equal(out.packet[0].sectors, bytes == 32 ? 1 : 15, "a written beat of %u bytes",
                    bytes);
    }
}

/* Reads and writes of the same number do not meet. */
static void same_number(void) {
    metadata_link_t link = link_of(8);
    metadata_packets_t read, written, none;
    const detector_port_out_t both = {.ar_valid = true,
                                      .ar_id = 4,
                                      .ar_beats = 1,
                                      .ar_address = LINE,
                                      .aw_valid = true,
                                      .aw_id = 4,
                                      .aw_beats = 1,
                                      .aw_address = LINE + 256};
    cycle(&link, &both, true, &read);
    const detector_port_out_t beat = {.w_valid = true, .w_strobe = true, .w_last = true};
    cycle(&link, &beat, true, &written);
    metadata_link_answered(&link, &written.packet[0]);
    detector_port_in_t in = cycle(&link, &nothing, true, &none);
    check(in.b_valid && !in.r_valid, "the write is answered, not the read");
    metadata_link_answered(&link, &read.packet[0]);
    in = cycle(&link, &nothing, true, &none);
    check(in.r_valid && in.r_last && !in.b_valid, "then the read");
}

int main(void) {
    program_order();
    growth();
    reads();
    no_room();
    two_reads();
    writes();
    wide_beats();
    same_number();
    return check_summary();
}
