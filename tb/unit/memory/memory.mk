# SPDX-License-Identifier: Apache-2.0
# tb/unit/memory: the memory hierarchy (sim/mem), unit by unit and as a whole, by cycle counts derived by hand, under
# ASan and UBSan; checks
# are counted by tb/unit/pipeline's bench.c. tb/faults/faults.sh plants bugs into it, with the objects of the build.
MEMORY_TESTS := coalescer l1 scoped_l1 interconnect dram slice detector_path grouped_timing hierarchy bandwidth traffic
MEMORY_SIM := $(sort $(wildcard sim/ptx/*.c sim/core/*.c sim/machine/*.c sim/mem/*.c sim/sm/*.c sim/sm/*/*.c))
MEMORY_OBJECTS := $(MEMORY_TESTS:%=$(BUILD)/obj/tb/unit/memory/test_%.o) $(BUILD)/obj/tb/unit/memory/memory_bench.o
TEST_DEPENDS += $(MEMORY_TESTS:%=$(BUILD)/tb/unit/memory/test_%) $(MEMORY_OBJECTS)

$(MEMORY_TESTS:%=$(BUILD)/tb/unit/memory/test_%): $(BUILD)/tb/unit/memory/test_%: $(BUILD)/san/tb/unit/memory/test_%.o \
    $(BUILD)/san/tb/unit/memory/memory_bench.o $(BUILD)/san/tb/unit/pipeline/bench.o \
    $(MEMORY_SIM:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm -lz
