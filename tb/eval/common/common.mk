# SPDX-License-Identifier: Apache-2.0
# tb/eval/common: runs the SQL of an evaluation (tb/eval/NAME/eval.sql) over the results of its runs.
TEST_DEPENDS += $(BUILD)/tb/eval
$(BUILD)/tb/eval: $(BUILD)/obj/tb/eval/common/eval.o $(BUILD)/obj/sim/machine/machine.o \
    $(BUILD)/obj/cmodel/base/read_number.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lsqlite3 -lm
