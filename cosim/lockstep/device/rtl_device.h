/* SPDX-License-Identifier: Apache-2.0 */
/* rtl_device.h: the device under test behind a small C ABI: pins, clock, state registers, waves.
 *
 * One class per elaboration (verilated C++, or the SystemC top over the same netlist):
 * rtl_device.cpp and systemc/systemc_device.cpp fill the same structures, so the scoreboard does
 * not know which one it drives (docs/architecture.md, "Lockstep"). A port is its bits as Verilator
 * stores them: little-endian, lowest bit first, rounded up to whole storage units; scord_port_get
 * and scord_port_set move fields in and out.
 */
#ifndef SCORD_RTL_DEVICE_H
#define SCORD_RTL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cmodel/scord_params.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_port {
    uint8_t *bits;
    size_t bytes; /* size of the storage at bits */
} scord_port_t;

/* X(port) for every port of rtl/scord_top.v except clk_i, docs/rtl-interface.md. */
#define SCORD_DEVICE_INPUTS(X)                                                                     \
    X(rst_ni)                                                                                      \
    X(sm_event_valid_i)                                                                            \
    X(sm_event_i)                                                                                  \
    X(issue_valid_i)                                                                               \
    X(issue_ready_mask_i) X(psel_i) X(penable_i) X(pwrite_i) X(paddr_i) X(pwdata_i)                \
        X(m_axi_awready_i) X(m_axi_wready_i) X(m_axi_bid_i) X(m_axi_bresp_i) X(m_axi_bvalid_i)     \
            X(m_axi_arready_i) X(m_axi_rid_i) X(m_axi_rdata_i) X(m_axi_rresp_i) X(m_axi_rlast_i)   \
                X(m_axi_rvalid_i)
#define SCORD_DEVICE_OUTPUTS(X)                                                                    \
    X(sm_event_ready_o)                                                                            \
    X(issue_pick_valid_o)                                                                          \
    X(issue_pick_o)                                                                                \
    X(pready_o)                                                                                    \
    X(prdata_o) X(pslverr_o) X(m_axi_awid_o) X(m_axi_awaddr_o) X(m_axi_awlen_o) X(m_axi_awsize_o)  \
        X(m_axi_awburst_o) X(m_axi_awvalid_o) X(m_axi_wdata_o) X(m_axi_wstrb_o) X(m_axi_wlast_o)   \
            X(m_axi_wvalid_o) X(m_axi_bready_o) X(m_axi_arid_o) X(m_axi_araddr_o) X(m_axi_arlen_o) \
                X(m_axi_arsize_o) X(m_axi_arburst_o) X(m_axi_arvalid_o) X(m_axi_rready_o)          \
                    X(interrupt_o) X(grant_o) X(retire_valid_o) X(retire_o)    \
                        X(retire_words_o)

/* State registers of one SM, and of the detector: read only, current after clock(). */
typedef struct scord_device_sm_state {
    const uint8_t *barrier_counters, *lock_table, *warp_priority_table;
    const uint8_t *warp_convergence; /* NULL without independent threads */
} scord_device_sm_state_t;

enum {
    SCORD_LOCK_TABLE_BITS = SCORD_LOCK_TABLE_ENTRIES * SCORD_LOCK_ENTRY_WIDTH, /* of a warp */
    SCORD_CONVERGENCE_BITS = SCORD_SYNCWARP_ID_WIDTH + 1,                      /* of a warp (D41) */
    SCORD_RELEASE_NUMBER_KINDS = 4, /* that the detector keeps of a block */
    SCORD_RESET_CYCLES = 4 /* clocks with rst_ni low; cycle 0 is the first one after them, as
                              in race records (D35) */
};

typedef struct scord_device scord_device_t;
struct scord_device {
#define SCORD_DEVICE_PORT(name) scord_port_t name;
    SCORD_DEVICE_INPUTS(SCORD_DEVICE_PORT)
    SCORD_DEVICE_OUTPUTS(SCORD_DEVICE_PORT)
#undef SCORD_DEVICE_PORT
    scord_device_sm_state_t sm[SCORD_MAX_SMS];
    const uint8_t *fence_file;
    const uint8_t *newest_release,
        *release_numbers[SCORD_RELEASE_NUMBER_KINDS]; /* released, block_released, acquired,
                                                         pending; NULL without acquire_release */
    bool failed; /* an assertion of the RTL did not hold; its text is in failure */
    char failure[1024];
    void *implementation;
    void (*settle)(
        scord_device_t *device); /* clock low, inputs applied, combinational outputs valid */
    void (*clock)(scord_device_t *device); /* rising edge: registers take their new values; no input
                                              may differ from the last settle() */
    /* Starts tracing into PATH (FST); time = 10 per cycle, rising edge at 10 × cycle + 10. Returns
     * 0, or -1. */
    int (*trace_open)(scord_device_t *device, const char *path);
    void (*trace_close)(scord_device_t *device);
    void (*destroy)(scord_device_t *device);
};
/* One elaboration. name is that of a configuration with these elaborated keys. */
typedef struct scord_device_class {
    const char *name;
    scord_device_t *(*create)(
        uint64_t first_cycle); /* NULL: a state register is missing; no memory: verilated_print.h */
} scord_device_class_t;

/* The class whose elaborated keys equal CONFIG's. NULL: there is no such machine, and WHY is empty;
 * or it is not built, and WHY (SIZE bytes, 160 or more) says so and what helps. */
const scord_device_class_t *scord_device_class_find(const scord_config_t *config, char *why,
                                                    size_t size);
/* CONFIG's machine with that many lanes, and the metadata lines and beats that go with them: sets
 * lanes, metadata_lines and beat_entries of *config. False: there is no such machine. */
bool scord_device_with_lanes(scord_config_t *config, uint32_t lanes);
/* Names of all machines, built or not, separated by spaces; TEXT has SIZE bytes, 256 or more. */
void scord_device_class_names(char *text, size_t size);

/* Bits [shift, shift + width) of a port, width 1..64. */
static inline uint64_t scord_port_get(scord_port_t port, unsigned shift, unsigned width) {
    uint64_t value = 0;
    if (width == 64 &&
        shift % 8 == 0) { /* storage is little-endian, as everything here takes it for */
        memcpy(&value, port.bits + shift / 8, sizeof value);
        return value;
    }
    for (unsigned done = 0; done < width;) {
        const unsigned bit = shift + done, part = 8 - bit % 8;
        value |= (uint64_t)(port.bits[bit / 8] >> bit % 8) << done;
        done += part;
    }
    return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

static inline void scord_port_set(scord_port_t port, unsigned shift, unsigned width,
                                  uint64_t value) {
    for (unsigned done = 0; done < width;) {
        const unsigned bit = shift + done, offset = bit % 8;
        const unsigned part = width - done < 8 - offset ? width - done : 8 - offset;
        const uint8_t mask = (uint8_t)(((1u << part) - 1) << offset);
        uint8_t *byte = &port.bits[bit / 8];
        *byte = (uint8_t)((*byte & ~mask) | ((uint8_t)(value >> done << offset) & mask));
        done += part;
    }
}

/* Bits of an SM event at the device's pins: the threads of its words, uppermost, are there with
 * independent threads only. */
static inline unsigned scord_device_event_width(const scord_config_t *config) {
    return SCORD_SM_EVENT_WIDTH - (config->independent_threads ? 0 : SCORD_WORD_THREADS_WIDTH);
}

#ifdef __cplusplus
}
#endif
#endif
