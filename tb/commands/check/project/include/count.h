/* SPDX-License-Identifier: Apache-2.0 */
/* count.h: a counter in device memory that several translation units use. */
#ifndef COUNT_H
#define COUNT_H

extern __device__ unsigned int total;                         /* of count.cu */
__device__ void count(unsigned int bins[], unsigned int bin); /* of count.cu, in a library */

#endif
