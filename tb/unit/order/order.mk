# SPDX-License-Identifier: Apache-2.0
# tb/unit/order: the order engine against all interleavings of random host programs.
ORDER_SIM := $(sort $(wildcard sim/order/*.c))
TEST_DEPENDS += $(BUILD)/tb/unit/order/test_random $(BUILD)/tb/unit/order/test_random_fast \
    $(BUILD)/obj/tb/unit/order/test_random.o $(BUILD)/tb/unit/order/test_words $(BUILD)/obj/tb/unit/order/test_words.o \
    $(BUILD)/tb/unit/order/test_launches $(BUILD)/obj/tb/unit/order/test_launches.o \
    $(BUILD)/tb/unit/order/test_host $(BUILD)/obj/tb/unit/order/test_host.o $(ORDER_SIM:%.c=$(BUILD)/obj/%.o)

$(BUILD)/tb/unit/order/test_random: $(BUILD)/san/tb/unit/order/test_random.o $(ORDER_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/unit/order/test_random_fast: $(BUILD)/obj/tb/unit/order/test_random.o $(ORDER_SIM:%.c=$(BUILD)/obj/%.o) \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz

$(BUILD)/tb/unit/order/test_words: $(BUILD)/san/tb/unit/order/test_words.o $(ORDER_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/unit/order/test_launches: $(BUILD)/san/tb/unit/order/test_launches.o $(ORDER_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/unit/order/test_host: $(BUILD)/san/tb/unit/order/test_host.o $(ORDER_SIM:%.c=$(BUILD)/san/%.o) \
    $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
