/* SPDX-License-Identifier: Apache-2.0 */
/* test_host.c: what the host touches while an operation waits (sim/order/host.c): a kernel that was
 * asked for before meets it, but for what the host wrote before a word that the kernel has read.
 *
 *     host: kernel asked for · data := 1 · flag := 1 · other := 1 · waits for nothing
 *     kernel, later: reads flag, takes it or not · touches data or other
 */
#include <stdbool.h>
#include <stdio.h>

#include "sim/order/order.h"

enum { DATA = 0x10000, FLAG = 0x10100, OTHER = 0x10200 };

typedef struct seen {
    unsigned races;
    uint64_t address;
} seen_t;

static void report(void *context, const order_race_t *race) {
    seen_t *seen = context;
    seen->races++;
    seen->address = race->address;
}

typedef struct trial {
    const char *name;
    bool takes;  /* what the flag carries */
    bool lost;   /* a write of the host was missed */
    bool waited; /* the kernel is launched after the host's writes */
    bool second; /* the host waits for another operation between data and flag */
    uint64_t touches;
    bool writes, races;
} trial_t;

static bool run(const trial_t *trial) {
    seen_t seen = {0};
    order_t *order = order_create(report, &seen);
    const uint32_t stream = order_stream_create(order, ORDER_MAIN_THREAD, false, NULL);
    order_operation_t *before = NULL, *kernel = NULL;
    if (!trial->waited) kernel = order_begin(order, 0, stream, ORDER_KERNEL, NULL, NULL);
    order_host_keeps(order, true);
    order_host_keep(order, 0, DATA, 4, true, 1);
    if (trial->second) {
        before = order_begin(order, 0, ORDER_LEGACY_STREAM, ORDER_COPY, NULL, NULL);
        order_end(order, before, 0, true);
    }
    order_host_keep(order, 0, FLAG, 4, true, 2);
    order_host_keep(order, 0, OTHER, 4, true, 3);
    if (trial->lost) order_host_lose(order);
    if (trial->waited) kernel = order_begin(order, 0, stream, ORDER_KERNEL, NULL, NULL);
    if (trial->takes) order_word_take(order, kernel, FLAG);
    order_touch(order, kernel, trial->touches, 4, trial->writes ? ORDER_WRITES : 0, 0);
    order_end(order, kernel, 0, false);
    order_destroy(order);
    const bool holds = seen.races == trial->races &&
                       (!trial->races || seen.address == trial->touches);
    if (!holds) printf("FAIL %s: %u races, expected %d\n", trial->name, seen.races, trial->races);
    return holds;
}

int main(void) {
    static const trial_t trials[] = {
        {.name = "data without the flag", .touches = DATA, .races = true},
        {.name = "data behind the flag", .takes = true, .touches = DATA},
        {.name = "data behind the flag, written", .takes = true, .touches = DATA, .writes = true},
        {.name = "what the host wrote behind the flag",
         .takes = true,
         .touches = OTHER,
         .races = true},
        {.name = "data before a wait of the host's",
         .takes = true,
         .second = true,
         .touches = DATA},
        {.name = "data before that wait, no flag", .second = true, .touches = DATA, .races = true},
        {.name = "asked for behind it", .waited = true, .touches = OTHER, .writes = true},
        {.name = "a write was missed", .lost = true, .touches = DATA}};
    unsigned passed = 0, failed = 0;
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++)
        if (run(&trials[i]))
            passed++;
        else
            failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
