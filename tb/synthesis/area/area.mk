# SPDX-License-Identifier: Apache-2.0
# tb/synthesis/area: what the hardware costs (docs/area.md): synthesis, state audit, timing, baselines.
TEST_DEPENDS += $(BUILD)/scord

.PHONY: area area-record area-check power
area area-record area-check power: export BUILD := $(BUILD)
## evaluate: area: state audit, cells and timing beside the baseline; docs/results/area.md (AREA="gtx480 …"; all: hours)
area:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh $(AREA)

## evaluate: power: pJ of the default machine by its netlist, by module and of the 3,000 bytes; after make area; 10 minutes
power: $(BUILD)/scord
	@scripts/setup.sh qflow-tech-osu018
	@scripts/area/power.sh
	@scripts/results_page.sh docs/results/area.md counted scripts/area/counted.sh

## test: area-check: every recorded figure again, docs/ left alone (AREA="…" for some); row area-recorded of nightly
area-check:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --check $(or $(AREA),$$(sed -n 's/^gates \([^ ]*\) .*/\1/p' scripts/area/baseline))

## develop: area-record: make area, and its figures become the baseline
area-record:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --record $(AREA)
