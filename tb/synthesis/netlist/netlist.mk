# tb/synthesis/netlist: the gate-level netlist of scord_top in lockstep, proved equal to the RTL module by module, and on FPGAs (docs/netlist.md).
NETLIST_DEPENDS := $(MUTATION_DEPENDS) $(BUILD)/scord $(BUILD)/tb/lockstep/device/lockstep_top
TEST_DEPENDS += $(NETLIST_DEPENDS)
NETLIST_CONFIG := tiny1
NETLIST_PARTS := scord_sm detector_lane fence_file
# Fewer than all: RUNS="parts-generic tiny1-osu018" make netlist; make netlist-equivalence NETLIST_MODULES="fifo lockset"; make fpga FPGA_ROWS="lane sm"
NETLIST_MODULES :=
FPGA_ROWS :=
NETLIST_TABLE := @scripts/document_table.sh docs/netlist.md

.PHONY: netlist netlist-equivalence fpga
netlist netlist-equivalence fpga: export BUILD := $(BUILD)
## netlist: the gate-level netlist in lockstep with the golden model, into docs/netlist.md: generic gates, standard cells, planted faults (NETLIST_CONFIG=tiny1)
netlist: $(NETLIST_DEPENDS)
	@scripts/setup.sh qflow-tech-osu018
	$(NETLIST_TABLE) lockstep tb/synthesis/netlist/lockstep_all.sh $(NETLIST_CONFIG) $(NETLIST_PARTS)

## netlist-equivalence: each module of the netlist of standard cells proved equal to its RTL, into docs/netlist.md (NETLIST_CONFIG=tiny1)
netlist-equivalence:
	@scripts/setup.sh qflow-tech-osu018
	$(NETLIST_TABLE) equivalence env ROWS=/dev/stdout tb/synthesis/netlist/equivalence.sh $(NETLIST_CONFIG) osu018 $(NETLIST_MODULES)

## fpga: LUTs, flip-flops, memories and MHz on iCE40 and ECP5, into docs/netlist.md
fpga:
	@scripts/setup.sh nextpnr-ice40 fpga-icestorm
	$(NETLIST_TABLE) fpga scripts/netlist_fpga.sh $(FPGA_ROWS)

