# SPDX-License-Identifier: Apache-2.0
# tb/unit/ptx: tests of the PTX parser (sim/ptx) and of the execution inside a warp (sim/core), under ASan and UBSan.
PTX_SOURCES := $(sort $(wildcard sim/ptx/*.c sim/core/*.c)) cmodel/base/array.c
PTX_TESTS := semantics memory errors splits programs units registers matrices textures
PTX_PROGRAMS := locks programs
TEST_DEPENDS += $(PTX_TESTS:%=$(BUILD)/tb/unit/ptx/test_%) $(BUILD)/tb/unit/ptx/speed \
    $(PTX_PROGRAMS:%=$(BUILD)/tb/unit/ptx/%.ptx)

$(PTX_TESTS:%=$(BUILD)/tb/unit/ptx/test_%): $(BUILD)/tb/unit/ptx/test_%: $(BUILD)/san/tb/unit/ptx/test_%.o \
    $(BUILD)/san/tb/unit/ptx/machine.o $(PTX_SOURCES:%.c=$(BUILD)/san/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm

# Speed is that of the library as it is shipped.
$(BUILD)/tb/unit/ptx/speed: $(BUILD)/obj/tb/unit/ptx/test_programs.o $(BUILD)/obj/tb/unit/ptx/machine.o \
    $(PTX_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

$(PTX_PROGRAMS:%=$(BUILD)/tb/unit/ptx/%.ptx): $(BUILD)/tb/unit/ptx/%.ptx: tb/unit/ptx/%.cu tb/unit/ptx/device.h \
    tb/unit/ptx/programs.h tb/unit/ptx/compile.sh
	@mkdir -p $(@D)
	tb/unit/ptx/compile.sh $< $@
