/* SPDX-License-Identifier: Apache-2.0 */
/* scord_cuda/hooks.h: calls that tell the model what a header does (sim/core/hooks.c); they change nothing. */
#ifndef SCORD_CUDA_HOOKS_H
#define SCORD_CUDA_HOOKS_H

extern "C" {
__device__ void __scord_found(unsigned int code); /* one of these: */
__device__ void __scord_barrier_init(const volatile void *barrier); /* before its words are set */
__device__ void __scord_barrier_use(const volatile void *barrier);
__device__ void __scord_barrier_waited(const volatile void *barrier, unsigned phase); /* this phase is under way */
/* The copies that this thread has begun are of the phase that the word at PHASE says. */
__device__ void __scord_async_attach(const volatile void *barrier, const volatile void *phase);
__device__ void __scord_async_copy(const volatile void *to, unsigned long long bytes);
__device__ void __scord_async_commit();
__device__ void __scord_async_wait(unsigned long long groups); /* all but the last GROUPS are done */
}
enum { SCORD_TOO_MANY_ARRIVALS, SCORD_OLD_TOKEN, SCORD_STAGE_NOT_WAITED };

#endif
