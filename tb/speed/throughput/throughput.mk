# SPDX-License-Identifier: Apache-2.0
# tb/speed/throughput: words a cycle of the verilated detector alone, for every number of lanes, and with the default
# machine's SMs. Tests leave out tiny8 and wide, which cost half of what the others do together.
THROUGHPUT_CONFIGS := tiny1 tiny tiny4 tiny128lines tiny16 tinywide gtx480
ifneq ($(filter throughput bench%,$(MAKECMDGOALS)),)
THROUGHPUT_CONFIGS := tiny1 tiny tiny4 tiny128lines tiny8 tiny16 tinywide gtx480 wide
endif
THROUGHPUT_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/detector/*.v))
THROUGHPUT_OBJECTS := $(patsubst %.cpp,$(BUILD)/obj/%.o,$(wildcard tb/speed/throughput/*.cpp))
THROUGHPUT_STAMPS := $(THROUGHPUT_CONFIGS:%=$(BUILD)/throughput/%/stamp)
THROUGHPUT_KEYS := NumSms WarpsPerSm Lanes MetadataLines BeatEntries

# $(1) configuration. A failed assertion of the RTL ends the program.
define throughput_rule
$(BUILD)/throughput/$(1)/stamp: $(THROUGHPUT_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) --cc -O3 --x-assign fast --x-initial fast --assert --top-module scord_detector -Irtl/common \
	  --prefix Vdetector_$(1) $(foreach k,$(THROUGHPUT_KEYS),-G$(k)=$(CONFIG_$(1)_$(k))) --Mdir $$(@D) \
	      $(THROUGHPUT_SOURCES)
	+$$(COMPILE_MODEL) $$(@D) Vdetector_$(1) -O1
	@touch $$@
endef
$(foreach c,$(THROUGHPUT_CONFIGS),$(eval $(call throughput_rule,$(c))))

# Verilator's runtime, which says a failed assertion itself
THROUGHPUT_RUNTIME := $(BUILD)/throughput/runtime/verilated.o $(BUILD)/throughput/runtime/verilated_threads.o
$(THROUGHPUT_RUNTIME): $(BUILD)/throughput/runtime/%.o: tb/speed/throughput/throughput.mk
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O1 -w -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 $(VERILATOR_INCLUDES) -c -o $@ \
	    $(VERILATOR_ROOT)/include/$*.cpp

# X(configuration, SMs, warps, lanes, lines, entries a beat) for detector.cpp, and the headers of the verilated classes
throughput_comma := ,
throughput_empty :=
throughput_space := $(throughput_empty) $(throughput_empty)
throughput_values = $(subst $(throughput_space),$(throughput_comma),$(foreach k,$(THROUGHPUT_KEYS),$(CONFIG_$(1)_$(k))))
THROUGHPUT_CLASSES = $(foreach c,$(THROUGHPUT_CONFIGS),X($(c),$(call throughput_values,$(c))))
# Made anew when the configurations are others than those in its last line.
THROUGHPUT_HEADERS := $(BUILD)/throughput/headers.h
.PHONY: throughput-configs
$(THROUGHPUT_HEADERS): tb/speed/throughput/throughput.mk rtl/common/scord_configs.mk \
    $(if $(findstring CLASSES $(THROUGHPUT_CLASSES),$(file < $(THROUGHPUT_HEADERS))),,throughput-configs)
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(foreach c,$(THROUGHPUT_CONFIGS),$(c)/Vdetector_$(c).h) > $@
	@echo '#define THROUGHPUT_CLASSES $(THROUGHPUT_CLASSES)' >> $@

$(BUILD)/obj/tb/speed/throughput/%.o: tb/speed/throughput/%.cpp $(wildcard tb/speed/throughput/*.h) \
    cmodel/scord_params.h
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<

$(BUILD)/obj/tb/speed/throughput/detector.o: tb/speed/throughput/detector.cpp $(BUILD)/throughput/headers.h \
    $(THROUGHPUT_STAMPS)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(BUILD)/throughput \
	    '-DTHROUGHPUT_HEADERS="headers.h"' -c -o $@ $<

$(BUILD)/tb/speed/throughput/throughput: $(THROUGHPUT_OBJECTS) $(THROUGHPUT_RUNTIME)
	@mkdir -p $(@D)
	$(CXX) -o $@ $(THROUGHPUT_OBJECTS) $(foreach c,$(THROUGHPUT_CONFIGS),$(BUILD)/throughput/$(c)/Vdetector_$(c)__ALL.a) \
	  $(THROUGHPUT_RUNTIME) -lpthread

TEST_ALL_DEPENDS += $(BUILD)/tb/speed/throughput/throughput

.PHONY: throughput
## evaluate: throughput: words a cycle of the detector by traffic, lanes and memory latency, every lost slot explained (docs/results/throughput.md)
throughput: $(BUILD)/tb/speed/throughput/throughput
	@$< --check
	@scripts/results_page.sh docs/results/throughput.md text:tables $<
