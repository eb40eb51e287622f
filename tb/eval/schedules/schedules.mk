# SPDX-License-Identifier: Apache-2.0
# tb/eval/schedules: how many schedules `scord check --schedules` needs.
EVAL_RARE ?= 1000
EVAL_SITES ?= 10
.PHONY: eval-schedules
## evaluate: eval-schedules: schedules needed for rare races, by PCT and at random; docs/results/eval-schedules.md
eval-schedules: $(BUILD)/scord $(BUILD)/libscordsim.a
	@SCORD=$(BUILD)/scord tb/eval/schedules/eval_schedules.sh $(EVAL_RARE) $(EVAL_SITES) > $(BUILD)/eval-schedules.md
	@cp $(BUILD)/eval-schedules.md docs/results/eval-schedules.md
	@cat docs/results/eval-schedules.md
