# tb/litmus: a corpus of litmus tests through reader and oracle, against verdicts by hand.

TEST_DEPENDS += $(BUILD)/tb/litmus_corpus

$(BUILD)/tb/litmus_corpus: $(patsubst %,$(BUILD)/san/tb/litmus/%.o,run_corpus corpus) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz
