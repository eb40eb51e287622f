/* SPDX-License-Identifier: Apache-2.0 */
/* atomics.h: CUDA's atomic functions, device scope and their _block and _system variants. Part of scord_cuda.h.
 *
 * Device scope becomes `atom.global.…` (no scope = gpu), _block `atom.cta.…`, _system `atom.sys.…`. What programs write
 * themselves for older architectures is not here then: atomicAdd of double (sm_60), atomicCAS of 16 bits (sm_70).
 */
#ifndef SCORD_CUDA_ATOMICS_H
#define SCORD_CUDA_ATOMICS_H

#define SCORD_COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

/* One atomic: returns TYPE, calls BUILTIN on BTYPE pointers and values. */
#define SCORD_ATOMIC(name, type, btype, builtin, operand)                                      \
    SCORD_DEVICE type name(type *address, type value) {                                        \
        SCORD_COMPILER_BARRIER();                                                              \
        type old = (type)builtin((btype *)address, operand);                                   \
        SCORD_COMPILER_BARRIER();                                                              \
        return old;                                                                            \
    }
#define SCORD_ATOMIC_CAS(name, type, btype, builtin)                                           \
    SCORD_DEVICE type name(type *address, type compare, type value) {                          \
        SCORD_COMPILER_BARRIER();                                                              \
        type old = (type)builtin((btype *)address, (btype)compare, (btype)value);              \
        SCORD_COMPILER_BARRIER();                                                              \
        return old;                                                                            \
    }

/* All atomics of one scope: SUFFIX of the CUDA name, SCOPE in the builtin's name. */
#define SCORD_ATOMICS(suffix, scope)                                                                                \
    SCORD_ATOMIC(atomicAdd##suffix, int, int, __nvvm_atom_##scope##add_gen_i, value)                                \
    SCORD_ATOMIC(atomicAdd##suffix, unsigned int, int, __nvvm_atom_##scope##add_gen_i, (int)value)                  \
    SCORD_ATOMIC(atomicAdd##suffix, unsigned long long, long long, __nvvm_atom_##scope##add_gen_ll, (long long)value) \
    SCORD_ATOMIC(atomicAdd##suffix, float, float, __nvvm_atom_##scope##add_gen_f, value)                            \
    SCORD_ATOMIC(atomicSub##suffix, int, int, __nvvm_atom_##scope##add_gen_i, (int)(0u - (unsigned int)value))      \
    SCORD_ATOMIC(atomicSub##suffix, unsigned int, int, __nvvm_atom_##scope##add_gen_i, (int)(0u - value))           \
    SCORD_ATOMIC(atomicExch##suffix, int, int, __nvvm_atom_##scope##xchg_gen_i, value)                              \
    SCORD_ATOMIC(atomicExch##suffix, unsigned int, int, __nvvm_atom_##scope##xchg_gen_i, (int)value)                \
    SCORD_ATOMIC(atomicExch##suffix, unsigned long long, long long, __nvvm_atom_##scope##xchg_gen_ll, (long long)value) \
    SCORD_ATOMIC(atomicMin##suffix, int, int, __nvvm_atom_##scope##min_gen_i, value)                                \
    SCORD_ATOMIC(atomicMin##suffix, long long, long long, __nvvm_atom_##scope##min_gen_ll, value)                   \
    SCORD_ATOMIC(atomicMax##suffix, int, int, __nvvm_atom_##scope##max_gen_i, value)                                \
    SCORD_ATOMIC(atomicMax##suffix, long long, long long, __nvvm_atom_##scope##max_gen_ll, value)                   \
    SCORD_ATOMIC(atomicInc##suffix, unsigned int, unsigned int, __nvvm_atom_##scope##inc_gen_ui, value)             \
    SCORD_ATOMIC(atomicDec##suffix, unsigned int, unsigned int, __nvvm_atom_##scope##dec_gen_ui, value)             \
    SCORD_ATOMIC(atomicAnd##suffix, int, int, __nvvm_atom_##scope##and_gen_i, value)                                \
    SCORD_ATOMIC(atomicAnd##suffix, unsigned int, int, __nvvm_atom_##scope##and_gen_i, (int)value)                  \
    SCORD_ATOMIC(atomicAnd##suffix, unsigned long long, long long, __nvvm_atom_##scope##and_gen_ll, (long long)value) \
    SCORD_ATOMIC(atomicOr##suffix, int, int, __nvvm_atom_##scope##or_gen_i, value)                                  \
    SCORD_ATOMIC(atomicOr##suffix, unsigned int, int, __nvvm_atom_##scope##or_gen_i, (int)value)                    \
    SCORD_ATOMIC(atomicOr##suffix, unsigned long long, long long, __nvvm_atom_##scope##or_gen_ll, (long long)value) \
    SCORD_ATOMIC(atomicXor##suffix, int, int, __nvvm_atom_##scope##xor_gen_i, value)                                \
    SCORD_ATOMIC(atomicXor##suffix, unsigned int, int, __nvvm_atom_##scope##xor_gen_i, (int)value)                  \
    SCORD_ATOMIC(atomicXor##suffix, unsigned long long, long long, __nvvm_atom_##scope##xor_gen_ll, (long long)value) \
    SCORD_ATOMIC_CAS(atomicCAS##suffix, int, int, __nvvm_atom_##scope##cas_gen_i)                                   \
    SCORD_ATOMIC_CAS(atomicCAS##suffix, unsigned int, int, __nvvm_atom_##scope##cas_gen_i)                          \
    SCORD_ATOMIC_CAS(atomicCAS##suffix, unsigned long long, long long, __nvvm_atom_##scope##cas_gen_ll)             \
    SCORD_DEVICE float atomicExch##suffix(float *address, float value) {                                            \
        return __int_as_float(atomicExch##suffix((int *)address, __float_as_int(value)));                           \
    }

/* clang-14 makes signed instructions of the unsigned minimum and maximum of a stated scope: so all of these are inline PTX. */
#define SCORD_ATOMIC_EXTREME(name, type, operation, letter)                                                        \
    SCORD_DEVICE type name(type *address, type value) {                                                             \
        type old;                                                                                                   \
        __asm__ volatile("atom." operation " %0, [%1], %2;" : "=" letter(old) : "l"(address), letter(value) : "memory"); \
        return old;                                                                                                 \
    }
#define SCORD_ATOMIC_EXTREMES(suffix, scope)                                                                        \
    SCORD_ATOMIC_EXTREME(atomicMin##suffix, unsigned int, scope "min.u32", "r")                                     \
    SCORD_ATOMIC_EXTREME(atomicMax##suffix, unsigned int, scope "max.u32", "r")                                     \
    SCORD_ATOMIC_EXTREME(atomicMin##suffix, unsigned long long, scope "min.u64", "l")                               \
    SCORD_ATOMIC_EXTREME(atomicMax##suffix, unsigned long long, scope "max.u64", "l")
SCORD_ATOMIC_EXTREMES(, "")
SCORD_ATOMIC_EXTREMES(_block, "cta.")
SCORD_ATOMIC_EXTREMES(_system, "sys.")
#undef SCORD_ATOMIC_EXTREMES
#undef SCORD_ATOMIC_EXTREME

/* 16-bit compare-and-swap: newer than clang's target */
#define SCORD_ATOMIC_CAS16(name, scope)                                                                            \
    SCORD_DEVICE unsigned short name(unsigned short *address, unsigned short compare, unsigned short value) {       \
        unsigned short old;                                                                                         \
        __asm__ volatile("atom." scope "cas.b16 %0, [%1], %2, %3;"                                                  \
                         : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");                         \
        return old;                                                                                                 \
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SCORD_ATOMIC_CAS16(atomicCAS, "")
#endif
SCORD_ATOMIC_CAS16(atomicCAS_block, "cta.")
SCORD_ATOMIC_CAS16(atomicCAS_system, "sys.")
#undef SCORD_ATOMIC_CAS16
SCORD_ATOMICS(, )
SCORD_ATOMICS(_block, cta_)
SCORD_ATOMICS(_system, sys_)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
SCORD_ATOMIC(atomicAdd, double, double, __nvvm_atom_add_gen_d, value)
#endif
SCORD_ATOMIC(atomicAdd_block, double, double, __nvvm_atom_cta_add_gen_d, value)
SCORD_ATOMIC(atomicAdd_system, double, double, __nvvm_atom_sys_add_gen_d, value)
#undef SCORD_ATOMICS
#undef SCORD_ATOMIC
#undef SCORD_ATOMIC_CAS

#endif
