/* SPDX-License-Identifier: Apache-2.0 */
/* axi_memory.h: the AXI4 slave memory behind the device, and the rules it holds the master to.
 *
 * 64-bit words, beat_entries of them a beat. Responses come after a latency drawn from the seed, in
 * order per ID, across IDs in any order, and beats of reads with different IDs are interleaved
 * (AMBA AXI4, section A5.3). It is the least helpful memory that AXI allows: a write becomes
 * visible only when its response is given, a read takes its data when its address is accepted,
 * channels do nothing for whole phases; a master that relies on more reads stale data or hangs.
 *
 * Errors are drawn from the seed, too: a read beat or a write response is SLVERR or DECERR. A beat
 * with an error carries garbage; a write with an error has no effect. An observer hears of reads
 * and writes, so that a scoreboard can judge what the master does with them. Source of the rules:
 * docs/rtl-interface.md "scord_top", AMBA AXI4.
 */
#ifndef SCORD_AXI_MEMORY_H
#define SCORD_AXI_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cosim/lockstep/device/rtl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_axi_memory scord_axi_memory_t;

typedef struct scord_axi_memory_options {
    uint64_t seed;
    /* cycles from the last address or data beat to the response are drawn from 1 .. max_latency;
     * 1: a memory as fast as AXI allows, always ready */
    uint32_t max_latency;
    uint32_t error_permille; /* of read beats and of write responses, 0 to 1000 */
    uint32_t metadata_lines; /* of the machine: legal IDs of metadata traffic are 0 ..
                                metadata_lines - 1 */
    uint32_t beat_entries;   /* of the machine: 64-bit words of a beat, 1 to 16; 0 is taken for 1 */
    uint64_t silent; /* number, from 1, of the accepted transaction that never gets a response; 0:
                        none */
    /* number, from 1, of the read beat that arrives with one bit wrong; 0: none */
    uint64_t flip_beat;
    uint32_t flip_bit; /* which: below 64 * beat_entries */
} scord_axi_memory_options_t;

/* Calls to an observer; each may be NULL. */
typedef struct scord_axi_observer {
    void *context;
    /* A read of the word was accepted, one call a word of a beat; failed: its beat will carry an
     * error. */
    void (*read)(void *context, uint64_t address, bool failed);
    /* A word of a write got its response; failed: memory keeps `old` although `data` was written.
     */
    void (*written)(void *context, uint64_t address, uint64_t data, uint64_t old, bool failed);
    /* A word of a metadata write-back, strobed; NULL, or the rule that it breaks. */
    const char *(*written_back)(void *context, uint64_t address);
    /* What the word of a read is to be: memory takes the value, as if it had always been there. */
    uint64_t (*lie)(void *context, uint64_t address, uint64_t word);
} scord_axi_observer_t;

typedef struct scord_axi_statistics {
    uint64_t read_bursts, read_beats, write_bursts, write_beats;
    uint64_t read_errors, write_errors; /* beats and responses that were taken by the master */
    uint64_t interleaved;               /* beats given while an older read was given in part */
    uint64_t out_of_order;              /* responses given before that of an older transaction */
    uint32_t most_reads;                /* outstanding at once */
    uint64_t flipped_at; /* cycle in which the beat with the wrong bit was accepted for reading; 0:
                            not yet */
} scord_axi_statistics_t;

scord_axi_memory_t *
scord_axi_memory_create(const scord_axi_memory_options_t *options); /* NULL: no memory */
void scord_axi_memory_destroy(scord_axi_memory_t *memory);
void scord_axi_memory_observe(scord_axi_memory_t *memory, const scord_axi_observer_t *observer);

/* Before settle: drives the slave's pins for this cycle. */
void scord_axi_memory_drive(scord_axi_memory_t *memory, scord_device_t *device);
/* After settle, before clock: takes the handshakes of this cycle. False: the master broke a rule;
 * *rule names it. */
bool scord_axi_memory_sample(scord_axi_memory_t *memory, const scord_device_t *device,
                             const char **rule);

/* The oldest transactions without their response as lines of text, for a report on a device that
 * waits: "" when there are none. Returns TEXT. */
char *scord_axi_memory_waiting(const scord_axi_memory_t *memory, char *text, size_t size);

const scord_axi_statistics_t *scord_axi_memory_statistics(const scord_axi_memory_t *memory);

/* Back door, address multiple of 8. Words never written read as 0xdeadbeefdeadbeef. */
uint64_t scord_axi_memory_read(scord_axi_memory_t *memory, uint64_t address);
void scord_axi_memory_write(scord_axi_memory_t *memory, uint64_t address, uint64_t value);
/* All words from FROM to TO become VALUE (sparse_memory.h). */
void scord_axi_memory_fill(scord_axi_memory_t *memory, uint64_t from, uint64_t to, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
