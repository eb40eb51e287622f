/* SPDX-License-Identifier: Apache-2.0 */
/* report_member.c: see report_member.h. */
#include "cosim/commands/page/report_member.h"

const char *report_member(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_STRING ? member->string : "";
}

double report_number(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_NUMBER ? member->number : 0;
}

uint64_t report_whole(double number) {
    return number >= 1 && number < 18446744073709551615.0 ? (uint64_t)number : 0;
}

uint64_t report_count(const json_t *object, const char *name) {
    return report_whole(report_number(object, name));
}

bool report_true(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_TRUE;
}
