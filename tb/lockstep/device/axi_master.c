/* SPDX-License-Identifier: Apache-2.0 */
/* axi_master.c: see axi_master.h. Asserts the slave's half of the rules: a response stays
 * until it is taken, and answers a request. */
#include "tb/lockstep/device/axi_master.h"

#include <string.h>

enum { SIZE_8_BYTES = 3, INCREMENTING = 1 };

void axi_master_start(axi_master_t *master, const scord_axi_memory_options_t *options) {
    memset(master, 0, sizeof *master);
    unsigned pin = 0;
#define BIND(name) master->device.name = (scord_port_t){(uint8_t *)&master->pins[pin++], 8};
    SCORD_DEVICE_INPUTS(BIND)
    SCORD_DEVICE_OUTPUTS(BIND)
#undef BIND
    master->memory = scord_axi_memory_create(options);
    master->random = scord_random_seed(options->seed, 99);
    master->accept = 8;
}

void axi_master_stop(axi_master_t *master) { scord_axi_memory_destroy(master->memory); }

void axi_master_read(axi_master_t *master, uint64_t address, uint32_t id, uint32_t beats) {
    master->reads[master->read_count++] =
        (axi_burst_t){.address = address, .id = id, .beats = beats};
}

void axi_master_write(axi_master_t *master, uint64_t address, uint32_t id, uint32_t beats,
                      const uint64_t *data, const uint8_t *strobe) {
    master->writes[master->write_count++] =
        (axi_burst_t){.address = address, .id = id, .beats = beats, .data = data, .strobe = strobe};
}

static void put(scord_port_t port, unsigned width, uint64_t value) {
    scord_port_set(port, 0, width, value);
}
static uint64_t get(scord_port_t port, unsigned width) { return scord_port_get(port, 0, width); }

static void put_address(const axi_burst_t *burst, scord_port_t id, scord_port_t address,
                        scord_port_t length, scord_port_t size, scord_port_t kind) {
    put(id, SCORD_AXI_ID_WIDTH, burst->id);
    put(address, SCORD_ADDRESS_WIDTH, burst->address);
    put(length, 8, burst->beats - 1);
    put(size, 3, SIZE_8_BYTES);
    put(kind, 2, INCREMENTING);
}

static void drive(axi_master_t *master) {
    const scord_device_t *pins = &master->device;
    const bool read = master->read_next < master->read_count;
    const bool data = master->w_next < master->write_count &&
                      (master->data_first || master->w_next < master->aw_next);
    const bool address = master->aw_next < master->write_count &&
                         (!master->data_first || master->w_next > master->aw_next);
    put(pins->m_axi_arvalid_o, 1, read);
    if (read)
        put_address(&master->reads[master->read_next], pins->m_axi_arid_o, pins->m_axi_araddr_o,
                    pins->m_axi_arlen_o, pins->m_axi_arsize_o, pins->m_axi_arburst_o);
    put(pins->m_axi_awvalid_o, 1, address);
    if (address)
        put_address(&master->writes[master->aw_next], pins->m_axi_awid_o, pins->m_axi_awaddr_o,
                    pins->m_axi_awlen_o, pins->m_axi_awsize_o, pins->m_axi_awburst_o);
    put(pins->m_axi_wvalid_o, 1, data);
    if (data) {
        const axi_burst_t *burst = &master->writes[master->w_next];
        put(pins->m_axi_wdata_o, SCORD_AXI_DATA_WIDTH, burst->data[master->w_beat]);
        put(pins->m_axi_wstrb_o, 8, burst->strobe ? burst->strobe[master->w_beat] : 0xff);
        put(pins->m_axi_wlast_o, 1, master->w_beat + 1 == burst->beats);
    }
    put(pins->m_axi_bready_o, 1, scord_random_below(&master->random, 8) < master->accept);
    put(pins->m_axi_rready_o, 1, scord_random_below(&master->random, 8) < master->accept);
}

static void take_responses(axi_master_t *master) {
    const scord_device_t *pins = &master->device;
    if (get(pins->m_axi_rvalid_i, 1) && get(pins->m_axi_rready_o, 1))
        master->read_beats[master->beat_count++] =
            (axi_beat_t){.data = get(pins->m_axi_rdata_i, SCORD_AXI_DATA_WIDTH),
                         .cycle = master->cycle,
                         .id = (uint32_t)get(pins->m_axi_rid_i, SCORD_AXI_ID_WIDTH),
                         .response = (uint8_t)get(pins->m_axi_rresp_i, 2),
                         .last = get(pins->m_axi_rlast_i, 1)};
    if (get(pins->m_axi_bvalid_i, 1) && get(pins->m_axi_bready_o, 1))
        master->write_responses[master->response_count++] =
            (axi_beat_t){.cycle = master->cycle,
                         .id = (uint32_t)get(pins->m_axi_bid_i, SCORD_AXI_ID_WIDTH),
                         .response = (uint8_t)get(pins->m_axi_bresp_i, 2)};
}

static void take_handshakes(axi_master_t *master) {
    const scord_device_t *pins = &master->device;
    if (get(pins->m_axi_arvalid_o, 1) && get(pins->m_axi_arready_i, 1)) master->read_next++;
    if (get(pins->m_axi_awvalid_o, 1) && get(pins->m_axi_awready_i, 1)) master->aw_next++;
    if (!get(pins->m_axi_wvalid_o, 1) || !get(pins->m_axi_wready_i, 1)) return;
    if (++master->w_beat < master->writes[master->w_next].beats) return;
    master->w_beat = 0;
    master->w_next++;
}

/* Pins of a response that was shown and not taken. */
typedef struct shown {
    bool read, write;
    uint64_t data, read_rest, write_rest;
} shown_t;

static shown_t show(const axi_master_t *master) {
    const scord_device_t *pins = &master->device;
    return (shown_t){.read = get(pins->m_axi_rvalid_i, 1) && !get(pins->m_axi_rready_o, 1),
                     .write = get(pins->m_axi_bvalid_i, 1) && !get(pins->m_axi_bready_o, 1),
                     .data = get(pins->m_axi_rdata_i, SCORD_AXI_DATA_WIDTH),
                     .read_rest = get(pins->m_axi_rid_i, SCORD_AXI_ID_WIDTH) |
                                  get(pins->m_axi_rresp_i, 2) << 8 |
                                  get(pins->m_axi_rlast_i, 1) << 16,
                     .write_rest = get(pins->m_axi_bid_i, SCORD_AXI_ID_WIDTH) |
                                   get(pins->m_axi_bresp_i, 2) << 8};
}

static const char *slave_rule(const axi_master_t *master, const shown_t *before) {
    const shown_t now = show(master);
    if (before->read && (!get(master->device.m_axi_rvalid_i, 1) || now.data != before->data ||
                         now.read_rest != before->read_rest))
        return "slave: R stays until ready";
    if (before->write &&
        (!get(master->device.m_axi_bvalid_i, 1) || now.write_rest != before->write_rest))
        return "slave: B stays until ready";
    return NULL;
}

bool axi_master_cycle(axi_master_t *master) {
    const shown_t before = show(master);
    scord_axi_memory_drive(master->memory, &master->device);
    master->broken = slave_rule(master, &before);
    drive(master);
    const bool kept = scord_axi_memory_sample(
        master->memory, &master->device, master->broken ? &(const char *){NULL} : &master->broken);
    take_responses(master);
    take_handshakes(master);
    master->cycle++;
    return kept && !master->broken;
}

bool axi_master_run(axi_master_t *master, uint64_t cycles) {
    unsigned beats = 0;
    for (unsigned i = 0; i < master->read_count; i++) beats += master->reads[i].beats;
    for (; cycles; cycles--) {
        if (master->beat_count == beats && master->response_count == master->write_count &&
            master->w_next == master->write_count)
            return true;
        if (!axi_master_cycle(master)) return false;
    }
    return false;
}
