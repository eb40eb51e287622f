# tb/area: what the hardware costs (docs/area.md): synthesis, state audit, timing, baselines.
.PHONY: area area-record
area area-record: export BUILD := $(BUILD)
## area: state audit, standard cells and timing against scripts/area/baseline; tables and pictures of docs/area.md (AREA="gtx480 …" for some; all: hours)
area:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh $(AREA)

## area-record: the same, and the figures become the baseline
area-record:
	@scripts/setup.sh qflow-tech-osu018 opensta graphviz
	@scripts/area/report.sh --record $(AREA)
