/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_litmus.h: the verdicts of a litmus test that need no stream, as text and JSON. */
#ifndef SCORD_ORACLE_LITMUS_H
#define SCORD_ORACLE_LITMUS_H

#include <stdio.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/litmus/litmus_relations.h"

#define VULKAN_MODEL "vulkan"

void oracle_litmus_print_vulkan(const litmus_vulkan_t *verdict, FILE *out);
void oracle_litmus_put_vulkan(json_writer_t *json, const litmus_vulkan_t *verdict);

/* Of model NAME with AXES; WHY it needs no stream. */
void oracle_litmus_print_relations(const char *name, const scord_oracle_axes_t *axes,
                                   const litmus_relations_t *verdict, const char *why, FILE *out);
void oracle_litmus_put_relations(json_writer_t *json, const char *name,
                                 const litmus_relations_t *verdict);

#endif
