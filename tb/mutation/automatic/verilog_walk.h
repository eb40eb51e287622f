/* SPDX-License-Identifier: Apache-2.0 */
/* verilog_walk.h: finds every expression and assignment of a file's modules that works while the
 * device runs. */
#ifndef SCORD_VERILOG_WALK_H
#define SCORD_VERILOG_WALK_H

#include "tb/mutation/automatic/verilog_expression.h"

typedef enum verilog_place {
    VERILOG_CONDITION,  /* of an if */
    VERILOG_SELECTOR,   /* of a case */
    VERILOG_CONTINUOUS, /* right side of an assign */
    VERILOG_PROCEDURAL, /* right side in an always block */
    VERILOG_PORT        /* of an instance: an input (ports end in _i), other than clock and reset */
} verilog_place_t;

typedef struct verilog_visitor {
    void *context;
    /* EXPRESSION belongs to the walker. */
    void (*expression)(void *context, const expression_t *expression, verilog_place_t place,
                       const char *module);
    /* An assignment of an always block, tokens [begin, end), the semicolon included. */
    void (*assignment)(void *context, size_t begin, size_t end, const char *module);
    /* Something was not understood; the walk goes on behind the next semicolon. */
    void (*skipped)(void *context, size_t token);
} verilog_visitor_t;

void verilog_walk(const verilog_source_t *source, const verilog_visitor_t *visitor);

#endif
