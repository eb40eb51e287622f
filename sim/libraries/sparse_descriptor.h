/* SPDX-License-Identifier: Apache-2.0 */
/* sparse_descriptor.h: cuSPARSE's description of a matrix, which cuSOLVER's sparse functions take.
 */
#ifndef SIM_LIBRARIES_SPARSE_DESCRIPTOR_H
#define SIM_LIBRARIES_SPARSE_DESCRIPTOR_H

#include "sim/runtime/include/cusparse.h"

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseIndexBase_t base;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};

#endif
