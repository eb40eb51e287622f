# tb/speed/rates: programs of `make bench` (scripts/bench.sh).
TEST_DEPENDS += $(BUILD)/tb/model_speed $(BUILD)/tb/oracle_speed
$(BUILD)/tb/model_speed: $(BUILD)/lto/tb/speed/rates/model_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)

$(BUILD)/tb/oracle_speed: $(BUILD)/lto/tb/speed/rates/oracle_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)
