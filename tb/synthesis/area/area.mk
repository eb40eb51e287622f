# tb/synthesis/area: what the hardware costs (docs/area.md): synthesis, state audit, timing, baselines.
TEST_DEPENDS += $(BUILD)/scord

.PHONY: area area-record area-check
area area-record area-check: export BUILD := $(BUILD)
## area: state audit, standard cells and timing against scripts/area/baseline; tables and pictures of docs/results/area.md (AREA="gtx480 …" for some; all: hours)
area:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh $(AREA)

## area-check: every recorded figure again, docs/ left alone (AREA="…" for some); row area-recorded of the nightly tier
area-check:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --check $(or $(AREA),$$(sed -n 's/^gates \([^ ]*\) .*/\1/p' scripts/area/baseline))

## area-record: the same, and the figures become the baseline
area-record:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --record $(AREA)
