# SPDX-License-Identifier: Apache-2.0
# tb/commands/toolkit: programs that nvcc built; catalogue: toolkit.tests.
TEST_DEPENDS += $(BUILD)/unit/test_fat_binary $(BUILD)/unit-san/test_fat_binary
$(BUILD)/unit/test_fat_binary: $(BUILD)/obj/tb/commands/toolkit/test_fat_binary.o $(BUILD)/obj/sim/toolkit/fat_binary.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lcmocka -llz4 -lzstd
$(BUILD)/unit-san/test_fat_binary: $(BUILD)/san/tb/commands/toolkit/test_fat_binary.o \
    $(BUILD)/san/sim/toolkit/fat_binary.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka -llz4 -lzstd
