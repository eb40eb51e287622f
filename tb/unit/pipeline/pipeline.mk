# SPDX-License-Identifier: Apache-2.0
# tb/unit/pipeline: directed tests of the cycle-level machine (sim/sm), under ASan and UBSan; faults.sh plants bugs into
# it, with the objects
# of the build, and speed measures it.
PIPELINE_TESTS := fetch issue memory queues blocks statistics recovery results early_return
PIPELINE_SIM := $(sort $(wildcard sim/ptx/*.c sim/core/*.c sim/machine/*.c sim/mem/*.c sim/sm/*.c sim/sm/*/*.c))
PIPELINE_OBJECTS := $(PIPELINE_TESTS:%=$(BUILD)/obj/tb/unit/pipeline/test_%.o) $(BUILD)/obj/tb/unit/pipeline/bench.o \
    $(PIPELINE_SIM:%.c=$(BUILD)/obj/%.o)
TEST_DEPENDS += $(PIPELINE_TESTS:%=$(BUILD)/tb/unit/pipeline/test_%) $(PIPELINE_OBJECTS) $(BUILD)/libscord.a

$(PIPELINE_TESTS:%=$(BUILD)/tb/unit/pipeline/test_%): $(BUILD)/tb/unit/pipeline/test_%: \
    $(BUILD)/san/tb/unit/pipeline/test_%.o $(BUILD)/san/tb/unit/pipeline/bench.o $(PIPELINE_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm -lz
