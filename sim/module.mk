# sim: the front end: PTX parser, SIMT core, machine, device memory and the CUDA runtime, one library that `scord check`
# links programs with. tb/ is where its tests are.
SIM_SOURCES := $(wildcard sim/ptx/*.c sim/core/*.c sim/machine/*.c sim/sm/*.c sim/mem/*.c sim/grab/*.c sim/runtime/*.c)
SIM_OBJECTS := $(SIM_SOURCES:%.c=$(BUILD)/obj/%.o)
LIBRARIES += $(BUILD)/libscordsim.a

$(BUILD)/obj/sim/runtime/build_check.o: CPPFLAGS += -I$(BUILD)
$(BUILD)/obj/sim/runtime/build_check.o: $(BUILD)/build_id_value.h

# The library is linked with users' programs, whose names are their own: all of ours but the CUDA interface get a
# prefix.
# (build_check_* stays: tests exchange that one object.)
$(BUILD)/libscordsim.a: $(SIM_OBJECTS)
	@mkdir -p $(@D)/prefixed
	nm -g --defined-only $^ | awk \
	    'NF == 3 && $$3 !~ /^(cuda|__cuda|scord_|build_check_)/ {print $$3, "scordsim_" $$3}' | sort -u > $@.symbols
	for object in $^; do objcopy --redefine-syms=$@.symbols $$object $(@D)/prefixed/$$(basename $$object) || exit 1; done
	rm -f $@
	ar rcs $@ $(addprefix $(@D)/prefixed/,$(notdir $^))
include $(sort $(wildcard sim/kernels/*.mk))
