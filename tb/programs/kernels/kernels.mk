# SPDX-License-Identifier: Apache-2.0
# tb/programs/kernels: the project's CUDA programs through `scord check`.

MATCH_PROGRAM_OBJECTS := $(BUILD)/san/tb/programs/kernels/match_program.o $(BUILD)/san/tb/interleavings/event_program.o
TEST_DEPENDS += $(BUILD)/tb/match_program


$(BUILD)/tb/match_program: $(MATCH_PROGRAM_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
