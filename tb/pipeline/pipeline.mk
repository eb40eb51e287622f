# tb/pipeline: directed tests of the cycle-level machine (sim/sm), under ASan and UBSan; faults.sh plants bugs into it, with the objects
# of the build, and speed measures it.
PIPELINE_TESTS := fetch issue memory queues blocks statistics recovery results
PIPELINE_SIM := $(sort $(wildcard sim/ptx/*.c sim/core/*.c sim/mem/*.c sim/sm/*.c))
PIPELINE_OBJECTS := $(PIPELINE_TESTS:%=$(BUILD)/obj/tb/pipeline/test_%.o) $(BUILD)/obj/tb/pipeline/bench.o $(PIPELINE_SIM:%.c=$(BUILD)/obj/%.o)
TEST_DEPENDS += $(PIPELINE_TESTS:%=$(BUILD)/tb/pipeline/test_%) $(PIPELINE_OBJECTS) $(BUILD)/libscord.a
$(BUILD)/san/tb/pipeline/%.o $(BUILD)/obj/tb/pipeline/%.o: CPPFLAGS += -Itb/pipeline

$(PIPELINE_TESTS:%=$(BUILD)/tb/pipeline/test_%): $(BUILD)/tb/pipeline/test_%: $(BUILD)/san/tb/pipeline/test_%.o $(BUILD)/san/tb/pipeline/bench.o $(PIPELINE_SIM:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lm -lz
