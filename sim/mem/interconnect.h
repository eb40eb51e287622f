/* SPDX-License-Identifier: Apache-2.0 */
/* interconnect.h: one subnet of the interconnect between SMs and memory (docs/memory-system.md,
 * M3).
 *
 * A crossbar with a queue at every input. A packet of n flits holds its input and its output for n
 * cycles and is at the output's queue `latency` cycles later; an output takes the inputs that wait
 * for it in turn (round robin), when its queue has room.
 */
#ifndef SIM_INTERCONNECT_H
#define SIM_INTERCONNECT_H

#include "sim/mem/memory_packet.h"

enum { INTERCONNECT_PORTS = 32 };

typedef struct interconnect {
    packet_queue_t inputs[INTERCONNECT_PORTS], outputs[INTERCONNECT_PORTS];
    uint64_t input_free[INTERCONNECT_PORTS],
        output_free[INTERCONNECT_PORTS];    /* cycle from which on */
    uint32_t wanted_by[INTERCONNECT_PORTS]; /* inputs whose head goes to this output */
    uint32_t wanted;                        /* outputs that an input's head goes to */
    uint32_t arrived;                       /* outputs whose queue is not empty */
    uint8_t turn[INTERCONNECT_PORTS];       /* input that the output prefers */
    uint32_t input_count, output_count, latency;
    uint64_t flits,
        waits; /* sent; packet-cycles at the head of an input that did not get its output */
} interconnect_t;

/* input_count, output_count 1 to 32; depth: packets of a queue. False: out of memory
 * (interconnect_free even then). */
bool interconnect_make(interconnect_t *net, uint32_t input_count, uint32_t output_count,
                       uint32_t depth, uint32_t latency);
void interconnect_free(interconnect_t *net);

static inline bool interconnect_has_room(const interconnect_t *net, uint32_t input) {
    return !packet_queue_full(&net->inputs[input]);
}
/* Only with room. packet->output and ->flits are set; it may move from cycle packet->ready on. */
void interconnect_send(interconnect_t *net, uint32_t input, const memory_packet_t *packet);
void interconnect_clock(interconnect_t *net, uint64_t now);
/* The packet that has arrived at OUTPUT; NULL: none. */
static inline memory_packet_t *interconnect_head(const interconnect_t *net, uint32_t output,
                                                 uint64_t now) {
    return packet_queue_head(&net->outputs[output], now);
}
void interconnect_take(interconnect_t *net, uint32_t output);
/* Nothing is under way. */
bool interconnect_idle(const interconnect_t *net);

#endif
