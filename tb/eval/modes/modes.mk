# SPDX-License-Identifier: Apache-2.0
# tb/eval/modes: the default of `scord check` against ScoRD's machine as published.
.PHONY: eval-modes
## evaluate: eval-modes: what the default finds and reports, against ScoRD as published; docs/results/eval-modes.md
eval-modes: $(BUILD)/scord $(BUILD)/libscordsim.a $(BUILD)/tb/random_streams $(BUILD)/tb/release_programs
	@tb/eval/modes/eval_modes.sh 0 3 > $(BUILD)/eval-modes.md && cp $(BUILD)/eval-modes.md docs/results/eval-modes.md
	@cat docs/results/eval-modes.md
