/* SPDX-License-Identifier: Apache-2.0 */
/* device.h: the few CUDA names that the test kernels of tb/unit/ptx need (the product's header is
 * sim/runtime/include). */
#ifndef TB_PTX_DEVICE_H
#define TB_PTX_DEVICE_H
#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
#define NODEBUG      static __device__ __attribute__((always_inline, nodebug)) inline
typedef unsigned long size_t;
extern "C" __device__ int vprintf(const char *, const char *);
NODEBUG unsigned thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
NODEBUG unsigned threads_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
NODEBUG unsigned block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
NODEBUG unsigned atomicCAS(unsigned *p, unsigned c, unsigned v) {
    return __nvvm_atom_cas_gen_i((int *)p, (int)c, (int)v);
}
NODEBUG unsigned atomicExch(unsigned *p, unsigned v) {
    return __nvvm_atom_xchg_gen_i((int *)p, (int)v);
}
NODEBUG unsigned atomicAdd(unsigned *p, unsigned v) {
    return __nvvm_atom_add_gen_i((int *)p, (int)v);
}
NODEBUG void fence() { __nvvm_membar_gl(); }
#endif
