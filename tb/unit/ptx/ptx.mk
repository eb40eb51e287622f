# tb/unit/ptx: tests of the PTX parser (sim/ptx) and of the execution inside a warp (sim/core), under ASan and UBSan.
PTX_SOURCES := $(sort $(wildcard sim/ptx/*.c sim/core/*.c))
PTX_TESTS := semantics memory errors splits programs units registers
PTX_PROGRAMS := locks programs
TEST_DEPENDS += $(PTX_TESTS:%=$(BUILD)/tb/unit/ptx/test_%) $(BUILD)/tb/unit/ptx/speed $(BUILD)/tb/unit/ptx/fuzz_parser \
    $(BUILD)/tb/unit/ptx/fuzz_execute $(PTX_PROGRAMS:%=$(BUILD)/tb/unit/ptx/%.ptx)

$(PTX_TESTS:%=$(BUILD)/tb/unit/ptx/test_%): $(BUILD)/tb/unit/ptx/test_%: $(BUILD)/san/tb/unit/ptx/test_%.o \
    $(BUILD)/san/tb/unit/ptx/machine.o $(PTX_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm

# Speed is that of the library as it is shipped.
$(BUILD)/tb/unit/ptx/speed: $(BUILD)/obj/tb/unit/ptx/test_programs.o $(BUILD)/obj/tb/unit/ptx/machine.o \
    $(PTX_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

$(BUILD)/tb/unit/ptx/fuzz_parser: tb/fuzz/fuzz_parser.c $(sort $(wildcard sim/ptx/*.[ch]))
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE $(CPPFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ $(filter %.c,$^)

$(BUILD)/tb/unit/ptx/fuzz_execute: tb/fuzz/fuzz_execute.c tb/unit/ptx/machine.c tb/unit/ptx/machine.h \
    $(sort $(wildcard sim/ptx/*.[ch] sim/core/*.[ch]))
	@mkdir -p $(@D)
	clang-14 -std=c11 -O1 -g -D_GNU_SOURCE -Wno-unknown-pragmas $(CPPFLAGS) -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=undefined -o $@ $(filter %.c,$^) -lm

$(PTX_PROGRAMS:%=$(BUILD)/tb/unit/ptx/%.ptx): $(BUILD)/tb/unit/ptx/%.ptx: tb/unit/ptx/%.cu tb/unit/ptx/device.h \
    tb/unit/ptx/programs.h tb/unit/ptx/compile.sh
	@mkdir -p $(@D)
	tb/unit/ptx/compile.sh $< $@
