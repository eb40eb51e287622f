# SPDX-License-Identifier: Apache-2.0
# tb/eval/common: what the evaluations of tb/eval/baws, tb/eval/overhead and tb/eval/grab share (evaluation.h).
EVALUATION_OBJECTS := \
    $(patsubst %,$(BUILD)/obj/tb/eval/common/%.o,eval_main eval_read eval_files eval_list eval_judge eval_print) \
    $(BUILD)/obj/cmodel/base/json_tree.o

$(BUILD)/tb/libevaluation.a: $(EVALUATION_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^

# An evaluation's SQL over the results of its runs.
TEST_DEPENDS += $(BUILD)/tb/eval
$(BUILD)/tb/eval: $(BUILD)/obj/tb/eval/common/eval.o $(BUILD)/obj/sim/machine/machine.o \
    $(BUILD)/obj/cmodel/base/read_number.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lsqlite3 -lm
