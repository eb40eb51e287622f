# SPDX-License-Identifier: Apache-2.0
# tb/unit/compiled: vector functions (sim/core/compiled.c) beside the interpreter, under ASan and UBSan.
COMPILED_SOURCES := $(sort $(wildcard sim/ptx/*.c sim/core/*.c)) cmodel/base/array.c tb/unit/ptx/machine.c \
    tb/unit/compiled/random_ptx.c tb/unit/compiled/test_random.c
TEST_DEPENDS += $(BUILD)/tb/unit/compiled/test_random

$(BUILD)/tb/unit/compiled/test_random: $(COMPILED_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm
