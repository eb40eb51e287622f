/* SPDX-License-Identifier: Apache-2.0 */
/* scord_cuda.h: the one header that stands in for the CUDA SDK; `scord check` force-includes it before the user's file.
 *
 * Host and device compilation by clang-14 alone (docs/cuda.md, docs/projects.md):
 *   - __syncthreads is a clang builtin and not defined here; __noinline__ is also an attribute's name in libstdc++:
 *     bits/shared_ptr_base.h hides the macro from it;
 *   - every device wrapper is always_inline and nodebug, so that the line of an access is the line of the call;
 *   - an empty asm with a memory clobber stands around the scoped atomics, which clang would else treat as touching
 *     nothing, and move plain accesses across them.
 * An API that scord does not support is not declared (the compiler names it) or not defined (the linker names it).
 */
#ifndef SCORD_CUDA_H
#define SCORD_CUDA_H

/* What other headers ask for to see whether the SDK's are there; NVIDIA's samples declare functions by them. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#define __CUDART_API_VERSION CUDART_VERSION

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

#ifndef __CUDA__ /* not clang with -x cuda: a host file, of any compiler */
#include "scord_cuda/host_only.h"
#else

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 131

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
/* used: a constant of an anonymous namespace is written by the host alone, which clang would else not believe. */
#define __constant__ __attribute__((constant, used))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#define __grid_constant__
/* The runtime knows managed variables by the section that the host's shadows lie in (sim/runtime/mirrors.c). */
#define __managed__ __attribute__((device, used)) __attribute__((section("scord_managed")))

/* A device wrapper of this header (see above). */
#define SCORD_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))
#define SCORD_HOST_DEVICE static __inline__ __attribute__((host, device, always_inline, nodebug))

#include <stddef.h>
#include <stdint.h>

#include "scord_cuda/vector_types.h"
#include "scord_cuda/device_math.h" /* before the host's math.h, so that std:: sees both overloads */
#include "scord_cuda/device_functions.h"
#include "scord_cuda/integer_functions.h"
#ifdef SCORD_WIDE_DIVISION /* programs without it stay as small as they are */
#include "scord_cuda/wide_division.h"
#endif
#include "scord_cuda/warp_functions.h"

#include <limits.h>
#include <math.h>
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <new> /* clang's wrapper: device code has new and delete, too, at the lines that call them */
#pragma clang attribute pop
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus /* as cuda_runtime.h, on which programs rely */
#include <cmath>
#include <initializer_list>
#include <utility>
#endif

#include "scord_cuda/atomics.h"
#include "scord_cuda/ordered_atomics.h"
#include "scord_cuda/nv_atomics.h"
#include "scord_cuda/runtime_api.h"
#include "scord_cuda/textures.h"

#endif /* __CUDA__ */
#endif
