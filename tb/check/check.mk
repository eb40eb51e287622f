# tb/check: `scord check` on projects, the nvcc command line, the compile cache, and the reports for programs.
CHECK_TESTS := $(BUILD)/tb/test_compile_parts $(BUILD)/tb/test_json_schema
CHECK_TOOLS := $(BUILD)/tb/validate_json
TEST_DEPENDS += $(CHECK_TESTS) $(CHECK_TOOLS)
$(BUILD)/san/tb/check/%.o: CPPFLAGS += -Itb/unit -Icosim/commands

CHECK_PARTS := sha256 compile_cache whole_file source_path object_file fail
$(BUILD)/tb/test_compile_parts: $(BUILD)/san/tb/check/test_compile_parts.o $(CHECK_PARTS:%=$(BUILD)/san/cosim/commands/%.o) $(BUILD)/san/cmodel/stream/read_number.o
$(BUILD)/tb/test_json_schema: $(BUILD)/san/tb/check/test_json_schema.o $(BUILD)/san/tb/check/json_schema.o $(BUILD)/san/cmodel/report/json_tree.o
$(BUILD)/tb/validate_json: $(BUILD)/san/tb/check/validate_json.o $(BUILD)/san/tb/check/json_schema.o $(BUILD)/san/cmodel/report/json_tree.o
$(CHECK_TESTS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka
$(CHECK_TOOLS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^
