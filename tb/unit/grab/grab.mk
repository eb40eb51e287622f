# SPDX-License-Identifier: Apache-2.0
# tb/unit/grab: GRAB against its literal reference, the paper's figures and properties, planted faults, the command.
GRAB_TESTS := random figures properties
GRAB_SIM := $(sort $(wildcard sim/grab/*.c))
GRAB_OBJECTS := $(GRAB_TESTS:%=$(BUILD)/obj/tb/unit/grab/test_%.o) $(BUILD)/obj/tb/unit/grab/grab_test.o \
    $(BUILD)/obj/tb/unit/grab/grab_reference.o
TEST_DEPENDS += $(GRAB_TESTS:%=$(BUILD)/tb/unit/grab/test_%) $(BUILD)/tb/unit/grab/test_random_fast $(GRAB_OBJECTS) \
    $(GRAB_SIM:%.c=$(BUILD)/obj/%.o)

$(GRAB_TESTS:%=$(BUILD)/tb/unit/grab/test_%): $(BUILD)/tb/unit/grab/test_%: $(BUILD)/san/tb/unit/grab/test_%.o \
    $(BUILD)/san/tb/unit/grab/grab_test.o $(BUILD)/san/tb/unit/grab/grab_reference.o $(GRAB_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/unit/grab/test_random_fast: $(BUILD)/obj/tb/unit/grab/test_random.o $(BUILD)/obj/tb/unit/grab/grab_test.o \
    $(BUILD)/obj/tb/unit/grab/grab_reference.o $(GRAB_SIM:%.c=$(BUILD)/obj/%.o) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz

## evaluate: grab-overhead: what GRAB costs beside the functional simulation, into docs/results/grab-overhead.md (about 15 minutes)
.PHONY: grab-overhead
grab-overhead: $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/libscordsim.a $(BUILD)/libscord.a
	@scripts/results_page.sh docs/results/grab-overhead.md overhead tb/unit/grab/overhead.sh
