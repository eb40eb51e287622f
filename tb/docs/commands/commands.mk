# SPDX-License-Identifier: Apache-2.0
# tb/docs/commands: the commands that documents show, run
DOCUMENT_COMMANDS := $(BUILD)/tb/docs/document_commands
TEST_DEPENDS += $(DOCUMENT_COMMANDS)
$(DOCUMENT_COMMANDS): $(addprefix $(BUILD)/obj/, tb/docs/commands/document_commands.o cmodel/base/array.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^
