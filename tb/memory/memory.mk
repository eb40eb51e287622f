# tb/memory: the memory hierarchy (sim/mem), unit by unit and as a whole, by cycle counts derived by hand, under ASan and UBSan; checks
# are counted by tb/pipeline's bench.c. tb/pipeline/faults.sh plants the bugs of faults/ into it, with the objects of the build.
MEMORY_TESTS := coalescer l1 interconnect dram slice detector_path hierarchy bandwidth traffic
MEMORY_SIM := $(sort $(wildcard sim/ptx/*.c sim/core/*.c sim/mem/*.c sim/sm/*.c))
MEMORY_OBJECTS := $(MEMORY_TESTS:%=$(BUILD)/obj/tb/memory/test_%.o) $(BUILD)/obj/tb/memory/memory_bench.o
TEST_DEPENDS += $(MEMORY_TESTS:%=$(BUILD)/tb/memory/test_%) $(MEMORY_OBJECTS)
$(BUILD)/san/tb/memory/%.o $(BUILD)/obj/tb/memory/%.o: CPPFLAGS += -Itb/pipeline -Itb/memory

$(MEMORY_TESTS:%=$(BUILD)/tb/memory/test_%): $(BUILD)/tb/memory/test_%: $(BUILD)/san/tb/memory/test_%.o $(BUILD)/san/tb/memory/memory_bench.o $(BUILD)/san/tb/pipeline/bench.o $(MEMORY_SIM:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm -lz
