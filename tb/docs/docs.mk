# SPDX-License-Identifier: Apache-2.0
# tb/docs: what the documents say, compared with the tree.
INCLUDE_RULES := $(BUILD)/tb/docs/include_rules
TEST_DEPENDS += $(INCLUDE_RULES)
$(INCLUDE_RULES): $(BUILD)/obj/tb/docs/include_rules.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

# What comments, messages and documents refer to.
REFERENCES := $(BUILD)/tb/docs/references
TEST_DEPENDS += $(REFERENCES)
$(REFERENCES): $(BUILD)/san/tb/docs/references.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^
