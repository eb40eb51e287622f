# tb/cosim: lockstep tests of the RTL and the golden model.
$(BUILD)/obj/tb/cosim/%.o: CPPFLAGS += -Itb/cosim

$(BUILD)/tb/cosim/lockstep_top: $(BUILD)/obj/tb/cosim/lockstep_main.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/libscordlockstep.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ -lz -lpthread

$(BUILD)/tb/cosim/systemc_top: $(BUILD)/obj/cosim/systemc_device.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/obj/cosim/rtl_device_single.o \
                               $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $(filter %.o,$^) $(SYSTEMC_DIRECTORY)/*.o $(filter %.a,$^) -lsystemc -lz -lpthread

TEST_DEPENDS += $(BUILD)/scord $(BUILD)/tb/cosim/lockstep_top $(BUILD)/tb/cosim/systemc_top

# Faults in what skips idle parts: a model of tiny1 of its own, whose faults the environment selects (tb/cosim/skip_idle.sh).
IDLE_FAULTS_DIRECTORY := $(BUILD)/verilated/idle_faults
$(IDLE_FAULTS_DIRECTORY)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk cosim/verilator.vlt cosim/join_concatenations.sh cosim/skip_idle_units.sh cosim/skip_idle_blocks.sh \
    cosim/verilated_idle.h tb/cosim/plant_idle.sh tb/cosim/planted_idle.h
	@rm -rf $(@D) && mkdir -p $(@D)
	$(VERILATOR) --cc -O3 --x-assign fast --x-initial unique --assert -CFLAGS "-include $(CURDIR)/cosim/verilated_print.h -include $(CURDIR)/cosim/verilated_idle.h \
	  -include $(CURDIR)/tb/cosim/planted_idle.h" --top-module scord_top -Irtl/common --prefix Vscord_top_tiny1 $(CONFIG_tiny1_VERILATOR) --Mdir $(@D) cosim/verilator.vlt $(RTL_SOURCES)
	cosim/join_concatenations.sh $(@D) Vscord_top_tiny1
	cosim/skip_idle_units.sh $(@D) Vscord_top_tiny1
	cosim/skip_idle_blocks.sh $(@D) Vscord_top_tiny1
	tb/cosim/plant_idle.sh $(@D)
	+$(MAKE) --no-print-directory -s -C $(@D) -f Vscord_top_tiny1.mk Vscord_top_tiny1__ALL.a verilated.o verilated_threads.o OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1
	@touch $@

$(BUILD)/tb/cosim/idle_faults: cosim/rtl_device.cpp cosim/rtl_device.c cosim/rtl_device.h cosim/state_registers.h cosim/verilated_print.h $(IDLE_FAULTS_DIRECTORY)/stamp \
    $(BUILD)/obj/tb/cosim/lockstep_main.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(IDLE_FAULTS_DIRECTORY) -DSCORD_ELABORATION=tiny1 -DSCORD_HEADER='"Vscord_top_tiny1.h"' \
	  -DSCORD_WITHOUT_TRACE -c -o $@-device.o cosim/rtl_device.cpp
	$(CC) $(CFLAGS) $(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(tiny1)' -c -o $@-classes.o cosim/rtl_device.c
	$(CXX) -o $@ $@-device.o $@-classes.o $(BUILD)/obj/tb/cosim/lockstep_main.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(IDLE_FAULTS_DIRECTORY)/Vscord_top_tiny1__ALL.a \
	  $(IDLE_FAULTS_DIRECTORY)/verilated.o $(IDLE_FAULTS_DIRECTORY)/verilated_threads.o $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a -lpthread -lz

TEST_DEPENDS += $(BUILD)/tb/cosim/idle_faults

# Memory behind the device, without RTL; plain and with sanitizers.
AXI_TEST_SOURCES := tb/cosim/test_axi_memory.c tb/cosim/axi_master.c cosim/axi_memory.c cosim/axi_rules.c cosim/sparse_memory.c cosim/memory_faults.c cmodel/report/index_map.c
$(BUILD)/san/tb/cosim/%.o: CPPFLAGS += -Itb/cosim

$(BUILD)/unit/test_axi_memory: $(AXI_TEST_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka

$(BUILD)/unit-san/test_axi_memory: $(AXI_TEST_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka

TEST_DEPENDS += $(BUILD)/unit/test_axi_memory $(BUILD)/unit-san/test_axi_memory

# The shrinker's list of events, without RTL; plain and with sanitizers.
EVENT_LIST_TEST_SOURCES := tb/cosim/test_event_list.c cosim/event_list.c

$(BUILD)/unit/test_event_list: $(EVENT_LIST_TEST_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka -lz

$(BUILD)/unit-san/test_event_list: $(EVENT_LIST_TEST_SOURCES:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka -lz

TEST_DEPENDS += $(BUILD)/unit/test_event_list $(BUILD)/unit-san/test_event_list

# APB registers of the whole device, through the harness's own drivers.
$(BUILD)/tb/cosim/test_registers: $(BUILD)/obj/tb/cosim/test_registers.o $(BUILD)/libscordlockstep.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ -lcmocka -lz -lpthread

TEST_DEPENDS += $(BUILD)/tb/cosim/test_registers

.PHONY: bit-flips
## bit-flips: wrong bits in metadata reads: which the lockstep sees, and how soon, into docs/robustness.md
bit-flips: $(BUILD)/scord
	@BUILD=$(BUILD) scripts/document_table.sh docs/robustness.md flips tb/cosim/bit_flips.sh
