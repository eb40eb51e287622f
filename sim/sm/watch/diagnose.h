/* SPDX-License-Identifier: Apache-2.0 */
/* diagnose.h: describes a failed launch: where, which thread, what it waits for. Each fills
 * gpu->error and returns the status that the launch ends with. */
#ifndef SIM_DIAGNOSE_H
#define SIM_DIAGNOSE_H

#include "sim/sm/gpu_types.h"

#ifdef __cplusplus
extern "C" {
#endif

gpu_status_t gpu_report_fault(gpu_t *gpu, unsigned sm, unsigned warp); /* of the last step */
void gpu_note_dropped(gpu_t *gpu, unsigned sm, unsigned warp);         /* by the last step */
/* Of a finding of kind memory by the last step: what was seen; an access to what is freed gets its
 * rule. */
void gpu_memory_words(const gpu_t *gpu, core_finding_t *finding, char *text, size_t size);
gpu_status_t gpu_report_deadlock(gpu_t *gpu, unsigned sm, unsigned slot);
gpu_status_t gpu_report_no_progress(gpu_t *gpu); /* every ready warp waits for ever */

/* "file.cu:12" of an instruction, or its PTX line when the compiler gave none. Returns buffer. */
char *gpu_location_text(const ptx_module_t *module, uint32_t instruction, char *buffer,
                        size_t size);

#ifdef __cplusplus
}
#endif
#endif
