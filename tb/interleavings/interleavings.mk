# SPDX-License-Identifier: Apache-2.0
# tb/interleavings: every feasible interleaving of the 32 microbenchmarks through the golden model.

INTERLEAVINGS_OBJECTS := $(patsubst %.c,$(BUILD)/san/%.o,$(sort $(wildcard tb/interleavings/*.c)))
TEST_DEPENDS += $(BUILD)/tb/interleavings

$(BUILD)/tb/interleavings: $(INTERLEAVINGS_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^
