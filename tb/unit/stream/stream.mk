# SPDX-License-Identifier: Apache-2.0
# tb/unit/stream: tests of the event stream formats (cmodel/stream) and of `scord events`.

STREAM_TESTS := $(basename $(notdir $(wildcard tb/unit/stream/test_*.c)))
STREAM_TESTS := $(filter-out test_support,$(STREAM_TESTS))
# The stream library needs cmodel/base and nothing else of libscord.
STREAM_SOURCES := $(sort $(wildcard cmodel/stream/*.c)) $(BASE_SOURCES)
STREAM_TEST_SUPPORT := $(BUILD)/san/tb/unit/stream/test_support.o $(BUILD)/san/tb/unit/stream/random_event.o
TEST_DEPENDS += $(STREAM_TESTS:%=$(BUILD)/tb/unit/stream/%) $(BUILD)/tb/unit/stream/throughput

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
