# SPDX-License-Identifier: Apache-2.0
# cmodel: libscord (golden model, event streams, race reports) and the unit tests of the model and the reports.
# Link with $(LIBSCORD_LIBS): zlib's crc32 guards binary event streams.

LIBSCORD_LIBS := -lz
BASE_SOURCES := $(sort $(wildcard cmodel/base/*.c))
MODEL_SOURCES := $(sort $(wildcard cmodel/*.c cmodel/*/*.c cmodel/*/*/*.c))
LIBRARIES += $(BUILD)/libscord.a

# The id of this build (cmodel/build_id.h): a hash of every source of libscord and libscordsim, so that `scord check`
# notices
# when it and the libraries that it links programs with are not of one build.
BUILD_ID_SOURCES := $(sort \
    $(shell find cmodel sim/ptx sim/core sim/machine sim/sm sim/mem sim/grab sim/runtime sim/driver sim/toolkit \
    -name '*.[ch]'))
BUILD_ID_OBJECTS := $(BUILD)/obj/cmodel/build_id.o $(BUILD)/san/cmodel/build_id.o $(BUILD)/lto/cmodel/build_id.o
$(BUILD_ID_OBJECTS): CPPFLAGS += -I$(BUILD)
$(BUILD_ID_OBJECTS): $(BUILD)/build_id_value.h

$(BUILD)/build_id_value.h: $(BUILD_ID_SOURCES)
	@mkdir -p $(@D)
	@echo "#define SCORD_BUILD_ID \"$$(cat $^ | sha256sum | cut -c 1-16)\"" > $@

# Programs are linked with it: without debug information, as libscordsim (sim/module.mk).
$(BUILD)/libscord.a: $(MODEL_SOURCES:%.c=$(BUILD)/obj/%.o)
	@rm -f $@
	ar rcs $@ $^
	strip --strip-debug $@

# The same for links with $(LTO), not to be installed.
$(BUILD)/lto/libscord.a: $(MODEL_SOURCES:%.c=$(BUILD)/lto/%.o)
	@rm -f $@
	gcc-ar rcs $@ $^

# The same with AddressSanitizer and UndefinedBehaviourSanitizer, for tests.
$(BUILD)/san/libscord.a: $(MODEL_SOURCES:%.c=$(BUILD)/san/%.o)
	@rm -f $@
	ar rcs $@ $^

# Unit tests, one a structure; each plain (unit/) and with sanitizers (unit-san/). Catalogue: tb/unit/model/model.tests.
MODEL_TESTS := $(sort $(basename $(notdir $(wildcard \
    $(patsubst %,tb/unit/model/test_%.c,parameters \
        barrier_counters warp_priority_table block_order issue_scheduler fetch_scheduler \
    two_level warp_scheduler fence_file metadata_accessor lock_bloom lock_table detection_logic \
        decision_table like_words \
        scord_sm scord_detector scord_model \
    replay access_history warp_ways race_apart race_report race_repair independent_threads)))))
TEST_DEPENDS += $(MODEL_TESTS:%=$(BUILD)/unit/%) $(MODEL_TESTS:%=$(BUILD)/unit-san/%)

$(MODEL_TESTS:%=$(BUILD)/unit/%): $(BUILD)/unit/%: $(BUILD)/obj/tb/unit/model/%.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka $(LIBSCORD_LIBS)

$(MODEL_TESTS:%=$(BUILD)/unit-san/%): $(BUILD)/unit-san/%: $(BUILD)/san/tb/unit/model/%.o $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka $(LIBSCORD_LIBS)
