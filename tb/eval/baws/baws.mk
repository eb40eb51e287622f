# SPDX-License-Identifier: Apache-2.0
# tb/eval/baws: the paper's claims (docs/eval-baws.md): runs by tb/eval/baws/experiments, tables and plots from their
# results.
EVAL_BAWS_OBJECTS := $(patsubst \
    %,$(BUILD)/obj/tb/eval/baws/%.o,eval_runs eval_measures eval_claims eval_tables eval_data)
TEST_DEPENDS += $(BUILD)/tb/eval_baws

$(BUILD)/tb/eval_baws: $(EVAL_BAWS_OBJECTS) $(BUILD)/tb/libevaluation.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

.PHONY: eval-baws
## evaluate: eval-baws: the BAWS paper's claims on the cycle-level machine, with verdicts (JOBS, EVAL_GROUPS="speedup map …"); docs/results/eval-baws.md
eval-baws: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/tb/eval_baws
	@BUILD=$(BUILD) tb/eval/baws/eval_baws.sh $(if $(EVAL_GROUPS),--groups "$(EVAL_GROUPS)") $(BUILD)/eval-baws
