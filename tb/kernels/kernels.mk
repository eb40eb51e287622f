# tb/kernels: the project's CUDA programs through `scord check`.

MATCH_PROGRAM_OBJECTS := $(BUILD)/san/tb/kernels/match_program.o $(BUILD)/san/tb/interleavings/event_program.o
TEST_DEPENDS += $(BUILD)/tb/match_program

$(BUILD)/san/tb/kernels/match_program.o: CPPFLAGS += -Itb/interleavings

$(BUILD)/tb/match_program: $(MATCH_PROGRAM_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
