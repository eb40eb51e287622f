# scripts/module.mk: parameter generation and its checks.
.PHONY: generate
## generate: rebuild the generated headers and tables from scripts/params/scord.params
generate:
	scripts/generate.sh

TEST_CATALOGUES += scripts/scripts.tests

## bench: rates of model, lockstep and waves on one recorded run, as ratios taken in that run
bench: build $(BUILD)/tb/model_speed $(BUILD)/tb/throughput/throughput
	@scripts/bench.sh $(BUILD)/scord

.PHONY: scheduler-area
## scheduler-area: area and logic depth of the warp schedulers by synthesis (docs/warp-scheduling.md, "Hardware"); about ten minutes
scheduler-area:
	@scripts/setup.sh qflow-tech-osu018 opensta
	@scripts/scheduler_area.sh
include scripts/install/install.mk
