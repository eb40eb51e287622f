# Per-module benches of the RTL under Icarus: tb/rtl/bench_X.v tests module X.
RTL_BENCHES := $(patsubst tb/rtl/bench_%.v,%,$(sort $(wildcard tb/rtl/bench_*.v)))
RTL_BENCH_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v))
TEST_DEPENDS += $(RTL_BENCHES:%=$(BUILD)/tb/rtl/%.vvp)

$(BUILD)/tb/rtl/%.vvp: tb/rtl/bench_%.v $(wildcard tb/rtl/*.vh tb/rtl/axi_memory.v) $(RTL_BENCH_SOURCES) rtl/common/scord_params.vh
	@mkdir -p $(@D)
	iverilog -g2012 -Irtl/common -Itb/rtl -s bench_$* -o $@ $< $(wildcard tb/rtl/axi_memory.v) $(RTL_BENCH_SOURCES)
