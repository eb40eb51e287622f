# tb/evaluation: what the evaluations of tb/baws, tb/overhead and tb/grab_eval share (evaluation.h).
EVALUATION_OBJECTS := $(patsubst %,$(BUILD)/obj/tb/evaluation/%.o,eval_main eval_read eval_files eval_list eval_judge) $(BUILD)/obj/cmodel/report/json_tree.o
$(BUILD)/obj/tb/evaluation/%.o $(BUILD)/obj/tb/baws/%.o $(BUILD)/obj/tb/overhead/%.o $(BUILD)/obj/tb/grab_eval/%.o: CPPFLAGS += -Itb/evaluation

$(BUILD)/tb/libevaluation.a: $(EVALUATION_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^
