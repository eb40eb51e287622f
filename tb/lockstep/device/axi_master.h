/* SPDX-License-Identifier: Apache-2.0 */
/* axi_master.h: pins and a scripted AXI4 master for tests of cosim/lockstep/device/axi_memory.c; no
 * RTL.
 */
#ifndef SCORD_AXI_MASTER_H
#define SCORD_AXI_MASTER_H

#include "cosim/lockstep/device/axi_memory.h"
#include "cmodel/base/random.h"

enum { AXI_IDS = 1 << SCORD_AXI_ID_WIDTH, AXI_MOVES = 4096 };

/* A burst to send; a write's data follow its address in order. */
typedef struct axi_burst {
    uint64_t address;
    uint32_t id, beats;
    const uint64_t *data;  /* writes */
    const uint8_t *strobe; /* writes; NULL: all bytes */
} axi_burst_t;

/* What came back. */
typedef struct axi_beat {
    uint64_t data, cycle;
    uint32_t id;
    uint8_t response;
    bool last;
} axi_beat_t;

typedef struct axi_master {
    scord_axi_memory_t *memory;
    scord_device_t device; /* pins only */
    uint64_t pins[64];
    uint64_t cycle;
    axi_burst_t reads[AXI_MOVES], writes[AXI_MOVES];
    unsigned read_count, read_next, write_count, aw_next, w_next, w_beat;
    axi_beat_t read_beats[AXI_MOVES], write_responses[AXI_MOVES];
    unsigned beat_count, response_count;
    unsigned accept; /* ready for responses in `accept` of 8 cycles */
    bool data_first; /* write data before their addresses */
    scord_random_t random;
    const char *broken; /* rule, when the memory complained */
} axi_master_t;

void axi_master_start(axi_master_t *master, const scord_axi_memory_options_t *options);
void axi_master_stop(axi_master_t *master);
void axi_master_read(axi_master_t *master, uint64_t address, uint32_t id, uint32_t beats);
void axi_master_write(axi_master_t *master, uint64_t address, uint32_t id, uint32_t beats,
                      const uint64_t *data, const uint8_t *strobe);
/* One cycle. False: a rule was broken, by the master or (broken = "slave: …") by the memory. */
bool axi_master_cycle(axi_master_t *master);
/* Until everything sent is answered, at most `cycles`. */
bool axi_master_run(axi_master_t *master, uint64_t cycles);

#endif
