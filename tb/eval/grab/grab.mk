# SPDX-License-Identifier: Apache-2.0
# tb/eval/grab: GRAB's Tables 4 and 5 and Figure 12 (docs/eval-grab.md): runs by tb/eval/grab/experiments, tables and
# plot from their results by eval.sql.
.PHONY: eval-grab
## evaluate: eval-grab: GRAB's Tables 4 and 5 and Figure 12 on our programs, with verdicts (JOBS, EVAL_GROUPS="table5 …"); docs/results/eval-grab.md
eval-grab: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/tb/eval
	@BUILD=$(BUILD) tb/eval/grab/eval_grab.sh $(if $(EVAL_GROUPS),--groups "$(EVAL_GROUPS)") $(BUILD)/eval-grab
