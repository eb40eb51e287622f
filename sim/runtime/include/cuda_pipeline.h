/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_pipeline.h: the primitives, as in the SDK. */
#ifndef SCORD_CUDA_PIPELINE_H
#define SCORD_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#endif
