/* axi_memory.h: the AXI4 slave memory behind the device, and the protocol rules it holds the master to.
 *
 * Sparse, 64-bit words. Responses come after a latency drawn from the seed, in order per ID, across IDs in any order
 * (AXI4, section A6). It is the least helpful memory that AXI allows: a write becomes visible only when its response is
 * given, a read takes its data when its address is accepted; a master that relies on more reads stale data.
 * Source of the rules: docs/rtl-interface.md, AMBA AXI4.
 */
#ifndef SCORD_AXI_MEMORY_H
#define SCORD_AXI_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "rtl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_axi_memory scord_axi_memory_t;

/* max_latency: cycles from the last address or data beat to the response, drawn from 1 .. max_latency (>= 1). */
scord_axi_memory_t *scord_axi_memory_create(uint64_t seed, uint32_t max_latency); /* NULL: no memory */
void scord_axi_memory_destroy(scord_axi_memory_t *memory);

/* Before settle: drives the slave's pins for this cycle. */
void scord_axi_memory_drive(scord_axi_memory_t *memory, scord_device_t *device);
/* After settle, before clock: takes the handshakes of this cycle. False: the master broke a rule; *rule names it. */
bool scord_axi_memory_sample(scord_axi_memory_t *memory, const scord_device_t *device, const char **rule);

/* Back door, address multiple of 8. Words never written read as 0xdeadbeefdeadbeef, so that nothing relies on zeros. */
uint64_t scord_axi_memory_read(scord_axi_memory_t *memory, uint64_t address);
void scord_axi_memory_write(scord_axi_memory_t *memory, uint64_t address, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
