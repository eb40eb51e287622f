# tb/programs/frontend: unit tests of sim/mem and sim/sm; run_frontend.sh needs build/scord and the libraries it links
# with.
FRONTEND_TESTS := $(BUILD)/tb/test_device_memory $(BUILD)/tb/test_pct $(BUILD)/tb/test_progress \
    $(BUILD)/tb/test_tracked_range
TEST_DEPENDS += $(FRONTEND_TESTS)

$(BUILD)/tb/test_device_memory: $(BUILD)/san/tb/programs/frontend/test_device_memory.o \
    $(BUILD)/san/sim/mem/device_memory.o $(BUILD)/san/cmodel/base/array.o
$(BUILD)/tb/test_progress: $(BUILD)/san/tb/programs/frontend/test_progress.o $(SIM_OBJECTS) $(BUILD)/libscord.a
$(BUILD)/tb/test_pct: $(BUILD)/san/tb/programs/frontend/test_pct.o $(BUILD)/san/sim/machine/pct.o \
    $(BUILD)/san/sim/sm/pct_order.o $(BUILD)/san/cmodel/base/read_number.o
$(BUILD)/tb/test_tracked_range: $(BUILD)/san/tb/programs/frontend/test_tracked_range.o $(SIM_OBJECTS) \
    $(BUILD)/libscord.a
$(FRONTEND_TESTS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka -lm -lz
