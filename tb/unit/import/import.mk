# SPDX-License-Identifier: Apache-2.0
# tb/unit/import: tests of the Accel-Sim trace importer (cmodel/import) and of `scord events import`.
IMPORT_SOURCES := $(sort $(wildcard cmodel/import/*.c cmodel/stream/*.c)) $(BASE_SOURCES)
IMPORT_TEST_OBJECTS := tb/unit/import/test_random_traces.o tb/unit/import/trace_writer.o tb/unit/stream/test_support.o \
    tb/unit/stream/random_event.o
TEST_DEPENDS += $(BUILD)/tb/unit/import/test_random_traces $(IMPORT_TEST_OBJECTS:%=$(BUILD)/obj/%)

$(BUILD)/tb/unit/import/test_random_traces: $(IMPORT_TEST_OBJECTS:%=$(BUILD)/san/%) \
    $(IMPORT_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz -llzma

# Recorded runs as traces, for the comparison with the front end.
TEST_DEPENDS += $(BUILD)/tb/unit/import/export_trace
$(BUILD)/tb/unit/import/export_trace: $(BUILD)/obj/tb/unit/import/export_trace.o \
    $(BUILD)/obj/tb/unit/import/trace_writer.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz
