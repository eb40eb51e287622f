# SPDX-License-Identifier: Apache-2.0
# tb/eval/common: what the evaluations of tb/eval/baws, tb/eval/overhead and tb/eval/grab share (evaluation.h).
EVALUATION_OBJECTS := \
    $(patsubst %,$(BUILD)/obj/tb/eval/common/%.o,eval_main eval_read eval_files eval_list eval_judge eval_print) \
    $(BUILD)/obj/cmodel/base/json_tree.o

$(BUILD)/tb/libevaluation.a: $(EVALUATION_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^
