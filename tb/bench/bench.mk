# SPDX-License-Identifier: Apache-2.0
# Per-module benches of the RTL under Icarus: tb/bench/bench_X.v tests module X. bench_X.lanesN: the bench of X with N
# lanes; bench_X.grouped: with GroupedLines;
# bench_X.beatN: with N metadata entries a beat; bench_X.lines64: with 64 metadata lines.
RTL_BENCHES := $(patsubst tb/bench/bench_%.v,%,$(sort $(wildcard tb/bench/bench_*.v)))
RTL_BENCH_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v))
RTL_BENCH_PARTS := tb/bench/parts/axi_memory.v tb/bench/parts/handshake_monitor.v
RTL_BEAT_BENCHES := metadata_fetcher metadata_writer metadata_clear race_reporter scord_detector
TEST_DEPENDS += $(RTL_BENCHES:%=$(BUILD)/tb/bench/%.vvp)
TEST_NIGHTLY_DEPENDS += $(patsubst %,$(BUILD)/tb/bench/scord_detector.lanes%.vvp,1 2 8)
TEST_DEPENDS += $(RTL_BEAT_BENCHES:%=$(BUILD)/tb/bench/%.beat4.vvp)
TEST_DEPENDS += $(patsubst %,$(BUILD)/tb/bench/%.beat16.vvp,metadata_clear race_reporter)
TEST_ALL_DEPENDS += $(patsubst %,$(BUILD)/tb/bench/metadata_%.lines64.vvp,fetcher line_buffer writer)
TEST_DEPENDS += $(patsubst %,$(BUILD)/tb/bench/%.grouped.vvp,control_registers race_reporter)

# Icarus 11 runs some always_comb processes without end although none of their inputs change (several instances in a
# generate loop); as always @* the same text is simulated rightly. Verilator and Yosys take the sources as they are.
RTL_BENCH_COPIES := $(RTL_BENCH_SOURCES:%=$(BUILD)/tb/bench/source/%)
$(RTL_BENCH_COPIES): $(BUILD)/tb/bench/source/%: %
	@mkdir -p $(@D)
	@sed 's/always_comb/always @*/' $< > $@

rtl_bench = iverilog -g2012 -Irtl/common -Itb/bench/parts -s bench_$(1) $(2) -o $@ tb/bench/bench_$(1).v \
    $(RTL_BENCH_PARTS) \
    $(RTL_BENCH_COPIES)
RTL_BENCH_NEEDS := $(wildcard tb/bench/parts/*.vh) $(RTL_BENCH_PARTS) $(RTL_BENCH_COPIES) rtl/common/scord_params.vh

$(BUILD)/tb/bench/%.vvp: tb/bench/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*)

$(BUILD)/tb/bench/scord_detector.lanes%.vvp: tb/bench/bench_scord_detector.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,scord_detector,-Pbench_scord_detector.Lanes=$* -Pbench_scord_detector.MetadataLines=$$(($* * 2)))

$(BUILD)/tb/bench/%.beat4.vvp: tb/bench/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.BeatEntries=4)

$(BUILD)/tb/bench/%.beat16.vvp: tb/bench/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.BeatEntries=16)

$(BUILD)/tb/bench/%.grouped.vvp: tb/bench/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.GroupedLines=1)

$(BUILD)/tb/bench/%.lines64.vvp: tb/bench/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.Lines=64)
