# tb/litmus: a corpus of litmus tests through reader and oracle, against verdicts by hand and by brute force.

TEST_DEPENDS += $(BUILD)/tb/litmus_corpus

$(BUILD)/tb/litmus_corpus: $(patsubst %,$(BUILD)/san/tb/litmus/%.o,run_corpus corpus twin) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
