# SPDX-License-Identifier: Apache-2.0
# tb/eval/overhead: the price of detection (docs/eval-overhead.md): runs by tb/eval/overhead/experiments, tables and
# plots from their results by eval.sql.
.PHONY: eval-overhead
## evaluate: eval-overhead: ScoRD's Figures 8 to 11 on the cycle-level machine, with verdicts (JOBS, EVAL_GROUPS="small large …"); docs/results/eval-overhead.md
eval-overhead: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/tb/eval
	@BUILD=$(BUILD) tb/eval/overhead/eval_overhead.sh $(if $(EVAL_GROUPS),--groups "$(EVAL_GROUPS)") $(BUILD)/eval-overhead
