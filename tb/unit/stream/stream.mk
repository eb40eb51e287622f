# tb/unit/stream: tests of the event stream formats (cmodel/stream) and of `scord events`.

STREAM_TESTS := $(basename $(notdir $(wildcard tb/unit/stream/test_*.c)))
STREAM_TESTS := $(filter-out test_support,$(STREAM_TESTS))
# The stream library needs cmodel/base and nothing else of libscord.
STREAM_SOURCES := $(sort $(wildcard cmodel/stream/*.c)) $(BASE_SOURCES)
STREAM_TEST_SUPPORT := $(BUILD)/san/tb/unit/stream/test_support.o $(BUILD)/san/tb/unit/stream/random_event.o
TEST_DEPENDS += $(STREAM_TESTS:%=$(BUILD)/tb/unit/stream/%) $(BUILD)/tb/unit/stream/throughput \
    $(BUILD)/tb/unit/stream/fuzz_reader

$(STREAM_TESTS:%=$(BUILD)/tb/unit/stream/%): $(BUILD)/tb/unit/stream/%: $(BUILD)/san/tb/unit/stream/%.o \
    $(STREAM_TEST_SUPPORT) \
    $(STREAM_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz -lpthread

# Speed is that of the library as it is shipped, without sanitizers.
$(BUILD)/tb/unit/stream/throughput: $(BUILD)/obj/tb/unit/stream/throughput.o \
    $(BUILD)/obj/tb/unit/stream/test_support.o \
    $(BUILD)/obj/tb/unit/stream/random_event.o $(STREAM_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz -lpthread

# libFuzzer comes with clang; the reader is compiled again with its coverage instrumentation.
STREAM_FUZZ_SOURCES := $(STREAM_SOURCES) tb/fuzz/fuzz_reader.c
$(BUILD)/tb/unit/stream/fuzz_reader: $(STREAM_FUZZ_SOURCES) $(wildcard cmodel/stream/*.h) cmodel/scord_params.h
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE $(CPPFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ $(STREAM_FUZZ_SOURCES) -lz
