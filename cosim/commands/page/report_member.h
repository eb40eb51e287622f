/* SPDX-License-Identifier: Apache-2.0 */
/* report_member.h: members of the JSON objects that commands write, read without surprises: what is
 * not there, or is of another type, is "", 0 or false.
 */
#ifndef SCORD_REPORT_MEMBER_H
#define SCORD_REPORT_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/json_tree.h"

const char *report_member(const json_t *object, const char *name);
double report_number(const json_t *object, const char *name);
/* NUMBER as a count: what no count can be is 0. */
uint64_t report_whole(double number);
uint64_t report_count(const json_t *object, const char *name);
bool report_true(const json_t *object, const char *name);

#endif
