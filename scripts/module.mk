# SPDX-License-Identifier: Apache-2.0
# scripts/module.mk: parameter generation and its checks.
.PHONY: generate
## develop: generate: rebuild the generated headers and tables from scripts/params/scord.params
generate:
	scripts/generate.sh


.PHONY: lint
## test: lint: form of the sources: clang-format, null tests, shellcheck, line lengths, includes; then the RTL
lint: $(BUILD)/tb/docs/include_rules
	@scripts/lint.sh
	@tb/bench/lint.sh

.PHONY: bench-record
BENCH_PROGRAMS := build $(BUILD)/tb/model_speed $(BUILD)/tb/oracle_speed $(BUILD)/tb/unit/stream/throughput \
    $(BUILD)/tb/native_kernels $(BUILD)/tb/speed/throughput/throughput \
    $(foreach m,tiny1 tiny4 tiny8 tiny16 tinywide wide,$(call machine_file,$(m)))
## evaluate: bench: how fast everything is, and how it grows, a table a section (docs/speed.md); BENCH_OPTIONS="--only model --rounds 9"
bench: $(BENCH_PROGRAMS)
	@scripts/bench.sh $(BUILD)/scord $(BENCH_OPTIONS)

## develop: bench-record: make bench, and its tables into docs/results/speed.md
bench-record: $(BENCH_PROGRAMS)
	@rm -rf $(BUILD)/bench && mkdir -p $(BUILD)/bench
	@scripts/bench.sh $(BUILD)/scord --tables $(BUILD)/bench $(BENCH_OPTIONS)
	@scripts/results_page.sh docs/results/speed.md --from $(BUILD)/bench

.PHONY: scheduler-area
## evaluate: scheduler-area: area and logic depth of the warp schedulers by synthesis (docs/results/scheduler-area.md); about ten minutes
scheduler-area:
	@scripts/setup.sh qflow-tech-osu018 opensta
	@scripts/results_page.sh docs/results/scheduler-area.md parts scripts/scheduler_area.sh
include scripts/install/install.mk
