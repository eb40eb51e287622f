/* SPDX-License-Identifier: Apache-2.0 */
/* test_dram.c: a DRAM channel (M5), command cycle by command cycle, with the timing of ScoRD Table
 * V: tRRD 6, tRCD 12, tRAS 28, tRP 12, tRC 40, tCL 12; of the GTX 480 in GPGPU-Sim: tWL 4, tCDLR 5,
 * tWR 12; a line takes the pins for 128 / 16 = 8 cycles; 16 banks, rows of 2048 bytes = 16 lines.
 * One command a cycle: precharge, activate or column. */
#include "tb/unit/pipeline/bench.h"

#include <string.h>

#include "sim/mem/dram_channel.h"
#include "cmodel/base/random.h"

enum {
    START = 100,
    RRD = 6,
    RCD = 12,
    RAS = 28,
    RP = 12,
    RC = 40,
    CL = 12,
    WL = 4,
    CDLR = 5,
    WR = 12,
    BURST = 8,
    BANKS = 16,
    ROW = 16
};

static const dram_timing_t table_v = {.banks = BANKS,
                                      .row_lines = ROW,
                                      .queue = 16,
                                      .burst = BURST,
                                      .rrd = RRD,
                                      .rcd = RCD,
                                      .ras = RAS,
                                      .rp = RP,
                                      .rc = RC,
                                      .cl = CL,
                                      .wl = WL,
                                      .cdlr = CDLR,
                                      .wr = WR};

/* Line COLUMN of row ROW of BANK: neighbouring rows of the channel lie in different banks. */
static uint64_t line_at(uint64_t row, uint64_t bank, uint64_t column) {
    return (row * BANKS + bank) * ROW + column;
}

/* ---- what a directed case expects ---- */

typedef struct expected_column {
    uint32_t ticket;
    uint64_t cycle; /* of the column command */
} expected_column_t;

/* Clocks from START on; the column commands must be those of EXPECTED, and a read's data complete
 * tCL + burst later. */
static void play(dram_channel_t *channel, const expected_column_t *expected, unsigned count,
                 const char *name) {
    unsigned seen = 0;
    for (uint64_t now = START; now < START + 1000 && channel->count > 0; now++) {
        dram_channel_t before = *channel;
        uint32_t ticket = 0;
        uint64_t done = 0;
        const bool read = dram_channel_clock(channel, now, &ticket, &done);
        if (channel->count == before.count) continue;
        uint32_t place = 0;
        while (place < channel->count && before.queue[place].ticket == channel->queue[place].ticket)
            place++;
        const dram_request_t went = before.queue[place];
        if (seen < count) {
            check_equal(went.ticket, expected[seen].ticket, "%s: column %u is of", name, seen);
            check_equal(now, expected[seen].cycle, "%s: column %u in cycle", name, seen);
        }
        check(read == !went.write, "%s: column %u is a %s", name, seen, read ? "read" : "write");
        if (read) check_equal(ticket, went.ticket, "%s: the ticket comes back", name);
        if (read)
            check_equal(done, now + channel->timing->cl + channel->timing->burst,
                        "%s: data of column %u", name, seen);
        seen++;
    }
    check_equal(seen, count, "%s: columns", name);
    check_equal(channel->row_hits + channel->row_misses, count, "%s: hits and misses", name);
    check_equal(channel->busy, count * channel->timing->burst, "%s: cycles of the pins", name);
}

#define PLAY(channel, name, ...)                                                                   \
    play(channel, (const expected_column_t[]){__VA_ARGS__},                                        \
         sizeof((const expected_column_t[]){__VA_ARGS__}) / sizeof(expected_column_t), name)

static void rows(void) {
    dram_channel_t channel = {.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 3), false, 1);
    /* activate 100, column 100 + tRCD */
    PLAY(&channel, "a closed row", {1, START + RCD});
    check_equal(channel.row_misses, 1, "a closed row: a miss");

    channel = (dram_channel_t){.timing = &table_v};
    for (uint32_t i = 1; i <= 3; i++) dram_channel_put(&channel, line_at(0, 0, i), false, i);
    /* the open row: the pins limit, 8 cycles a line */
    PLAY(&channel, "row hits", {1, 112}, {2, 112 + BURST}, {3, 112 + 2 * BURST});
    check_equal(channel.row_hits, 2, "row hits: two");

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 1), false, 1);
    dram_channel_put(&channel, line_at(1, 0, 1), false, 2);
    /* activate 100; column 112; precharge 128 (tRAS); activate 140 (tRP, and tRC); column 152 */
    PLAY(&channel, "a row conflict", {1, 112}, {2, START + RAS + RP + RCD});
    check_equal(channel.row_misses, 2, "a row conflict: two misses");
    check_equal(channel.banks[0].row, 1 + 1, "the second row stays open");
}

/* tRAS, tRC and tRP one by one: each the longest in its turn. */
static void bank_times(void) {
    static const struct {
        const char *name;
        uint32_t ras, rp, rc;
        uint64_t second;
    } cases[] = {
        {"tRC", 20, 12, 40, START + 40 + RCD},       /* precharge 120, 132 by tRP, 140 by tRC */
        {"tRP", 28, 30, 40, START + 28 + 30 + RCD},  /* precharge 128, activate 158 */
        {"tRAS", 50, 12, 40, START + 50 + 12 + RCD}, /* precharge 150, activate 162 */
        {"the pins", 5, 12, 10,
         112 + BURST + 12 + RCD}, /* the read's 8 cycles, then precharge 120 */
    };
    for (unsigned i = 0; i < 4; i++) {
        dram_timing_t timing = table_v;
        timing.ras = cases[i].ras, timing.rp = cases[i].rp, timing.rc = cases[i].rc;
        dram_channel_t channel = {.timing = &timing};
        dram_channel_put(&channel, line_at(0, 0, 1), false, 1);
        dram_channel_put(&channel, line_at(1, 0, 1), false, 2);
        PLAY(&channel, cases[i].name, {1, 112}, {2, cases[i].second});
    }
}

/* Rows of two banks: activates 100 and 106 (tRRD); columns 112 and 120: the pins are free by then.
 * With a line a cycle: 118. */
static void banks_beside(void) {
    dram_channel_t channel = {.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(0, 1, 0), false, 2);
    PLAY(&channel, "two banks", {1, 112}, {2, 112 + BURST});
    dram_timing_t timing = table_v;
    timing.burst = 1;
    channel = (dram_channel_t){.timing = &timing};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(0, 1, 0), false, 2);
    PLAY(&channel, "two banks, tRRD", {1, 112}, {2, START + RRD + RCD});
    timing.rrd = 0;
    channel = (dram_channel_t){.timing = &timing};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(0, 1, 0), false, 2);
    PLAY(&channel, "two banks, a command a cycle", {1, 112}, {2, START + 1 + RCD});
}

static void turnarounds(void) {
    dram_channel_t channel = {.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(0, 0, 1), true, 2);
    /* the write's data, tWL behind it, must find the pins free: 112 + tCL + 8 - tWL = 128 */
    PLAY(&channel, "read, then write", {1, 112}, {2, 112 + CL + BURST - WL});

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), true, 1);
    dram_channel_put(&channel, line_at(0, 0, 1), false, 2);
    /* tCDLR behind the write's last data: 112 + 4 + 8 + 5 = 129 */
    PLAY(&channel, "write, then read", {1, 112}, {2, 112 + WL + BURST + CDLR});

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), true, 1);
    dram_channel_put(&channel, line_at(0, 0, 1), true, 2);
    PLAY(&channel, "two writes", {1, 112}, {2, 112 + BURST});

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), true, 1);
    dram_channel_put(&channel, line_at(0, 3, 1), false, 2);
    PLAY(&channel, "write, then read of another bank", {1, 112}, {2, 112 + WL + BURST + CDLR});

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), true, 1);
    dram_channel_put(&channel, line_at(1, 0, 0), false, 2);
    /* precharge tWR behind the last data: 112 + 4 + 8 + 12 = 136; activate 148, column 160 */
    PLAY(&channel, "write recovery", {1, 112}, {2, 112 + WL + BURST + WR + RP + RCD});
}

/* First come first served, but lines of an open row first: 3 overtakes 2. */
static void order(void) {
    dram_channel_t channel = {.timing = &table_v};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(1, 0, 0), false, 2);
    dram_channel_put(&channel, line_at(0, 0, 5), false, 3);
    /* 3 at 120; precharge max(128, 120 + 8) = 128, activate 140, column 152 */
    PLAY(&channel, "an open row first", {1, 112}, {3, 120}, {2, 152});

    channel = (dram_channel_t){.timing = &table_v};
    for (uint32_t i = 1; i <= 4; i++) dram_channel_put(&channel, line_at(0, 0, 9 - i), i == 3, i);
    /* within the row the oldest that can: 2 at 120; 3, a write, could only at 136 (128 + 8), 4 is a
     * read and can at 128 */
    PLAY(&channel, "the oldest that can", {1, 112}, {2, 120}, {4, 128}, {3, 128 + CL + BURST - WL});

    channel = (dram_channel_t){.timing = &table_v};
    dram_channel_put(&channel, line_at(2, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(1, 0, 0), false, 2);
    dram_channel_put(&channel, line_at(3, 1, 0), false, 3);
    /* bank 1 opens its row while bank 0 is busy with the first */
    PLAY(&channel, "another bank meanwhile", {1, 112}, {3, 120}, {2, 152});
}

/* A request that comes while all wait is looked at at once: bank 0 must wait until 128 to
 * precharge, the hit that comes in 115 goes in 120. */
static void arrivals(void) {
    dram_channel_t channel = {.timing = &table_v};
    uint32_t ticket = 0;
    uint64_t done = 0, went[4] = {0};
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    for (uint64_t now = START; now < START + 100; now++) {
        if (now == 113) dram_channel_put(&channel, line_at(1, 0, 0), false, 2);
        if (now == 115) dram_channel_put(&channel, line_at(0, 0, 1), false, 3);
        if (dram_channel_clock(&channel, now, &ticket, &done)) went[ticket] = now;
    }
    check_equal(went[1], 112, "the first");
    check_equal(went[3], 120, "one that comes meanwhile");
    check_equal(went[2], 152, "one that waits for tRAS");
}

/* What M5 allows: hits overtake without end. As long as they come, line 2 waits (FR-FCFS
 * without a cap, as GPGPU-Sim's). */
static void hits_overtake_without_end(void) {
    dram_channel_t channel = {.timing = &table_v};
    uint32_t ticket, others = 0;
    uint64_t done;
    dram_channel_put(&channel, line_at(0, 0, 0), false, 1);
    dram_channel_put(&channel, line_at(1, 0, 0), false, 2);
    for (uint64_t now = START; now < START + 2000; now++) {
        while (channel.count < 4) dram_channel_put(&channel, line_at(0, 0, now % ROW), false, 9);
        if (dram_channel_clock(&channel, now, &ticket, &done)) others += ticket != 2;
        if (others > 0)
            check(ticket != 2 || others > 1000,
                  "the line of another row waits as long as hits come");
    }
    check(others >= (2000 - RCD) / BURST, "%u hits, one in 8 cycles", others);
    for (uint64_t now = START + 2000; now < START + 2200 && channel.count > 0; now++)
        dram_channel_clock(&channel, now, &ticket, &done);
    check_equal(ticket, 2, "then it comes");
}

/* ---- a monitor of all rules over random requests ---- */

typedef struct monitor {
    struct {
        int64_t activate, precharge, column, write;
        uint64_t row;
    } bank[BANKS];                 /* last cycles; row + 1 */
    int64_t activate, read, write; /* of any bank */
} monitor_t;

#define AFTER(now, since, least, rule)                                                             \
    check((int64_t)(now) - (since) >= (int64_t)(least), "cycle %u: %s", (unsigned)(now), rule)

static void watch_bank(monitor_t *monitor, const dram_channel_t *channel, const dram_timing_t *t,
                       unsigned b, int64_t now) {
    const uint64_t row = channel->banks[b].row;
    if (row == monitor->bank[b].row) return;
    if (row == 0) {
        AFTER(now, monitor->bank[b].activate, t->ras, "tRAS");
        AFTER(now, monitor->bank[b].column, t->burst, "a precharge in a burst");
        AFTER(now, monitor->bank[b].write, t->wl + t->burst + t->wr, "tWR");
        monitor->bank[b].precharge = now;
    } else {
        check_equal(monitor->bank[b].row, 0, "cycle %u: an activate of an open bank",
                    (unsigned)now);
        AFTER(now, monitor->bank[b].precharge, t->rp, "tRP");
        AFTER(now, monitor->bank[b].activate, t->rc, "tRC");
        AFTER(now, monitor->activate, t->rrd, "tRRD");
        monitor->activate = monitor->bank[b].activate = now;
    }
    monitor->bank[b].row = row;
}

static void watch_column(monitor_t *monitor, const dram_request_t *request, const dram_timing_t *t,
                         int64_t now) {
    AFTER(now, monitor->bank[request->bank].activate, t->rcd, "tRCD");
    check_equal(monitor->bank[request->bank].row, request->row + 1,
                "cycle %u: a column of the open row", (unsigned)now);
    AFTER(now, monitor->read, request->write ? t->cl + t->burst - t->wl : t->burst,
          "behind a read");
    AFTER(now, monitor->write, request->write ? t->burst : t->wl + t->burst + t->cdlr,
          "behind a write");
    monitor->bank[request->bank].column = now;
    if (request->write)
        monitor->write = monitor->bank[request->bank].write = now;
    else
        monitor->read = now;
}

static void random_requests(uint64_t seed, unsigned banks_used, unsigned rows_used) {
    enum { REQUESTS = 1500 };
    dram_channel_t channel = {.timing = &table_v};
    monitor_t monitor = {.activate = -1000, .read = -1000, .write = -1000};
    static uint8_t taken[REQUESTS];
    uint64_t state = seed, commands_at_once = 0;
    uint32_t put = 0, out = 0, ticket;
    memset(taken, 0, sizeof taken);
    for (unsigned b = 0; b < BANKS; b++)
        monitor.bank[b].activate = monitor.bank[b].precharge = monitor.bank[b].column =
            monitor.bank[b].write = -1000;
    for (int64_t now = 0; now < 400000 && out < REQUESTS; now++) {
        if (put < REQUESTS && !dram_channel_full(&channel) && scord_split_next(&state) % 6 == 0) {
            const uint64_t draw = scord_split_next(&state);
            dram_channel_put(&channel,
                             line_at(draw % rows_used, draw / 16 % banks_used, draw / 256 % ROW),
                             draw / 65536 % 3 == 0, put++);
        }
        const dram_channel_t before = channel;
        uint64_t done;
        dram_channel_clock(&channel, (uint64_t)now, &ticket, &done);
        unsigned commands = before.count != channel.count;
        for (unsigned b = 0; b < BANKS; b++)
            commands += before.banks[b].row != channel.banks[b].row,
                watch_bank(&monitor, &channel, &table_v, b, now);
        commands_at_once += commands > 1;
        if (before.count == channel.count) continue;
        uint32_t place = 0;
        while (place < channel.count && before.queue[place].ticket == channel.queue[place].ticket)
            place++;
        watch_column(&monitor, &before.queue[place], &table_v, now);
        taken[before.queue[place].ticket]++;
        out++;
    }
    unsigned wrong = 0;
    for (unsigned i = 0; i < REQUESTS; i++) wrong += taken[i] != 1;
    check(out == REQUESTS && wrong == 0, "seed %u: %u of %u lines, %u not once", (unsigned)seed,
          out, REQUESTS, wrong);
    check_equal(commands_at_once, 0, "seed %u: one command a cycle", (unsigned)seed);
    check_equal(channel.row_hits + channel.row_misses, REQUESTS, "seed %u: hits and misses",
                (unsigned)seed);
    check_equal(channel.busy, REQUESTS * BURST, "seed %u: the pins", (unsigned)seed);
}

int main(void) {
    rows();
    bank_times();
    banks_beside();
    turnarounds();
    order();
    arrivals();
    hits_overtake_without_end();
    random_requests(1, 16, 4);
    random_requests(2, 2, 3);
    random_requests(3, 4, 2);
    return check_summary();
}
