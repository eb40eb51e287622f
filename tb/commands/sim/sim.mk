# SPDX-License-Identifier: Apache-2.0
# tb/commands/sim: `scord sim`: options, reports, both modes, the scheduler device of lockstep and closed loop.
SIM_DEVICES := $(BUILD)/tb/commands/sim/model_device.so
TEST_DEPENDS += $(SIM_DEVICES) $(BUILD)/tb/validate_json
SIM_DEVICE_MODEL := warp_scheduler issue_scheduler fetch_scheduler two_level warp_priority_table block_order \
    block_sequence

# A scheduler device that is the golden model itself, and differs from it on request.
$(BUILD)/tb/commands/sim/model_device.so: tb/commands/sim/model_device.c $(SIM_DEVICE_MODEL:%=cmodel/sm/%.c) \
    $(wildcard cmodel/*.h cmodel/sm/*.h)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -shared -fPIC -o $@ $(filter %.c,$^)
