# SPDX-License-Identifier: Apache-2.0
# tb/speed/rates: programs of `make bench` (scripts/bench.sh).
TEST_DEPENDS += $(BUILD)/tb/model_speed $(BUILD)/tb/oracle_speed $(BUILD)/tb/native_kernels
$(BUILD)/tb/model_speed: $(BUILD)/lto/tb/speed/rates/model_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)

$(BUILD)/tb/native_kernels: $(BUILD)/obj/tb/speed/kernels/native.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lm

$(BUILD)/tb/oracle_speed: $(BUILD)/lto/tb/speed/rates/oracle_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)
