# tb/ptx: tests of the PTX parser (sim/ptx) and of the execution inside a warp (sim/core), under ASan and UBSan.
PTX_SOURCES := $(sort $(wildcard sim/ptx/*.c sim/core/*.c))
PTX_TESTS := semantics memory errors splits programs units registers
PTX_PROGRAMS := locks programs
TEST_DEPENDS += $(PTX_TESTS:%=$(BUILD)/tb/ptx/test_%) $(BUILD)/tb/ptx/speed $(BUILD)/tb/ptx/fuzz_parser $(BUILD)/tb/ptx/fuzz_execute $(PTX_PROGRAMS:%=$(BUILD)/tb/ptx/%.ptx)

$(PTX_TESTS:%=$(BUILD)/tb/ptx/test_%): $(BUILD)/tb/ptx/test_%: $(BUILD)/san/tb/ptx/test_%.o $(BUILD)/san/tb/ptx/machine.o $(PTX_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm

# Speed is that of the library as it is shipped.
$(BUILD)/tb/ptx/speed: $(BUILD)/obj/tb/ptx/test_programs.o $(BUILD)/obj/tb/ptx/machine.o $(PTX_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

$(BUILD)/tb/ptx/fuzz_parser: tb/ptx/fuzz_parser.c $(sort $(wildcard sim/ptx/*.[ch]))
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE $(CPPFLAGS) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -o $@ $(filter %.c,$^)

$(BUILD)/tb/ptx/fuzz_execute: tb/ptx/fuzz_execute.c tb/ptx/machine.c tb/ptx/machine.h $(sort $(wildcard sim/ptx/*.[ch] sim/core/*.[ch]))
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE -Wno-unknown-pragmas $(CPPFLAGS) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -o $@ $(filter %.c,$^) -lm

$(PTX_PROGRAMS:%=$(BUILD)/tb/ptx/%.ptx): $(BUILD)/tb/ptx/%.ptx: tb/ptx/%.cu tb/ptx/device.h tb/ptx/programs.h tb/ptx/compile.sh
	@mkdir -p $(@D)
	tb/ptx/compile.sh $< $@
