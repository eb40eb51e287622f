# SPDX-License-Identifier: Apache-2.0
# tb/synthesis/netlist: the gate-level netlist of scord_top in lockstep, proved equal to the RTL module by module, and
# on FPGAs (docs/netlist.md).
CORRESPONDENCE_SOURCES := $(wildcard tb/synthesis/netlist/*.c) $(BASE_SOURCES)
$(BUILD)/tools/correspondence: $(CORRESPONDENCE_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

NETLIST_DEPENDS := $(MUTATION_DEPENDS) $(BUILD)/scord $(BUILD)/tb/lockstep/device/lockstep_top \
    $(BUILD)/tools/correspondence
TEST_DEPENDS += $(NETLIST_DEPENDS)
NETLIST_CONFIG := tiny1
NETLIST_PARTS := scord_sm detector_lane fence_file
# Fewer than all: RUNS="parts-generic tiny1-osu018" make netlist; make netlist-equivalence NETLIST_MODULES="fifo
# lockset"; make fpga FPGA_ROWS="lane sm"
NETLIST_MODULES :=
FPGA_ROWS :=

.PHONY: netlist netlist-equivalence fpga
netlist netlist-equivalence fpga: export BUILD := $(BUILD)
## test: netlist: the gate-level netlist in lockstep with the golden model, into docs/results/netlist.md: generic gates, standard cells, planted faults (NETLIST_CONFIG=tiny1)
netlist: $(NETLIST_DEPENDS)
	@scripts/setup.sh qflow-tech-osu018
	@scripts/results_page.sh docs/results/netlist.md lockstep tb/synthesis/netlist/lockstep_all.sh \
	    $(NETLIST_CONFIG) $(NETLIST_PARTS)

## test: netlist-equivalence: each module of the netlist of standard cells proved equal to its RTL, into docs/results/netlist-equivalence.md (NETLIST_CONFIG=tiny1)
netlist-equivalence:
	@scripts/setup.sh qflow-tech-osu018
	@scripts/results_page.sh docs/results/netlist-equivalence.md equivalence env ROWS=/dev/stdout \
	    tb/synthesis/netlist/equivalence.sh $(NETLIST_CONFIG) osu018 $(NETLIST_MODULES)

## evaluate: fpga: LUTs, flip-flops, memories and MHz on iCE40 and ECP5, into docs/results/fpga.md
fpga:
	@scripts/setup.sh nextpnr-ice40 fpga-icestorm
	@scripts/results_page.sh docs/results/fpga.md fpga scripts/netlist_fpga.sh $(FPGA_ROWS)

