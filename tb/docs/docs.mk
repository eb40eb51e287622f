# tb/docs: what the documents say, compared with the tree.
INCLUDE_RULES := $(BUILD)/tb/docs/include_rules
TEST_DEPENDS += $(INCLUDE_RULES)
$(INCLUDE_RULES): $(BUILD)/obj/tb/docs/include_rules.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^
