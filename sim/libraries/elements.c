/* SPDX-License-Identifier: Apache-2.0 */
/* elements.c: see elements.h. */
#include "sim/libraries/elements.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t element_bytes(cudaDataType type) {
    switch (type) {
    case CUDA_R_64F: return sizeof(double);
    case CUDA_R_32F: return sizeof(float);
    case CUDA_R_16F:
    case CUDA_R_16BF: return sizeof(uint16_t);
    case CUDA_R_32I: return sizeof(int32_t);
    case CUDA_R_8I: return sizeof(int8_t);
    default: return 0;
    }
}

static float of_brain(uint16_t bits) {
    const uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}
static uint16_t to_brain(double number) {
    const float value = (float)number;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
static double clamped(double value, double least, double most) {
    const double whole = rint(value);
    return whole < least ? least : whole > most ? most : whole;
}

void elements_widen(double *to, const void *from, cudaDataType type, size_t count) {
    for (size_t i = 0; i < count; i++) switch (type) {
        case CUDA_R_64F: to[i] = ((const double *)from)[i]; break;
        case CUDA_R_32F: to[i] = (double)((const float *)from)[i]; break;
        case CUDA_R_16F: to[i] = (double)((const _Float16 *)from)[i]; break;
        case CUDA_R_16BF: to[i] = (double)of_brain(((const uint16_t *)from)[i]); break;
        case CUDA_R_32I: to[i] = ((const int32_t *)from)[i]; break;
        case CUDA_R_8I: to[i] = ((const int8_t *)from)[i]; break;
        default: to[i] = 0; break; /* element_bytes refuses it */
        }
}

void elements_narrow(void *to, const double *from, cudaDataType type, size_t count) {
    for (size_t i = 0; i < count; i++) switch (type) {
        case CUDA_R_64F: ((double *)to)[i] = from[i]; break;
        case CUDA_R_32F: ((float *)to)[i] = (float)from[i]; break;
        case CUDA_R_16F: ((_Float16 *)to)[i] = (_Float16)from[i]; break;
        case CUDA_R_16BF: ((uint16_t *)to)[i] = to_brain(from[i]); break;
        case CUDA_R_32I:
            ((int32_t *)to)[i] = (int32_t)clamped(from[i], INT32_MIN, INT32_MAX);
            break;
        case CUDA_R_8I: ((int8_t *)to)[i] = (int8_t)clamped(from[i], INT8_MIN, INT8_MAX); break;
        default: break;
        }
}
