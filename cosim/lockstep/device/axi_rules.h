/* SPDX-License-Identifier: Apache-2.0 */
/* axi_rules.h: what scord's AXI4 master may send (docs/rtl-interface.md "scord_top"). Each function
 * returns NULL, or the rule that is broken, in words. */
#ifndef SCORD_AXI_RULES_H
#define SCORD_AXI_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* entries: metadata entries of a beat, 1 to 16: the port has so many 64-bit words. */

/* Any burst: size and burst as on the pins, length = AxLEN. */
const char *scord_axi_burst_rule(uint64_t address, unsigned length, unsigned size, unsigned burst,
                                 uint32_t entries);
/* A read burst of `beats`: metadata of one line. lines: metadata lines of the machine. */
const char *scord_axi_read_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines,
                                uint32_t entries);
/* A whole write burst: strobes of its words, `entries` a beat, are at `strobe`. */
const char *scord_axi_write_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines,
                                 uint32_t entries, const uint8_t *strobe);
bool scord_axi_is_metadata(uint32_t id, uint32_t lines);

#endif
