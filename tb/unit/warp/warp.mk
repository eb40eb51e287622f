# SPDX-License-Identifier: Apache-2.0
# tb/unit/warp: accesses of the threads of one warp against a literal reference.
WARP_SIM := sim/sm/watch/warp_words.c sim/sm/watch/warp_log.c
TEST_DEPENDS += $(BUILD)/tb/unit/warp/test_words $(BUILD)/tb/unit/warp/test_words_fast \
    $(BUILD)/obj/tb/unit/warp/test_words.o $(WARP_SIM:%.c=$(BUILD)/obj/%.o)

$(BUILD)/tb/unit/warp/test_words: $(BUILD)/san/tb/unit/warp/test_words.o $(WARP_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/unit/warp/test_words_fast: $(BUILD)/obj/tb/unit/warp/test_words.o $(WARP_SIM:%.c=$(BUILD)/obj/%.o) \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz
