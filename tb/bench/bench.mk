# tb/bench: programs of `make bench` (scripts/bench.sh).
TEST_DEPENDS += $(BUILD)/tb/model_speed
$(BUILD)/tb/model_speed: $(BUILD)/obj/tb/bench/model_speed.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)
