# SPDX-License-Identifier: Apache-2.0
# tb/commands/check: `scord check` on projects, the nvcc command line, the compile cache, and the reports for programs.
CHECK_TESTS := $(BUILD)/tb/test_compile_parts $(BUILD)/tb/test_json_schema
CHECK_TOOLS := $(BUILD)/tb/validate_json
TEST_DEPENDS += $(CHECK_TESTS) $(CHECK_TOOLS)

CHECK_PARTS := shared/sha256 compile/compile_cache compile/source_path compile/object_file shared/whole_file \
    shared/fail shared/document_paths
$(BUILD)/tb/test_compile_parts: $(BUILD)/san/tb/commands/check/test_compile_parts.o \
    $(CHECK_PARTS:%=$(BUILD)/san/cosim/commands/%.o) $(BUILD)/san/cmodel/base/array.o \
    $(BUILD)/san/cmodel/base/read_number.o $(BUILD)/san/cmodel/base/executable_folder.o
$(BUILD)/tb/test_json_schema: $(BUILD)/san/tb/commands/check/test_json_schema.o \
    $(BUILD)/san/tb/commands/check/json_schema.o $(BUILD)/san/cmodel/base/json_tree.o
$(BUILD)/tb/validate_json: $(BUILD)/san/tb/commands/check/validate_json.o $(BUILD)/san/tb/commands/check/json_schema.o \
    $(BUILD)/san/cmodel/base/json_tree.o
$(CHECK_TESTS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka
$(CHECK_TOOLS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^
