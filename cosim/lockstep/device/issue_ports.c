/* SPDX-License-Identifier: Apache-2.0 */
/* issue_ports.c: see issue_ports.h. */
#include "cosim/lockstep/device/issue_ports.h"

#include <assert.h>

_Static_assert(SCORD_MAX_WARPS_PER_SM == 32 && SCORD_MAX_SMS <= 32,
               "a ready mask is one 32-bit word, and so is a bit an SM");

void scord_issue_ports_init(scord_issue_ports_t *ports, const scord_config_t *config,
                            bool scheduled, uint64_t seed) {
    assert(config->num_sms <= SCORD_MAX_SMS);
    *ports = (scord_issue_ports_t){.num_sms = config->num_sms,
                                   .policy = (scord_issue_policy_t)config->issue_policy,
                                   .scheduled = scheduled};
    for (unsigned sm = 0; sm < config->num_sms; sm++)
        ports->sm[sm].random = scord_random_seed(seed, 16 + sm);
}

void scord_issue_ports_follow(scord_issue_ports_t *ports, unsigned sm,
                              const scord_sm_event_t *event) {
    assert(sm < ports->num_sms);
    scord_issue_port_t *port = &ports->sm[sm];
    switch (event->kind) {
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH:
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            port->slot_warps[slot] &= ~event->mask; /* D32 */
        port->slot_warps[event->slot] = event->mask;
        port->resident |= event->mask;
        port->waiting &= ~event->mask;
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE: port->waiting |= 1u << event->warp; break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE:
        port->waiting &= ~port->slot_warps[event->slot];
        break;
    default: break;
    }
}

void scord_issue_ports_exit(scord_issue_ports_t *ports, unsigned sm, uint32_t warps) {
    assert(sm < ports->num_sms);
    ports->sm[sm].resident &= ~warps;
}

void scord_issue_ports_forget_blocks(scord_issue_ports_t *ports) {
    for (unsigned sm = 0; sm < ports->num_sms; sm++) {
        scord_issue_port_t *port = &ports->sm[sm];
        port->resident = port->waiting = 0;
        memset(port->slot_warps, 0, sizeof port->slot_warps);
    }
}

void scord_issue_ports_force(scord_issue_ports_t *ports, unsigned sm, uint32_t ready) {
    assert(sm < ports->num_sms && !ports->forced);
    ports->sm[sm].ready_mask = ready;
    ports->forced = true;
    ports->forced_sm = sm;
}

void scord_issue_ports_unforce(scord_issue_ports_t *ports) { ports->forced = false; }

/* Is this scheduler asked for a warp? Every SM's sequence moves on by one draw a cycle, whatever it
 * gives. */
static bool choose_ready_mask(scord_issue_ports_t *ports, unsigned sm, bool may_draw) {
    scord_issue_port_t *port = &ports->sm[sm];
    if (ports->forced) return sm == ports->forced_sm;
    if (!may_draw) return false;
    const uint64_t draw = scord_random_next(&port->random);
    port->ready_mask = port->resident & ~port->waiting & (uint32_t)(draw >> 8);
    return (draw & 3) != 0;
}

void scord_issue_ports_drive(scord_issue_ports_t *ports, scord_device_t *device, bool may_draw) {
    const bool drawn = may_draw && !ports->scheduled, idle = !ports->forced && !drawn;
    if (idle && ports->idle) return;
    ports->idle = idle;
    ports->asked_sms = 0;
    for (unsigned sm = 0; sm < ports->num_sms; sm++) {
        scord_issue_port_t *port = &ports->sm[sm];
        ports->asked_sms |= (uint32_t)choose_ready_mask(ports, sm, drawn) << sm;
        memcpy(device->issue_ready_mask_i.bits + sm * sizeof port->ready_mask, &port->ready_mask,
               sizeof port->ready_mask);
    }
    scord_port_set(device->issue_valid_i, 0, ports->num_sms, ports->asked_sms);
}
