/* coalescer.c: see coalescer.h. */
#include "sim/mem/coalescer.h"

static void touch(coalesced_t *out, uint64_t address, uint64_t last) {
    for (uint64_t word = address / 4; word <= last / 4; word++) {
        const uint64_t segment = word / (MEMORY_SEGMENT / 4);
        uint32_t at = out->count;
        while (at > 0 && out->segment[at - 1] != segment) at--;
        if (at == 0) {
            at = ++out->count;
            out->segment[at - 1] = segment;
            out->words[at - 1] = 0;
        }
        out->words[at - 1] |= UINT32_C(1) << word % (MEMORY_SEGMENT / 4);
    }
}

void coalesce(const scord_event_access_t *access, coalesced_t *out) {
    out->count = 0;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        const uint64_t address = access->address[__builtin_ctz(left)];
        touch(out, address, address + access->size - 1);
    }
}

uint8_t coalescer_lanes_on_one_word(const scord_event_access_t *access) {
    unsigned most = 1;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned same = 0;
        for (uint32_t other = left; other != 0; other &= other - 1)
            same += access->address[__builtin_ctz(other)] == access->address[__builtin_ctz(left)];
        most = same > most ? same : most;
    }
    return (uint8_t)most;
}
