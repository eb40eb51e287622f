# tb/import: tests of the Accel-Sim trace importer (cmodel/import) and of `scord events import`.
IMPORT_SOURCES := $(sort $(wildcard cmodel/import/*.c cmodel/stream/*.c)) cmodel/tracked_range.c cmodel/report/index_map.c cmodel/report/demangle.c
IMPORT_TEST_OBJECTS := tb/import/test_random_traces.o tb/import/trace_writer.o tb/stream/test_support.o tb/stream/random_event.o
TEST_DEPENDS += $(BUILD)/tb/import/test_random_traces $(BUILD)/tb/import/fuzz_import $(IMPORT_TEST_OBJECTS:%=$(BUILD)/obj/%)
$(BUILD)/san/tb/import/%.o $(BUILD)/obj/tb/import/%.o: CPPFLAGS += -Itb/stream

$(BUILD)/tb/import/test_random_traces: $(IMPORT_TEST_OBJECTS:%=$(BUILD)/san/%) $(IMPORT_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz -llzma

# Traces by libFuzzer, plain and xz; corpus: the hand-written ones.
$(BUILD)/tb/import/fuzz_import: tb/import/fuzz_import.c $(IMPORT_SOURCES) $(wildcard cmodel/import/*.h cmodel/stream/*.h) cmodel/scord_params.h
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE $(CPPFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ tb/import/fuzz_import.c $(IMPORT_SOURCES) -lz -llzma

# Recorded runs as traces, for the comparison with the front end.
TEST_DEPENDS += $(BUILD)/tb/import/export_trace
$(BUILD)/tb/import/export_trace: $(BUILD)/obj/tb/import/export_trace.o $(BUILD)/obj/tb/import/trace_writer.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz
