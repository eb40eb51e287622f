# SPDX-License-Identifier: Apache-2.0
# tb/eval/baws: the paper's claims (docs/eval-baws.md): runs by tb/eval/baws/experiments, tables and plots from their
# results by eval.sql.
.PHONY: eval-baws
## evaluate: eval-baws: the BAWS paper's claims on the cycle-level machine, with verdicts (JOBS, EVAL_GROUPS="speedup map …"); docs/results/eval-baws.md
eval-baws: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/tb/eval
	@BUILD=$(BUILD) tb/eval/baws/eval_baws.sh $(if $(EVAL_GROUPS),--groups "$(EVAL_GROUPS)") $(BUILD)/eval-baws
