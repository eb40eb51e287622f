/* SPDX-License-Identifier: Apache-2.0 */
/* detector_timing.h: the timing of the detector, cycle by cycle: rtl/detector/scord_detector.v
 * without its verdicts (M6).
 *
 * What is modelled, register by register: the SMs' request FIFOs (rtl/common/fifo.v as in
 * rtl/sm/scord_sm.v), the round-robin arbiter, metadata_accessor (lookup, decision queue, load,
 * decide; D1, D23, D24), metadata_line_buffer (which line is taken or cleaned, and when),
 * metadata_fetcher, metadata_writer, and axi_write_arbiter as the writer sees it. So the same
 * requests in the same cycles before the same memory take the same cycles; tb/lockstep/timing
 * compares every handshake of both.
 *
 * What is not: metadata values and verdicts (timing does not depend on them: every decided word is
 * written back, changed or not); the race log (a race's record takes four beats of the write
 * channel, and a decision waits while the log is full: a correct program has no races); AXI errors
 * (D27); the traffic of metadata_clear (see detector_timing_clear_cycles).
 *
 * A cycle: read the outputs (detector_timing_port), offer requests (detector_timing_offer), then
 * detector_timing_clock with what the memory answers. Outputs are registered: they hold from one
 * clock to the next. rready and bready are always high.
 *
 * One AXI beat holds `beat_entries` metadata entries of 8 bytes (docs/rtl-interface.md, "The wide
 * port"). The RTL has 1 to 16; 32 is this model's alone, by the same rules. Bursts are aligned to
 * beats: a span from entry `first` to entry `last` of a line is the beats first / beat_entries to
 * last / beat_entries, all entries of a beat count as requested and arrive with it, and the writer
 * takes a beat's entries together (unchanged ones are not strobed).
 *
 * No global state; memory is taken in detector_timing_make only. While nothing is in flight a clock
 * returns at once.
 */
#ifndef SIM_DETECTOR_TIMING_H
#define SIM_DETECTOR_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DETECTOR_TIMING_MAX_SMS = 64, DETECTOR_TIMING_MAX_LINES = 128 }; /* the RTL: 16 and 128 */

typedef struct detector_timing_options {
    uint32_t sms;                /* 1 … DETECTOR_TIMING_MAX_SMS */
    uint32_t lanes;              /* words decided a cycle, 1 … 32 */
    uint32_t lines;              /* metadata lines buffered and read slots, power of two, 2 …
                                    DETECTOR_TIMING_MAX_LINES */
    uint32_t fifo_depth;         /* requests of an SM's FIFO, 2 … 65536 */
    uint32_t beat_entries;       /* metadata entries an AXI beat, power of two, 1 … 32 */
    uint64_t tracked_base;       /* byte address, aligned to the tracked range */
    uint32_t log2_tracked_words; /* 4 … 36 */
    uint32_t log2_cache_ratio;   /* log2 of the words an entry, 0 … 4 (D23) */
    uint64_t metadata_base;      /* AXI byte address of entry 0, multiple of 256 */
    bool ideal_metadata; /* not in the RTL: every entry is at hand, no line is taken, nothing is
                            read or written (Figure 10, MD) */
} detector_timing_options_t;

typedef struct detector_timing_request {
    bool fence;               /* else an access */
    uint64_t segment_address; /* access: byte address, multiple of 128, below 2^40 */
    uint32_t words;           /* access: bit i: word i of the segment; 0: nothing is checked */
    uint64_t carried;         /* D8, packed (metadata_entries.h); grouped_timing.h alone reads it */
} detector_timing_request_t;

/* What the memory shows in a cycle; a valid beat or response is taken in it. */
typedef struct detector_port_in {
    bool ar_ready, aw_ready, w_ready;
    bool r_valid, r_last; /* a beat of burst r_id; beats of a burst in order, bursts in any order,
                             interleaved or not */
    bool b_valid;         /* the response to burst b_id; not before its last beat was taken */
    uint8_t r_id, b_id;
} detector_port_in_t;

/* What the detector shows. Valid and what belongs to it stay until the cycle with ready. */
typedef struct detector_port_out {
    bool ar_valid, aw_valid, w_valid;
    bool w_last;                /* last beat of its burst */
    uint32_t w_strobe;          /* bit i: entry i of the beat is written; 0: nothing of it */
    uint8_t ar_id, aw_id;       /* read slot; line: below `lines`, one burst a number in flight */
    uint8_t ar_beats, aw_beats; /* 1 … 32 */
    uint64_t ar_address, aw_address;
} detector_port_out_t;

/* Since detector_timing_make; names and conditions as the RTL's registers COUNT_…,
 * docs/parameters.md. */
typedef struct detector_timing_counters {
    uint64_t requests, fences; /* granted by the arbiter, of both kinds; fences decided */
    uint64_t words;            /* words decided, tracked or not */
    uint64_t decide_cycles;    /* cycles with an item at the decide stage, fences included */
    uint64_t line_hits, line_misses;
    uint64_t stall_metadata, stall_line, stall_fetch, stall_queue; /* cycles */
    uint64_t read_bursts, read_beats, write_bursts, write_beats;   /* handshakes */
} detector_timing_counters_t;

typedef struct detector_timing detector_timing_t;

/* False: the options are none that can be built; *message says which number and its range. */
bool detector_timing_check(const detector_timing_options_t *options, char *message, size_t size);
/* The state after reset: FIFOs and lines empty. The options must pass detector_timing_check. NULL:
 * no memory. */
detector_timing_t *detector_timing_make(const detector_timing_options_t *options);
void detector_timing_free(detector_timing_t *detector); /* NULL: nothing */

/* Kernel start (D5): the lines and the arbiter's turn are forgotten, the clear has had the write
 * channel. Only while not busy. */
void detector_timing_kernel_start(detector_timing_t *detector);

/* Offers the next request of SM in this cycle. False: its FIFO was full when the cycle began, or
 * took one in this cycle already. What is taken is visible to the arbiter in the next cycle. */
bool detector_timing_offer(detector_timing_t *detector, uint32_t sm,
                           const detector_timing_request_t *request);
/* One clock cycle ends. */
void detector_timing_clock(detector_timing_t *detector, const detector_port_in_t *in);

/* Valid as long as the detector; the values change with every clock. */
const detector_port_out_t *detector_timing_port(const detector_timing_t *detector);
const detector_timing_counters_t *detector_timing_counters(const detector_timing_t *detector);
/* A request waits or is under way, or a change is not in memory. */
bool detector_timing_busy(const detector_timing_t *detector);

/* Cycles from the kernel start until metadata_clear.v is done with all 2^(log2_tracked_words -
 * log2_cache_ratio) entries: a cycle a beat, one a burst (at most 256 beats, none across 4 KB), and
 * the last response WRITE_LATENCY cycles after its beat. For a memory that is always ready and
 * answers within 15 bursts (docs/results/throughput.md, "Kernel start"; tb/lockstep/timing measures
 * the law). */
uint64_t detector_timing_clear_cycles(const detector_timing_options_t *options,
                                      uint32_t write_latency);

#ifdef __cplusplus
}
#endif
#endif
