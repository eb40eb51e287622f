/* SPDX-License-Identifier: Apache-2.0 */
/* compile_nvcc.h: a program's sources by the CUDA toolkit's nvcc, where it is installed. */
#ifndef SCORD_COMPILE_NVCC_H
#define SCORD_COMPILE_NVCC_H

#include "cosim/commands/compile/compile.h"

/* nvcc of PATH, CUDA_HOME, CUDA_PATH or /usr/local/cuda. False: there is none. */
bool compile_nvcc_find(char *path, size_t size);

/* The program that the sources of JOB make, linked with -cudart shared, to PROGRAM. Returns 0, or
 * an exit code after one message. */
int compile_by_nvcc(compile_job_t *job, const char *nvcc, char *program, size_t program_size);

#endif
