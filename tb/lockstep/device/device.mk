# SPDX-License-Identifier: Apache-2.0
# tb/lockstep/device: lockstep tests of the RTL and the golden model.

$(BUILD)/tb/lockstep/device/lockstep_top: $(BUILD)/obj/tb/lockstep/device/lockstep_main.o \
    $(BUILD)/obj/tb/lockstep/device/lockstep_top.o $(BUILD)/libscordlockstep.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) '-Wl,-rpath,$$ORIGIN/../../../machines' -o $@ $^ -lz -lpthread

$(BUILD)/obj/tb/lockstep/device/systemc_main.o: tb/lockstep/device/systemc_main.cpp tb/lockstep/device/lockstep_top.h
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<

$(BUILD)/tb/lockstep/device/systemc_top: $(BUILD)/obj/cosim/systemc/systemc_device.o \
    $(BUILD)/obj/tb/lockstep/device/systemc_main.o $(BUILD)/obj/tb/lockstep/device/lockstep_top.o \
                               $(BUILD)/obj/cosim/lockstep/device/rtl_device_single.o $(BUILD)/libscordlockstep_core.a \
                                   $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $(filter %.o,$^) $(SYSTEMC_DIRECTORY)/*.o $(filter %.a,$^) -lsystemc -lz -lpthread

# Machines of rows of tier smoke beside gtx480, cuda and tiny: one lane, independent threads (both keys), acquire and
# release, both. Large ones with options of their own, whose small ones are compared every day, are compared nightly.
TEST_DEPENDS += $(BUILD)/scord $(BUILD)/tb/lockstep/device/lockstep_top \
    $(foreach e,tiny1 tinyits tinyits8 tinyar tinycuda tinyprinted tinygrouped,$(call machine_file,$(e)))
TEST_ALL_DEPENDS += $(BUILD)/tb/lockstep/device/systemc_top \
    $(foreach e,acqrel its tiny4 tiny128lines tiny8 tiny16 tinywide tinygrouped4,$(call machine_file,$(e)))
TEST_NIGHTLY_DEPENDS += machines

# Faults in what skips idle parts: a model of tiny1 of its own, whose faults the environment selects
# (tb/lockstep/device/skip_idle.sh).
IDLE_FAULTS_DIRECTORY := $(BUILD)/verilated/idle_faults
$(IDLE_FAULTS_DIRECTORY)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk \
    cosim/verilated/verilator.vlt $(SKIP_IDLE_SOURCES) cosim/verilated/verilated_idle.h \
    tb/lockstep/device/plant_idle.sh tb/lockstep/device/planted_idle.h | $(SKIP_IDLE)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(VERILATOR) --cc -O3 --x-assign fast --x-initial unique --assert -CFLAGS \
	    "-include $(CURDIR)/cosim/verilated/verilated_print.h -include $(CURDIR)/cosim/verilated/verilated_idle.h \
	  -include $(CURDIR)/tb/lockstep/device/planted_idle.h" --top-module scord_top -Irtl/common --prefix Vscord_top_tiny1 $(CONFIG_tiny1_VERILATOR) --Mdir $(@D) cosim/verilated/verilator.vlt $(RTL_SOURCES)
	$(SKIP_IDLE) $(@D) Vscord_top_tiny1
	tb/lockstep/device/plant_idle.sh $(@D)
	+$(COMPILE_MODEL) $(@D) Vscord_top_tiny1 -O1
	@touch $@

$(BUILD)/tb/lockstep/device/idle_faults: cosim/lockstep/device/rtl_device.cpp cosim/lockstep/device/rtl_device.c \
    cosim/lockstep/device/rtl_device.h cosim/lockstep/device/state_registers.h cosim/verilated/verilated_print.h \
    $(IDLE_FAULTS_DIRECTORY)/stamp $(VERILATED_RUNTIME) \
    $(BUILD)/obj/tb/lockstep/device/lockstep_main.o $(BUILD)/obj/tb/lockstep/device/lockstep_top.o \
        $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(IDLE_FAULTS_DIRECTORY) \
	    -DSCORD_ELABORATION=tiny1 -DSCORD_HEADER='"Vscord_top_tiny1.h"' \
	  -DSCORD_WITHOUT_TRACE -c -o $@-device.o cosim/lockstep/device/rtl_device.cpp
	$(CC) $(CFLAGS) $(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(tiny1)' -c -o $@-classes.o cosim/lockstep/device/rtl_device.c
	$(CXX) -o $@ $@-device.o $@-classes.o $(BUILD)/obj/tb/lockstep/device/lockstep_main.o \
	    $(BUILD)/obj/tb/lockstep/device/lockstep_top.o $(IDLE_FAULTS_DIRECTORY)/Vscord_top_tiny1__ALL.a \
	  $(VERILATED_RUNTIME) $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a -lpthread -lz

TEST_ALL_DEPENDS += $(BUILD)/tb/lockstep/device/idle_faults

# Memory behind the device, without RTL; plain and with sanitizers.
AXI_TEST_SOURCES := tb/lockstep/device/test_axi_memory.c tb/lockstep/device/axi_master.c \
    cosim/lockstep/device/axi_memory.c \
    cosim/lockstep/device/axi_rules.c cosim/lockstep/device/sparse_memory.c cosim/lockstep/device/memory_faults.c \
    cmodel/base/index_map.c \
    cmodel/base/array.c

$(BUILD)/unit/test_axi_memory: $(AXI_TEST_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka

$(BUILD)/unit-san/test_axi_memory: $(AXI_TEST_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka

TEST_DEPENDS += $(BUILD)/unit/test_axi_memory $(BUILD)/unit-san/test_axi_memory

# The shrinker's list of events, without RTL; plain and with sanitizers.
EVENT_LIST_TEST_SOURCES := tb/lockstep/device/test_event_list.c cosim/shrink/event_list.c

$(BUILD)/unit/test_event_list: $(EVENT_LIST_TEST_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka -lz

$(BUILD)/unit-san/test_event_list: $(EVENT_LIST_TEST_SOURCES:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka -lz

TEST_DEPENDS += $(BUILD)/unit/test_event_list $(BUILD)/unit-san/test_event_list

# What is said of a machine that was not built; plain and with sanitizers.
REFUSAL_TEST_SOURCES := tb/lockstep/device/test_machine_refusal.c cosim/lockstep/device/machine_refusal.c

$(BUILD)/unit/test_machine_refusal: $(REFUSAL_TEST_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka

$(BUILD)/unit-san/test_machine_refusal: $(REFUSAL_TEST_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka

TEST_DEPENDS += $(BUILD)/unit/test_machine_refusal $(BUILD)/unit-san/test_machine_refusal

# APB registers of the whole device, through the harness's own drivers.
$(BUILD)/tb/lockstep/device/test_registers: $(BUILD)/obj/tb/lockstep/device/test_registers.o \
    $(BUILD)/libscordlockstep.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) '-Wl,-rpath,$$ORIGIN/../../../machines' -o $@ $^ -lcmocka -lz -lpthread

TEST_DEPENDS += $(BUILD)/tb/lockstep/device/test_registers

.PHONY: bit-flips
## test: bit-flips: wrong bits in metadata reads: which the lockstep sees, and how soon, into docs/results/bit-flips.md
bit-flips: $(BUILD)/scord
	@BUILD=$(BUILD) scripts/results_page.sh docs/results/bit-flips.md flips tb/lockstep/device/bit_flips.sh
