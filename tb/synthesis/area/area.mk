# SPDX-License-Identifier: Apache-2.0
# tb/synthesis/area: what the hardware costs (docs/area.md): synthesis, state audit, timing, baselines.
TEST_DEPENDS += $(BUILD)/scord

.PHONY: area area-record area-check
area area-record area-check: export BUILD := $(BUILD)
## evaluate: area: state audit, cells and timing beside the baseline; docs/results/area.md (AREA="gtx480 …"; all: hours)
area:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh $(AREA)

## test: area-check: every recorded figure again, docs/ left alone (AREA="…" for some); row area-recorded of nightly
area-check:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --check $(or $(AREA),$$(sed -n 's/^gates \([^ ]*\) .*/\1/p' scripts/area/baseline))

## develop: area-record: make area, and its figures become the baseline
area-record:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --record $(AREA)
