# SPDX-License-Identifier: Apache-2.0
# tb/unit/judge: the parser (sim/ptx) beside the toolkit's ptxas, where there is one.
JUDGE_SOURCES := $(sort $(wildcard sim/ptx/*.c sim/core/*.c)) cmodel/base/array.c tb/unit/ptx/machine.c \
    tb/unit/compiled/random_ptx.c tb/unit/judge/ptxas.c tb/unit/judge/test_judge.c
TEST_DEPENDS += $(BUILD)/tb/unit/judge/test_judge

$(BUILD)/tb/unit/judge/test_judge: $(JUDGE_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm
