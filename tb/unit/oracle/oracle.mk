# SPDX-License-Identifier: Apache-2.0
# tb/unit/oracle: the exact oracle against its axiomatic definition, the HRF paper's figures, the microbenchmarks, at
# scale.

ORACLE_HRF_SOURCES := $(sort $(wildcard cmodel/oracle/*.c))
ORACLE_RANDOM_SOURCES := \
    $(addprefix tb/unit/oracle/,axiomatic.c compare.c kept_stream.c random_stream.c oracle_random.c) \
    $(ORACLE_HRF_SOURCES)
ORACLE_TESTS := $(addprefix \
    $(BUILD)/tb/,oracle_random oracle_random_san oracle_streams oracle_micro oracle_clock_tree oracle_scale \
                  oracle_schedules)
TEST_DEPENDS += $(ORACLE_TESTS)

# The oracle with its faults for planting (cmodel/oracle/oracle_state.h), in test programs only.
$(BUILD)/planted/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -DSCORD_ORACLE_PLANTED -MMD -MP -c -o $@ $<

$(BUILD)/planted-san/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) $(CPPFLAGS) -DSCORD_ORACLE_PLANTED -MMD -MP -c -o $@ $<

$(BUILD)/tb/oracle_random: $(ORACLE_RANDOM_SOURCES:%.c=$(BUILD)/planted/%.o) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz

$(BUILD)/tb/oracle_random_san: $(ORACLE_RANDOM_SOURCES:%.c=$(BUILD)/planted-san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/oracle_streams: $(BUILD)/san/tb/unit/oracle/oracle_streams.o $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

ORACLE_MICRO_OBJECTS := \
    $(patsubst %,$(BUILD)/san/tb/%.o,unit/oracle/micro_events interleavings/catalogue interleavings/explore \
                          interleavings/event_program)

$(BUILD)/tb/oracle_micro: $(BUILD)/san/tb/unit/oracle/micro.o $(ORACLE_MICRO_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^

$(BUILD)/tb/oracle_schedules: $(BUILD)/san/tb/unit/oracle/oracle_schedules.o \
    $(BUILD)/san/tb/unit/oracle/random_stream.o \
                              $(ORACLE_MICRO_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^

$(BUILD)/tb/oracle_clock_tree: $(patsubst %,$(BUILD)/san/tb/unit/oracle/%.o,test_clock_tree random_stream) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^

$(BUILD)/tb/oracle_scale: $(BUILD)/obj/tb/unit/oracle/scale.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^
