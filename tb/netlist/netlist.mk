# tb/netlist: the gate-level netlist of scord_top in lockstep, proved equal to the RTL module by module, and on FPGAs (docs/netlist.md).
NETLIST_DEPENDS := $(MUTATION_DEPENDS) $(BUILD)/scord $(BUILD)/tb/cosim/lockstep_top
NETLIST_CONFIG := tiny
TEST_DEPENDS += $(NETLIST_DEPENDS)

.PHONY: netlist netlist-equivalence fpga
## netlist: the gate-level netlist (generic gates, standard cells) in lockstep with the golden model, planted faults (NETLIST_CONFIG=tiny)
netlist: $(NETLIST_DEPENDS)
	@scripts/setup.sh qflow-tech-osu018
	@tb/netlist/lockstep.sh $(NETLIST_CONFIG) generic long 16
	@tb/netlist/lockstep.sh $(NETLIST_CONFIG) osu018 long

## netlist-equivalence: each module of the netlist proved equal to its RTL, and a swapped gate refuted (NETLIST_CONFIG=tiny)
netlist-equivalence:
	@scripts/setup.sh qflow-tech-osu018
	@BUILD=$(BUILD) tb/netlist/equivalence.sh $(NETLIST_CONFIG) osu018

## fpga: LUTs, flip-flops, memories and MHz on iCE40 and ECP5, into docs/netlist.md
fpga:
	@scripts/setup.sh nextpnr-ice40 fpga-icestorm
	@BUILD=$(BUILD) scripts/netlist_table.sh docs/netlist.md fpga scripts/netlist_fpga.sh
