# SPDX-License-Identifier: Apache-2.0
# tb/robustness: what goes wrong around scord: allocations that fail, disks that fill, runs that are cut off
# (docs/robustness.md).
ROBUSTNESS_LIBRARIES := $(BUILD)/tb/robustness/failing_allocation.so $(BUILD)/tb/robustness/short_transfers.so
TEST_DEPENDS += $(ROBUSTNESS_LIBRARIES)
$(ROBUSTNESS_LIBRARIES): $(BUILD)/tb/robustness/%.so: tb/robustness/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -fPIC -o $@ $<

# Wrong bits in the detector's state: a model of tiny1 of its own, whose registers can be written
# (tb/robustness/state_flip.cpp).
STATE_FLIP_DIRECTORY := $(BUILD)/verilated/flips
$(STATE_FLIP_DIRECTORY)/stamp: tb/robustness/state_flip.vlt $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk
	@rm -rf $(@D) && mkdir -p $(@D)
	$(VERILATOR) --cc -O3 --x-assign fast --x-initial unique --assert -CFLAGS \
	    "-include $(CURDIR)/cosim/verilated/verilated_print.h" --top-module scord_top \
	  -Irtl/common --prefix Vscord_top_flips $(CONFIG_tiny1_VERILATOR) --Mdir $(@D) tb/robustness/state_flip.vlt \
	      $(RTL_SOURCES)
	+$(COMPILE_MODEL) $(@D) Vscord_top_flips -O1
	@touch $@

STATE_FLIP_CXXFLAGS = $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(STATE_FLIP_DIRECTORY)
$(BUILD)/tb/robustness/state_flip: tb/robustness/state_flip.cpp cosim/lockstep/device/rtl_device.cpp \
    cosim/lockstep/device/rtl_device.c cosim/lockstep/device/rtl_device.h cosim/lockstep/device/state_registers.h \
    cosim/verilated/verilated_print.h \
    $(STATE_FLIP_DIRECTORY)/stamp $(VERILATED_RUNTIME) $(BUILD)/obj/tb/lockstep/device/lockstep_top.o \
    $(BUILD)/libscordlockstep_core.a \
        $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) $(STATE_FLIP_CXXFLAGS) -DSCORD_ELABORATION=flips -DSCORD_HEADER='"Vscord_top_flips.h"' \
	    -DSCORD_WITHOUT_TRACE -c -o $@-device.o cosim/lockstep/device/rtl_device.cpp
	$(CC) $(CFLAGS) $(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(tiny1)' -c -o $@-classes.o cosim/lockstep/device/rtl_device.c
	$(CXX) $(STATE_FLIP_CXXFLAGS) -o $@ tb/robustness/state_flip.cpp $@-device.o $@-classes.o \
	    $(BUILD)/obj/tb/lockstep/device/lockstep_top.o $(STATE_FLIP_DIRECTORY)/Vscord_top_flips__ALL.a \
	  $(VERILATED_RUNTIME) $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a -lpthread -lz

TEST_ALL_DEPENDS += $(BUILD)/tb/robustness/state_flip
.PHONY: state-flips soak
## test: state-flips: wrong bits in the detector's registers: which the lockstep sees, and how soon, into docs/results/state-flips.md
state-flips: $(BUILD)/tb/robustness/state_flip
	@scripts/results_page.sh docs/results/state-flips.md state-flips tb/robustness/state_flips.sh \
	    $(BUILD)/tb/robustness/state_flip 64

SOAK_EVENTS ?= 10000000
SOAK ?= lockstep
## test: soak: SOAK_EVENTS (10 million) random events in lockstep, or of the model alone (SOAK=model); goes on where the last call stopped
soak: $(BUILD)/scord
	@BUILD=$(BUILD) tb/robustness/soak.sh $(BUILD)/scord $(SOAK_EVENTS) $(SOAK)
