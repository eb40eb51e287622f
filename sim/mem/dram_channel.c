/* SPDX-License-Identifier: Apache-2.0 */
/* dram_channel.c: a GDDR5 channel, first ready, first come first served (dram_channel.h).
 *
 *     queue[] oldest first:  | row 7 bank 0 | row 7 bank 3 | row 9 bank 0 | …
 *     banks[]: open row + 1, and the cycles from which on it may activate, take a column, precharge
 *
 * A command cycle sends at most one command:
 *   1 a column command of the oldest request whose row is open, when bank and data pins allow it;
 *   2 otherwise, for the oldest request of each bank whose open row no request wants: precharge,
 *     or activate when the bank is closed.
 * The second rule lets requests to an open row pass older ones to another row; it never closes a
 * row that a waiting request wants, so a row is opened once for all that wait for it.
 *
 * Timing is kept as the first cycle in which each command may go out. A column command moves these
 * cycles on: the pins are busy for a burst, a read after a write waits for tCDLR, a precharge
 * after a write for tWR. Neighbouring rows lie in different banks.
 *
 * Invariants: count ≤ timing->queue; a bank with row 0 is closed; a request marked `activated` had
 * its row opened for it, and counts as a row miss.
 * Expensive: the walks over the queue. try_again is the first cycle in which any command could go
 * out; before it, and until a request is added, a cycle costs a comparison.
 * Reference: docs/memory-system.md M5; GPGPU-Sim 3.2.2, GTX 480.
 */
#include "sim/mem/dram_channel.h"

#include <assert.h>
#include <string.h>

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Neighbouring rows lie in different banks. */
void dram_channel_put(dram_channel_t *channel, uint64_t line, bool write, uint32_t ticket) {
    assert(!dram_channel_full(channel));
    const uint64_t row = line / channel->timing->row_lines;
    channel->queue[channel->count++] =
        (dram_request_t){.row = row / channel->timing->banks,
                         .bank = (uint8_t)(row % channel->timing->banks),
                         .write = write,
                         .ticket = ticket};
    channel->try_again = 0;
}

static bool row_is_open(const dram_channel_t *channel, const dram_request_t *request) {
    return channel->banks[request->bank].row == request->row + 1;
}

/* The oldest request to an open row whose column command can go out; -1: none. *soon: when one
 * could. */
static int find_column(const dram_channel_t *channel, uint64_t now, uint64_t *soon) {
    for (uint32_t i = 0; i < channel->count; i++) {
        const dram_request_t *request = &channel->queue[i];
        if (!row_is_open(channel, request)) continue;
        const uint64_t at = later(channel->banks[request->bank].may_column,
                                  request->write ? channel->may_write : channel->may_read);
        if (at <= now) return (int)i;
        if (at < *soon) *soon = at;
    }
    return -1;
}

static void column(dram_channel_t *channel, const dram_request_t *request, uint64_t now) {
    const dram_timing_t *t = channel->timing;
    dram_bank_t *bank = &channel->banks[request->bank];
    assert(bank->row == request->row + 1 && bank->may_column <= now);
    if (request->write) { /* the pins, then a read after the write's data (tCDLR), and write
                             recovery before a precharge */
        channel->may_write = now + t->burst;
        channel->may_read = later(channel->may_read, now + t->wl + t->burst + t->cdlr);
        bank->may_precharge = later(bank->may_precharge, now + t->wl + t->burst + t->wr);
    } else { /* the pins must be free when a write's data goes out */
        channel->may_read = now + t->burst;
        channel->may_write = later(channel->may_write,
                                   now + t->cl + t->burst - (t->wl < t->cl ? t->wl : t->cl));
        bank->may_precharge = later(bank->may_precharge, now + t->burst);
    }
    channel->busy += t->burst;
    if (request->activated)
        channel->row_misses++;
    else
        channel->row_hits++;
}

static void take_out(dram_channel_t *channel, uint32_t place) {
    assert(place < channel->count);
    channel->count--;
    memmove(&channel->queue[place], &channel->queue[place + 1],
            (channel->count - place) * sizeof *channel->queue);
}

/* The oldest request of each bank opens its row once no request waits for the open row. */
static bool open_a_row(dram_channel_t *channel, uint64_t now, uint64_t *soon) {
    const dram_timing_t *t = channel->timing;
    uint32_t seen = 0, in_use = 0;
    for (uint32_t i = 0; i < channel->count; i++)
        if (row_is_open(channel, &channel->queue[i]))
            in_use |= UINT32_C(1) << channel->queue[i].bank;
    for (uint32_t i = 0; i < channel->count; i++) {
        dram_request_t *request = &channel->queue[i];
        dram_bank_t *bank = &channel->banks[request->bank];
        if (((seen | in_use) >> request->bank & 1) != 0) continue;
        seen |= UINT32_C(1) << request->bank;
        const uint64_t at = bank->row != 0 ? bank->may_precharge
                                           : later(bank->may_activate, channel->may_activate);
        if (at > now) {
            if (at < *soon) *soon = at;
            continue;
        }
        if (bank->row != 0) {
            bank->row = 0;
            bank->may_activate = later(bank->may_activate, now + t->rp);
        } else {
            assert(!request->activated);
            bank->row = request->row + 1;
            request->activated = true;
            bank->may_column = now + t->rcd;
            bank->may_precharge = now + t->ras;
            bank->may_activate = now + t->rc;
            channel->may_activate = now + t->rrd;
        }
        return true;
    }
    return false;
}

bool dram_channel_clock(dram_channel_t *channel, uint64_t now, uint32_t *ticket, uint64_t *done) {
    if (channel->count == 0 || now < channel->try_again) return false;
    uint64_t soon = UINT64_MAX;
    const int place = find_column(channel, now, &soon);
    if (place < 0) {
        if (!open_a_row(channel, now, &soon)) channel->try_again = soon;
        return false;
    }
    const dram_request_t request = channel->queue[place];
    take_out(channel, (uint32_t)place);
    column(channel, &request, now);
    *ticket = request.ticket;
    *done = now + channel->timing->cl + channel->timing->burst;
    return !request.write;
}
