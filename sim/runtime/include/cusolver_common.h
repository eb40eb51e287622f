/* SPDX-License-Identifier: Apache-2.0 */
/* cusolver_common.h: what cuSOLVER's interfaces share: states and enumerations with their numbers. */
#ifndef SCORD_CUSOLVER_COMMON_H
#define SCORD_CUSOLVER_COMMON_H
#define CUSOLVER_COMMON_H_
#include "cublas_v2.h"
#define CUSOLVERAPI
#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VER_MINOR 6
#define CUSOLVER_VER_PATCH 0
#define CUSOLVER_VER_BUILD 0
#define CUSOLVER_VERSION 11600
typedef int cusolver_int_t;
typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3, CUSOLVER_STATUS_ARCH_MISMATCH = 4, CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6, CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSOLVER_STATUS_NOT_SUPPORTED = 9, CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11
} cusolverStatus_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef enum { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003 } cusolverEigRange_t;
typedef enum { CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM = 105, CUSOLVER_ONE_NORM = 106, CUSOLVER_FRO_NORM = 107 } cusolverNorm_t;
#ifdef __cplusplus
extern "C" {
#endif
cusolverStatus_t cusolverGetVersion(int *version);
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value);
#ifdef __cplusplus
}
#endif
#endif
