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
