# SPDX-License-Identifier: Apache-2.0
# tb/eval/overhead: the price of detection (docs/eval-overhead.md): runs by tb/eval/overhead/experiments, tables and
# plots from their results.
EVAL_OVERHEAD_OBJECTS := \
    $(patsubst %,$(BUILD)/obj/tb/eval/overhead/%.o,eval_runs eval_measures eval_claims eval_tables eval_data) \
    $(BUILD)/obj/sim/machine/machine.o $(BUILD)/obj/cmodel/base/read_number.o
TEST_DEPENDS += $(BUILD)/tb/eval_overhead

$(BUILD)/tb/eval_overhead: $(EVAL_OVERHEAD_OBJECTS) $(BUILD)/tb/libevaluation.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

.PHONY: eval-overhead
## evaluate: eval-overhead: ScoRD's Figures 8 to 11 on the cycle-level machine, with verdicts (JOBS, EVAL_GROUPS="small large …"); docs/results/eval-overhead.md
eval-overhead: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/tb/eval_overhead
	@BUILD=$(BUILD) tb/eval/overhead/eval_overhead.sh $(if $(EVAL_GROUPS),--groups "$(EVAL_GROUPS)") $(BUILD)/eval-overhead
