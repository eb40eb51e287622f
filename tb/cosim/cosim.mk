# tb/cosim: lockstep tests of the RTL and the golden model.
$(BUILD)/obj/tb/cosim/%.o: CPPFLAGS += -Itb/cosim

$(BUILD)/tb/cosim/lockstep_top: $(BUILD)/obj/tb/cosim/lockstep_main.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/libscordlockstep.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $^ -lz -lpthread

$(BUILD)/tb/cosim/systemc_top: $(BUILD)/obj/cosim/systemc_device.o $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/obj/cosim/rtl_device_single.o \
                               $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $(filter %.o,$^) $(SYSTEMC_DIRECTORY)/*.o $(filter %.a,$^) -lsystemc -lz -lpthread

TEST_DEPENDS += $(BUILD)/scord $(BUILD)/tb/cosim/lockstep_top $(BUILD)/tb/cosim/systemc_top
