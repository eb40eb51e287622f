# Per-module benches of the RTL under Icarus: tb/rtl/bench_X.v tests module X. bench_X.lanesN: the bench of X with N lanes;
# bench_X.beatN: with N metadata entries a beat; bench_X.lines64: with 64 metadata lines.
RTL_BENCHES := $(patsubst tb/rtl/bench_%.v,%,$(sort $(wildcard tb/rtl/bench_*.v)))
RTL_BENCH_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v))
RTL_BENCH_PARTS := tb/rtl/axi_memory.v tb/rtl/handshake_monitor.v
RTL_BEAT_BENCHES := metadata_fetcher metadata_writer metadata_clear race_reporter scord_detector
TEST_DEPENDS += $(RTL_BENCHES:%=$(BUILD)/tb/rtl/%.vvp) $(patsubst %,$(BUILD)/tb/rtl/scord_detector.lanes%.vvp,1 2 8)
TEST_DEPENDS += $(RTL_BEAT_BENCHES:%=$(BUILD)/tb/rtl/%.beat4.vvp)
TEST_DEPENDS += $(patsubst %,$(BUILD)/tb/rtl/%.beat16.vvp,metadata_clear race_reporter)
TEST_DEPENDS += $(patsubst %,$(BUILD)/tb/rtl/metadata_%.lines64.vvp,fetcher line_buffer writer)

# Icarus 11 runs some always_comb processes without end although none of their inputs change (several instances in a
# generate loop); as always @* the same text is simulated rightly. Verilator and Yosys take the sources as they are.
RTL_BENCH_COPIES := $(RTL_BENCH_SOURCES:%=$(BUILD)/tb/rtl/source/%)
$(RTL_BENCH_COPIES): $(BUILD)/tb/rtl/source/%: %
	@mkdir -p $(@D)
	@sed 's/always_comb/always @*/' $< > $@

rtl_bench = iverilog -g2012 -Irtl/common -Itb/rtl -s bench_$(1) $(2) -o $@ tb/rtl/bench_$(1).v $(RTL_BENCH_PARTS) $(RTL_BENCH_COPIES)
RTL_BENCH_NEEDS := $(wildcard tb/rtl/*.vh) $(RTL_BENCH_PARTS) $(RTL_BENCH_COPIES) rtl/common/scord_params.vh

$(BUILD)/tb/rtl/%.vvp: tb/rtl/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*)

$(BUILD)/tb/rtl/scord_detector.lanes%.vvp: tb/rtl/bench_scord_detector.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,scord_detector,-Pbench_scord_detector.Lanes=$* -Pbench_scord_detector.MetadataLines=$$(($* * 2)))

$(BUILD)/tb/rtl/%.beat4.vvp: tb/rtl/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.BeatEntries=4)

$(BUILD)/tb/rtl/%.beat16.vvp: tb/rtl/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.BeatEntries=16)

$(BUILD)/tb/rtl/%.lines64.vvp: tb/rtl/bench_%.v $(RTL_BENCH_NEEDS)
	$(call rtl_bench,$*,-Pbench_$*.Lines=64)
