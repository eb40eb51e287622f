/* SPDX-License-Identifier: Apache-2.0 */
/* interconnect.c: see interconnect.h. */
#include "sim/mem/interconnect.h"

#include <assert.h>

bool interconnect_make(interconnect_t *net, uint32_t input_count, uint32_t output_count,
                       uint32_t depth, uint32_t latency) {
    assert(input_count <= INTERCONNECT_PORTS && output_count <= INTERCONNECT_PORTS);
    *net = (interconnect_t){
        .input_count = input_count, .output_count = output_count, .latency = latency};
    bool made = true;
    for (uint32_t i = 0; i < input_count; i++)
        made = packet_queue_make(&net->inputs[i], depth) && made;
    for (uint32_t i = 0; i < output_count; i++)
        made = packet_queue_make(&net->outputs[i], depth) && made;
    return made;
}

void interconnect_free(interconnect_t *net) {
    for (uint32_t i = 0; i < net->input_count; i++) packet_queue_free(&net->inputs[i]);
    for (uint32_t i = 0; i < net->output_count; i++) packet_queue_free(&net->outputs[i]);
}

/* The head of INPUT wants its output. */
static void want(interconnect_t *net, uint32_t input) {
    assert(net->inputs[input].count > 0);
    const uint32_t output = net->inputs[input].packets[net->inputs[input].first].output;
    net->wanted_by[output] |= UINT32_C(1) << input;
    net->wanted |= UINT32_C(1) << output;
}

void interconnect_send(interconnect_t *net, uint32_t input, const memory_packet_t *packet) {
    assert(input < net->input_count && packet->output < net->output_count);
    assert(packet->flits > 0);
    packet_queue_put(&net->inputs[input], packet);
    if (net->inputs[input].count == 1) want(net, input);
}

/* Inputs that want OUTPUT and can send in cycle NOW. */
static uint32_t contenders(const interconnect_t *net, uint32_t output, uint64_t now) {
    uint32_t able = 0;
    for (uint32_t left = net->wanted_by[output]; left != 0; left &= left - 1) {
        const uint32_t input = (uint32_t)__builtin_ctz(left);
        if (net->input_free[input] <= now && packet_queue_head(&net->inputs[input], now))
            able |= UINT32_C(1) << input;
    }
    return able;
}

static void grant(interconnect_t *net, uint32_t input, uint32_t output, uint64_t now) {
    memory_packet_t packet = *packet_queue_head(&net->inputs[input], now);
    assert(packet.output == output && net->output_free[output] <= now);
    packet_queue_drop(&net->inputs[input]);
    net->wanted_by[output] &= ~(UINT32_C(1) << input);
    if (net->wanted_by[output] == 0) net->wanted &= ~(UINT32_C(1) << output);
    if (net->inputs[input].count > 0) want(net, input);
    net->input_free[input] = net->output_free[output] = now + packet.flits;
    net->turn[output] = (uint8_t)((input + 1) % net->input_count);
    net->flits += packet.flits;
    packet.ready = now + packet.flits + net->latency;
    packet_queue_put(&net->outputs[output], &packet);
    net->arrived |= UINT32_C(1) << output;
}

void interconnect_clock(interconnect_t *net, uint64_t now) {
    for (uint32_t left = net->wanted; left != 0; left &= left - 1) {
        const uint32_t output = (uint32_t)__builtin_ctz(left), able = contenders(net, output, now);
        if (able == 0) continue;
        if (net->output_free[output] > now || packet_queue_full(&net->outputs[output])) {
            net->waits += (uint32_t)__builtin_popcount(able);
            continue;
        }
        const uint32_t from_turn = able & ~UINT32_C(0) << net->turn[output];
        net->waits += (uint32_t)__builtin_popcount(able) - 1;
        grant(net, (uint32_t)__builtin_ctz(from_turn != 0 ? from_turn : able), output, now);
    }
}

void interconnect_take(interconnect_t *net, uint32_t output) {
    assert(output < net->output_count && net->outputs[output].count > 0);
    packet_queue_drop(&net->outputs[output]);
    if (net->outputs[output].count == 0) net->arrived &= ~(UINT32_C(1) << output);
}

bool interconnect_idle(const interconnect_t *net) { return net->wanted == 0 && net->arrived == 0; }
