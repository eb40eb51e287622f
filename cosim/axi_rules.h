/* axi_rules.h: what scord's AXI4 master may send (docs/rtl-interface.md "scord_top"). Each function returns NULL, or the rule
 * that is broken, in words. */
#ifndef SCORD_AXI_RULES_H
#define SCORD_AXI_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* Any burst: size and burst as on the pins, length = AxLEN. */
const char *scord_axi_burst_rule(uint64_t address, unsigned length, unsigned size, unsigned burst);
/* A read burst of `beats`: metadata of one line. lines: metadata lines of the machine. */
const char *scord_axi_read_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines);
/* A whole write burst: strobes of its beats are at `strobe`. */
const char *scord_axi_write_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines, const uint8_t *strobe);
bool scord_axi_is_metadata(uint32_t id, uint32_t lines);

#endif
