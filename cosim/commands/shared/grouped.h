/* SPDX-License-Identifier: Apache-2.0 */
/* grouped.h: numbers for people. */
#ifndef SCORD_GROUPED_H
#define SCORD_GROUPED_H

#include <stdint.h>

/* 1234567 → "1,234,567". Returns buffer. */
const char *grouped(uint64_t value, char buffer[32]);

#endif
