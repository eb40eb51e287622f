/* SPDX-License-Identifier: Apache-2.0 */
/* dram_channel.h: one channel of GDDR5 (docs/memory-system.md, M5; timing of ScoRD Table V).
 *
 * A queue of whole lines to read and write; every command cycle one command goes out: first come
 * first served, but lines in an open row first (FR-FCFS). Rows stay open. A line is read or written
 * by one column command that takes the data pins for 128 bytes / `bytes` cycles. All times here are
 * command cycles; memory_system.c keeps the two clocks.
 */
#ifndef SIM_DRAM_CHANNEL_H
#define SIM_DRAM_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { DRAM_QUEUE_MAX = 64, DRAM_BANKS_MAX = 32 };

typedef struct dram_timing {   /* command cycles */
    uint32_t banks, row_lines; /* lines of a row */
    uint32_t queue;            /* lines waiting, 1 to DRAM_QUEUE_MAX */
    uint32_t burst;            /* data pins, a line */
    uint32_t rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr;
} dram_timing_t;

typedef struct dram_request {
    uint64_t row;
    uint32_t ticket;
    uint8_t bank;
    bool write;
    bool activated; /* its row had to be opened for it */
} dram_request_t;

typedef struct dram_bank {
    uint64_t row; /* + 1; 0: closed */
    uint64_t may_activate, may_column, may_precharge;
} dram_bank_t;

typedef struct dram_channel {
    const dram_timing_t *timing;
    dram_request_t queue[DRAM_QUEUE_MAX]; /* oldest first */
    uint32_t count;
    dram_bank_t banks[DRAM_BANKS_MAX];
    uint64_t may_activate;               /* tRRD */
    uint64_t may_read, may_write;        /* data pins and turnaround */
    uint64_t try_again;                  /* before this cycle nothing can go out */
    uint64_t row_hits, row_misses, busy; /* lines; cycles of the data pins */
} dram_channel_t;

static inline bool dram_channel_full(const dram_channel_t *channel) {
    return channel->count == channel->timing->queue;
}
/* LINE: number of the line in this channel. Only when it is not full. ticket: given back when a
 * read is done. */
void dram_channel_put(dram_channel_t *channel, uint64_t line, bool write, uint32_t ticket);
/* One command cycle. True: a read went out; *ticket and the cycle *done in which its data are
 * complete. */
bool dram_channel_clock(dram_channel_t *channel, uint64_t now, uint32_t *ticket, uint64_t *done);

#endif
