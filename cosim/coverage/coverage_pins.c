/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_pins.c: back-pressure, reordering and errors, as they show at the device's pins and in
 * its counters.
 *
 * Counters are not read here: the lockstep harness reads them over APB at every kernel's end, and
 * those transfers pass by.
 */
#include "cosim/coverage/coverage_internal.h"

#include <string.h>

#include "cosim/lockstep/device/rtl_device.h"
#include "cmodel/scord_model.h"

static bool high(scord_port_t port) { return *port.bits & 1; }
static unsigned number(scord_port_t port, unsigned width) {
    return (unsigned)scord_port_get(port, 0, width);
}

/* ---- SM event ports ---- */

static void look_at_sms(scord_coverage_t *coverage, const scord_device_t *device) {
    const unsigned width = scord_device_event_width(&coverage->config);
    bool full = false, all_wait = true;
    for (unsigned sm = 0; sm < coverage->config.num_sms; sm++) {
        const bool waits = scord_port_get(device->sm_event_valid_i, sm, 1) &&
                           !scord_port_get(device->sm_event_ready_o, sm, 1);
        const unsigned kind = (unsigned)scord_port_get(
            device->sm_event_i, sm * width + SCORD_SM_EVENT_KIND_SHIFT, SCORD_SM_EVENT_KIND_WIDTH);
        full |= waits && (kind == SCORD_SM_EVENT_KIND_ACCESS || kind == SCORD_SM_EVENT_KIND_FENCE);
        all_wait &= waits;
    }
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_REQUEST_FIFO_FULL, full);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_ALL_SMS_WAIT, all_wait);
}

/* ---- counters over APB ---- */

static void look_at_apb(scord_coverage_t *coverage, const scord_device_t *device) {
    if (!high(device->psel_i) || !high(device->penable_i) || high(device->pwrite_i) ||
        !high(device->pready_o) || high(device->pslverr_o))
        return;
    const uint32_t data = (uint32_t)scord_port_get(device->prdata_o, 0, SCORD_APB_DATA_WIDTH);
    switch (number(device->paddr_i, SCORD_APB_ADDRESS_WIDTH)) {
    case SCORD_REGISTER_COUNT_STALL_QUEUE:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_DECISION_QUEUE_FULL, data);
        break;
    case SCORD_REGISTER_COUNT_STALL_RACE_LOG:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_RACE_REPORTER_FULL, data);
        break;
    case SCORD_REGISTER_COUNT_STALL_LINE:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_LINE_STALL, data);
        break;
    case SCORD_REGISTER_COUNT_STALL_FETCH:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_FETCH_STALL, data);
        break;
    case SCORD_REGISTER_COUNT_STALL_METADATA:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_METADATA_STALL, data);
        break;
    case SCORD_REGISTER_LOG_DROPPED:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_LOG_FULL, data);
        break;
    case SCORD_REGISTER_LOG_TAIL:
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_LOG_WRAPS,
                           data > coverage->config.log_capacity);
        break;
    default: break;
    }
}

/* ---- AXI ---- */

/* Takes ID out of the IDs in flight; true when an older transaction of another ID is still there.
 */
static bool take(uint8_t *ids, unsigned *count, uint8_t id) {
    unsigned at = 0;
    while (at < *count && ids[at] != id) at++;
    if (at == *count) return false; /* not ours to judge: the harness checks the protocol */
    assert(at < *count);
    memmove(ids + at, ids + at + 1, *count - at - 1);
    --*count;
    return at > 0;
}

static void put(uint8_t *ids, unsigned *count, unsigned size, uint8_t id) {
    if (*count < size) ids[(*count)++] = id;
}

static void look_at_reads(scord_coverage_t *coverage, const scord_device_t *device) {
    pins_t *pins = &coverage->pins;
    if (high(device->m_axi_arvalid_o) && high(device->m_axi_arready_i))
        put(pins->read_ids, &pins->reads, sizeof pins->read_ids,
            (uint8_t)number(device->m_axi_arid_o, SCORD_AXI_ID_WIDTH));
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READ_STALLED,
                       high(device->m_axi_arvalid_o) && !high(device->m_axi_arready_i));
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READS_2, pins->reads >= 2);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READS_4, pins->reads >= 4);
    if (!high(device->m_axi_rvalid_i) || !high(device->m_axi_rready_o)) return;
    const int id = (int)number(device->m_axi_rid_i, SCORD_AXI_ID_WIDTH);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READS_INTERLEAVED,
                       pins->read_id >= 0 && pins->read_id != id);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READ_ERROR,
                       number(device->m_axi_rresp_i, 2) != 0);
    pins->read_id = high(device->m_axi_rlast_i) ? -1 : id;
    if (high(device->m_axi_rlast_i))
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READS_REORDERED,
                           take(pins->read_ids, &pins->reads, (uint8_t)id));
}

static void look_at_writes(scord_coverage_t *coverage, const scord_device_t *device) {
    pins_t *pins = &coverage->pins;
    if (high(device->m_axi_awvalid_o) && high(device->m_axi_awready_i))
        put(pins->write_ids, &pins->writes, sizeof pins->write_ids,
            (uint8_t)number(device->m_axi_awid_o, SCORD_AXI_ID_WIDTH));
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_WRITE_STALLED,
                       high(device->m_axi_wvalid_o) && !high(device->m_axi_wready_i));
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_READ_AND_WRITE, pins->reads && pins->writes);
    if (!high(device->m_axi_bvalid_i) || !high(device->m_axi_bready_o)) return;
    const uint8_t id = (uint8_t)number(device->m_axi_bid_i, SCORD_AXI_ID_WIDTH);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_WRITE_ERROR,
                       number(device->m_axi_bresp_i, 2) != 0);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_WRITES_REORDERED,
                       take(pins->write_ids, &pins->writes, id));
}

/* ---- retire port ---- */

static void look_at_retired(scord_coverage_t *coverage, const scord_device_t *device) {
    pins_t *pins = &coverage->pins;
    const unsigned valid = number(device->retire_valid_o, coverage->config.lanes);
    unsigned races = 0;
    for (unsigned lane = 0; lane < coverage->config.lanes; lane++) {
        const unsigned place = lane * SCORD_RETIRE_WIDTH;
        if (valid >> lane & 1)
            races += scord_verdict_is_race((uint8_t)scord_port_get(
                device->retire_o, place + SCORD_RETIRE_VERDICT_SHIFT, SCORD_VERDICT_WIDTH));
    }
    if (valid) {
        const uint32_t sequence = (uint32_t)scord_port_get(
            device->retire_o, SCORD_RETIRE_SEQUENCE_SHIFT, SCORD_SEQUENCE_WIDTH);
        const unsigned items = (unsigned)__builtin_popcount(valid);
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_LANES, (items < 8 ? items : 8) - 1, 0, 0,
                           0);
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_BACK_TO_BACK,
                           pins->retired && sequence != pins->last_sequence);
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_SM_ORDER_FREE,
                           sequence < pins->last_sequence);
        pins->last_sequence = sequence;
    }
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_RACES_TOGETHER, races > 1);
    pins->retired = valid != 0;
}

void scord_coverage_cycle(void *context, const scord_device_t *device) {
    scord_coverage_t *coverage = context;
    look_at_sms(coverage, device);
    look_at_apb(coverage, device);
    look_at_reads(coverage, device);
    look_at_writes(coverage, device);
    look_at_retired(coverage, device);
    const bool interrupt = high(device->interrupt_o);
    scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_INTERRUPT,
                       interrupt && !coverage->pins.interrupt);
    coverage->pins.interrupt = interrupt;
}
