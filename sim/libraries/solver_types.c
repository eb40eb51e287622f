/* SPDX-License-Identifier: Apache-2.0 */
/* solver_types.c: the functions of cuSOLVER for each of the four types: solver_type.h has them for
 * one. */
#include "sim/libraries/solver.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#undef I

/* What each inclusion defines anew. */
#define UPPER            S
#define LOWER            s
#define T                float
#define REAL             float
#define E                float
#define CONJUGATE(e)     (e)
#define OF_ORTHOGONAL(f) or ##f
#define OF_SYMMETRIC(f)  sy##f
#include "sim/libraries/solver_type.h"

#define UPPER            D
#define LOWER            d
#define T                double
#define REAL             double
#define E                double
#define CONJUGATE(e)     (e)
#define OF_ORTHOGONAL(f) or ##f
#define OF_SYMMETRIC(f)  sy##f
#include "sim/libraries/solver_type.h"

#define IS_COMPLEX

#define UPPER            C
#define LOWER            c
#define T                cuComplex
#define REAL             float
#define E                float _Complex
#define CONJUGATE(e)     conjf(e)
#define OF_ORTHOGONAL(f) un##f
#define OF_SYMMETRIC(f)  he##f
#include "sim/libraries/solver_type.h"

#define UPPER            Z
#define LOWER            z
#define T                cuDoubleComplex
#define REAL             double
#define E                double _Complex
#define CONJUGATE(e)     conj(e)
#define OF_ORTHOGONAL(f) un##f
#define OF_SYMMETRIC(f)  he##f
#include "sim/libraries/solver_type.h"
