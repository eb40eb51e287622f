# tb/stream: tests of the event stream formats (cmodel/stream) and of `scord events`.

STREAM_TESTS := $(basename $(notdir $(wildcard tb/stream/test_*.c)))
STREAM_TESTS := $(filter-out test_support,$(STREAM_TESTS))
# The stream library needs nothing else of libscord.
STREAM_SOURCES := $(sort $(wildcard cmodel/stream/*.c))
STREAM_TEST_SUPPORT := $(BUILD)/san/tb/stream/test_support.o $(BUILD)/san/tb/stream/random_event.o
TEST_DEPENDS += $(STREAM_TESTS:%=$(BUILD)/tb/stream/%) $(BUILD)/tb/stream/throughput $(BUILD)/tb/stream/fuzz_reader

$(STREAM_TESTS:%=$(BUILD)/tb/stream/%): $(BUILD)/tb/stream/%: $(BUILD)/san/tb/stream/%.o $(STREAM_TEST_SUPPORT) \
    $(STREAM_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz -lpthread

# Speed is that of the library as it is shipped, without sanitizers.
$(BUILD)/tb/stream/throughput: $(BUILD)/obj/tb/stream/throughput.o $(BUILD)/obj/tb/stream/test_support.o \
    $(BUILD)/obj/tb/stream/random_event.o $(STREAM_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz -lpthread

# libFuzzer comes with clang; the reader is compiled again with its coverage instrumentation.
STREAM_FUZZ_SOURCES := $(STREAM_SOURCES) tb/stream/fuzz_reader.c
$(BUILD)/tb/stream/fuzz_reader: $(STREAM_FUZZ_SOURCES) $(wildcard cmodel/stream/*.h) cmodel/scord_params.h
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE $(CPPFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ $(STREAM_FUZZ_SOURCES) -lz
