/* SPDX-License-Identifier: Apache-2.0 */
/* host.c: what the host touches while operations wait that it asked for before (order.h).
 *
 *     host thread   ●launch a ── a waits ──●writes data──●flag := 1──────────►
 *     kernel a           ╲ reads flag: 0 …                  ╲ … 1, fence │ reads data: behind
 *
 * An operation that has run when the host touches something is met at once (order_host_access). One
 * that waits touches its bytes later, and meets what is kept here: operations of kind ORDER_HOST,
 * which are before all that their thread does from then on, and not before what it asked for
 * earlier. Each write of the host's gives all before it on with its word, as a store of the
 * processor's does; so a part is begun for each.
 *
 * A thread's present one goes on until the thread comes behind something else, or its parts are
 * used up.
 *
 * Invariants: kept operations have no `start`, as if they had ended; what is kept is of no use, and
 * not compared, once a write of the host's was missed (order_host_lose).
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/order/relation.h"

void order_host_keeps(order_t *order, bool keeps) { order->host_keeps = keeps; }
void order_host_lose(order_t *order) { order->host_lost = true; }

/* Every other lane is as the operation began: its thread is behind nothing more. */
static bool goes_on(const order_t *order, const order_host_t *host, const order_clock_t *clock) {
    const order_operation_t *now = host->now;
    if (!now || now->part + 2 >= ORDER_PARTS || host->takes != order->host_takes ||
        now->lanes != clock->lanes)
        return false;
    for (uint32_t i = 0; i < clock->lanes; i++)
        if (i != host->lane && now->shared->at[i] != clock->at[i]) return false;
    return true;
}

static order_operation_t *begin(order_t *order, order_host_t *host, uint32_t thread) {
    order_clock_t *clock = &order->thread[thread];
    if (host->lane == 0) host->lane = order->lanes++; /* 0 is the legacy stream's */
    if (!order_reach(order, clock, host->lane + 1)) return NULL;
    order_operation_t *operation = malloc(sizeof *operation);
    order_start_t *start = malloc(sizeof *start + clock->lanes * sizeof *start->at);
    if (!operation || !start) {
        free(operation);
        free(start);
        return NULL;
    }
    *start = (order_start_t){.owners = 1, .lanes = clock->lanes};
    memcpy(start->at, clock->at, clock->lanes * sizeof *start->at);
    *operation = (order_operation_t){.kind = ORDER_HOST,
                                     .stream = ORDER_NONE,
                                     .number = order->operations++,
                                     .lane = host->lane,
                                     .time = ++clock->at[host->lane],
                                     .thread = thread,
                                     .lanes = clock->lanes,
                                     .shared = start,
                                     .references = 1};
    host->takes = order->host_takes;
    for (uint32_t i = 0; i < order->host_takes; i++)
        order_add_fact(order, operation, &order->host_taken[i]);
    return operation;
}

static order_operation_t *present(order_t *order, uint32_t thread) {
    if (thread >= order->hosts) {
        if (!SCORD_ARRAY_ROOM(order->host, order->hosts_allocated, thread + 1)) return NULL;
        for (; order->hosts <= thread; order->hosts++)
            order->host[order->hosts] = (order_host_t){0};
    }
    order_host_t *host = &order->host[thread];
    if (goes_on(order, host, &order->thread[thread])) return host->now;
    if (host->now) order_release(host->now);
    return host->now = begin(order, host, thread);
}

void order_host_keep(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes, bool writes,
                     uint32_t place) {
    if (order->host_lost) return;
    order_operation_t *operation = present(order, thread);
    if (!operation) {
        order->failed = true;
        return;
    }
    const uint32_t before = writes ? order_fence(order, operation) : 0;
    order_touch(order, operation, address, bytes, writes ? ORDER_WRITES : 0, place);
    for (uint64_t word = address & ~(uint64_t)3; writes && word < address + bytes; word += 4)
        order_word_give(order, operation, word, before, 0);
}

void order_function_ends(order_t *order, uint32_t thread, order_operation_t *operation) {
    const order_clock_t *clock = &order->thread[thread];
    if (order->hosts == 0) return;
    order_start_t *start = malloc(sizeof *start + clock->lanes * sizeof *start->at);
    if (!start) {
        order->failed = true;
        return;
    }
    *start = (order_start_t){.lanes = clock->lanes};
    memcpy(start->at, clock->at, clock->lanes * sizeof *start->at);
    if (!order_add_fact(order, operation,
                        &(order_given_t){.operation = ORDER_NONE, .start = start}))
        free(start);
}

void order_host_forget(order_t *order) {
    for (uint32_t i = 0; i < order->hosts; i++) {
        if (order->host[i].now) order_release(order->host[i].now);
        order->host[i].now = NULL;
    }
    order->host_lost = false;
}
