/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_operators.h: which changes an expression or assignment allows (docs/mutation.md,
 * "How"). */
#ifndef SCORD_MUTATION_OPERATORS_H
#define SCORD_MUTATION_OPERATORS_H

#include "tb/mutation/automatic/verilog_walk.h"

/* Receives one mutant: tokens [begin, end) become REPLACEMENT. */
typedef void mutation_receiver_t(void *context, const char *operation, size_t begin, size_t end,
                                 const char *replacement);

/* Every mutant of EXPRESSION and of what is in it, outer ones first. */
void mutation_of_expression(const verilog_source_t *source, const expression_t *expression,
                            verilog_place_t place, mutation_receiver_t *receiver, void *context);

#endif
