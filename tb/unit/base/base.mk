# SPDX-License-Identifier: Apache-2.0
# tb/unit/base: unit tests of cmodel/base; each plain (unit/) and with sanitizers (unit-san/). Catalogue: base.tests.
BASE_TESTS := $(sort $(basename $(notdir $(wildcard tb/unit/base/test_*.c))))
TEST_DEPENDS += $(BASE_TESTS:%=$(BUILD)/unit/%) $(BASE_TESTS:%=$(BUILD)/unit-san/%)

$(BASE_TESTS:%=$(BUILD)/unit/%): $(BUILD)/unit/%: $(BUILD)/obj/tb/unit/base/%.o $(BASE_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka

$(BASE_TESTS:%=$(BUILD)/unit-san/%): $(BUILD)/unit-san/%: $(BUILD)/san/tb/unit/base/%.o \
    $(BASE_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka
