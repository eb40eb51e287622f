# SPDX-License-Identifier: Apache-2.0
# tb/eval/hrf: the experiment of the HRF paper, sections 7 and 8.
EVAL_HRF_SEEDS ?= 3
EVAL_JOBS ?= $(shell nproc)
.PHONY: eval-hrf
## evaluate: eval-hrf: HRF-direct against HRF-indirect on the task runtime (Figure 10); docs/results/eval-hrf.md
eval-hrf: $(BUILD)/scord $(BUILD)/libscordsim.a $(BUILD)/tb/uts_count
	@BUILD=$(BUILD) tb/eval/hrf/eval_hrf.sh --jobs $(EVAL_JOBS) $(EVAL_HRF_SEEDS) $(BUILD)/eval-hrf > $(BUILD)/eval-hrf.md
	@cp $(BUILD)/eval-hrf.md docs/results/eval-hrf.md
	@cat docs/results/eval-hrf.md
