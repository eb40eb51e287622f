# SPDX-License-Identifier: Apache-2.0
# tb/litmus: a corpus of litmus tests through reader and oracle, against verdicts by hand and by brute force;
# random tests.

LITMUS_JUDGE := $(patsubst %,$(BUILD)/san/tb/litmus/%.o,judge twin vulkan_twin) $(BUILD)/san/libscord.a
TEST_DEPENDS += $(BUILD)/tb/litmus_corpus $(BUILD)/tb/litmus_random

$(BUILD)/tb/litmus_corpus: $(patsubst %,$(BUILD)/san/tb/litmus/%.o,run_corpus corpus) $(LITMUS_JUDGE)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

$(BUILD)/tb/litmus_random: $(BUILD)/san/tb/litmus/random_litmus.o $(LITMUS_JUDGE)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
