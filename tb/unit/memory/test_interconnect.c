/* SPDX-License-Identifier: Apache-2.0 */
/* test_interconnect.c: a subnet of the interconnect (M3): a packet of n flits that is granted in
 * cycle c holds its input and its output until c + n and can be taken from the output's queue in c
 * + n + latency. */
#include "tb/unit/pipeline/bench.h"

#include "sim/mem/interconnect.h"

enum { LATENCY = 8, DEPTH = 4 };

static interconnect_t net_of(uint32_t inputs, uint32_t outputs) {
    interconnect_t net;
    check(interconnect_make(&net, inputs, outputs, DEPTH, LATENCY), "made");
    check(interconnect_idle(&net), "idle at first");
    return net;
}

static void send(interconnect_t *net, uint32_t input, uint32_t output, uint32_t flits,
                 uint32_t ticket, uint64_t ready) {
    check(interconnect_has_room(net, input), "room at input %u for packet %u", input, ticket);
    interconnect_send(
        net, input,
        &(memory_packet_t){
            .ticket = ticket, .output = (uint8_t)output, .flits = (uint8_t)flits, .ready = ready});
}

/* Clocks from *now on until a packet can be taken at OUTPUT, takes it, and returns the cycle; its
 * ticket must be TICKET. */
static uint64_t next(interconnect_t *net, uint32_t output, uint32_t ticket, uint64_t *now,
                     const char *name) {
    for (; *now < 2000; ++*now) {
        const memory_packet_t *packet = interconnect_head(net, output, *now);
        if (packet) {
            check_equal(packet->ticket, ticket, "%s: packet", name);
            interconnect_take(net, output);
            return *now;
        }
        interconnect_clock(net, *now);
    }
    check(false, "%s: packet %u never comes", name, ticket);
    return 0;
}

static void one_packet(void) {
    for (uint32_t flits = 1; flits <= 5; flits += 2) {
        interconnect_t net = net_of(3, 2);
        uint64_t now = 10;
        send(&net, 1, 1, flits, 5, 10);
        check(!interconnect_idle(&net), "under way");
        check_equal(next(&net, 1, 5, &now, "alone"), 10 + flits + LATENCY, "a packet of %u flits",
                    flits);
        check(interconnect_idle(&net), "idle again");
        check_equal(net.flits, flits, "flits counted");
        check_equal(net.waits, 0, "no packet waited");
        interconnect_free(&net);
    }
    interconnect_t net = net_of(1, 1);
    uint64_t now = 10;
    send(&net, 0, 0, 1, 5, 25);
    check_equal(next(&net, 0, 5, &now, "later"), 25 + 1 + LATENCY, "not before its `ready`");
    check_equal(net.waits, 0, "which is no waiting");
    interconnect_free(&net);
}

/* The output is held for the flits: 5 flits from input 0 at 10, 2 from input 1 at 15, 1 from input
 * 0 at 17. While input 1 waits, 10 to 14, that is 5 packet-cycles; input 0's second packet may go
 * from 15 on and waits 2. */
static void output_held(void) {
    interconnect_t net = net_of(2, 2);
    uint64_t now = 10;
    send(&net, 0, 0, 5, 1, 10);
    send(&net, 1, 0, 2, 2, 10);
    send(&net, 0, 0, 1, 3, 10);
    check_equal(next(&net, 0, 1, &now, "held"), 10 + 5 + LATENCY, "the first");
    check_equal(next(&net, 0, 2, &now, "held"), 15 + 2 + LATENCY, "the second, behind its flits");
    check_equal(next(&net, 0, 3, &now, "held"), 17 + 1 + LATENCY, "the third");
    check_equal(net.waits, 5 + 2, "packet-cycles of waiting");
    check_equal(net.flits, 8, "flits");
    interconnect_free(&net);
}

/* The input is occupied too: two packets of one input to two free outputs follow each other.
 * Another input's goes beside them. */
static void input_held(void) {
    interconnect_t net = net_of(2, 3);
    uint64_t now = 10;
    send(&net, 0, 0, 4, 1, 10);
    send(&net, 0, 1, 4, 2, 10);
    send(&net, 1, 2, 4, 3, 10);
    check_equal(next(&net, 2, 3, &now, "beside"), 10 + 4 + LATENCY,
                "another input, another output");
    now = 22;
    check_equal(next(&net, 0, 1, &now, "first"), 22, "the first");
    check_equal(next(&net, 1, 2, &now, "second"), 14 + 4 + LATENCY,
                "the second, once the input is free");
    interconnect_free(&net);
}

/* Round robin: four inputs that always have packets for one output are taken in turn, from the one
 * behind the last on. */
static void fairness(void) {
    interconnect_t net = net_of(4, 1);
    uint32_t sent[4] = {0}, taken[4] = {0}, last = 3;
    unsigned out_of_turn = 0, total = 0;
    for (uint64_t now = 0; now < 400; now++) {
        for (uint32_t input = 0; input < 4; input++)
            if (interconnect_has_room(&net, input))
                send(&net, input, 0, 2, input, now), sent[input]++;
        const memory_packet_t *packet = interconnect_head(&net, 0, now);
        if (packet) {
            out_of_turn += packet->ticket != (last + 1) % 4;
            last = packet->ticket;
            taken[last]++, total++;
            interconnect_take(&net, 0);
        }
        interconnect_clock(&net, now);
    }
    check_equal(out_of_turn, 0, "inputs in turn");
    for (uint32_t input = 0; input < 4; input++)
        check(taken[input] >= total / 4 && taken[input] <= total / 4 + 1, "input %u: %u of %u",
              input, taken[input], total);
    /* 4 packets fit between grant and taking; the queue's place is reserved at the grant and freed
     * 10 cycles later: 4 in 10 cycles */
    check(total >= 155 && total <= 160, "the queue of %u packets limits: %u in 400 cycles", DEPTH,
          total);
    check_equal(net.flits % 2, 0, "whole packets");
    interconnect_free(&net);
}

/* The turn skips who has nothing: inputs 1 and 3 of 4. */
static void turn_skips(void) {
    interconnect_t net = net_of(4, 1);
    static const uint32_t expected[] = {1, 3, 1, 3};
    uint64_t now = 0;
    for (unsigned i = 0; i < 2; i++) send(&net, 3, 0, 1, 3, 0), send(&net, 1, 0, 1, 1, 0);
    for (unsigned i = 0; i < 4; i++) next(&net, 0, expected[i], &now, "turn");
    interconnect_free(&net);
}

/* Back-pressure: nothing is taken from output 0. Its queue has 4 places; the fifth packet waits at
 * its input, and with it, behind it in the same queue, a packet for the free output 1 (head-of-line
 * blocking). A taken packet lets them go: the fifth is granted in the cycle of the take. */
static void full_output(void) {
    interconnect_t net = net_of(2, 2);
    for (uint32_t i = 0; i < DEPTH; i++) send(&net, 0, 0, 1, i, 0);
    for (uint64_t now = 0; now < 20; now++) interconnect_clock(&net, now);
    send(&net, 0, 0, 1, 4, 20);
    send(&net, 0, 1, 1, 5, 20);
    send(&net, 1, 1, 1, 6, 20);
    send(&net, 0, 1, 1, 7, 20);
    send(&net, 0, 1, 1, 8, 20);
    check(!interconnect_has_room(&net, 0), "the input's queue is full");
    for (uint64_t now = 20; now < 100; now++) interconnect_clock(&net, now);
    check_equal(net.waits, 0 + 80, "the head waits 80 cycles for the full output");
    const memory_packet_t *packet = interconnect_head(&net, 1, 100);
    check(packet && packet->ticket == 6, "another input's packet to the free output went");
    interconnect_take(&net, 1);
    check(!interconnect_head(&net, 1, 100), "the one behind the blocked head did not");
    packet = interconnect_head(&net, 0, 100);
    check(packet && packet->ticket == 0, "packets stay in order");
    interconnect_take(&net, 0);
    uint64_t now = 100;
    check_equal(next(&net, 1, 5, &now, "behind"), 101 + 1 + LATENCY,
                "the packet behind goes a cycle after the head");
    for (uint32_t i = 1; i < DEPTH + 1; i++) next(&net, 0, i, &now, "order");
    next(&net, 1, 7, &now, "order");
    next(&net, 1, 8, &now, "order");
    check(interconnect_idle(&net), "idle");
    check_equal(net.flits, DEPTH + 5, "every packet once");
    interconnect_free(&net);
}

int main(void) {
    one_packet();
    output_held();
    input_held();
    fairness();
    turn_skips();
    full_output();
    return check_summary();
}
