# tb/mutants: planted RTL bugs; mutants.sh builds each one itself from these.
TEST_DEPENDS += $(BUILD)/scord $(BUILD)/obj/tb/cosim/lockstep_main.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/obj/cosim/rtl_device_single.o \
                $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
