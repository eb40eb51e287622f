# tb/mutation: automatic mutants of the RTL (docs/mutation.md).
MUTATE_OBJECTS := $(patsubst tb/mutation/%.c,$(BUILD)/obj/tb/mutation/%.o,$(filter-out tb/mutation/mutation_number.c,$(wildcard tb/mutation/*.c)))
$(BUILD)/tools/mutate: $(MUTATE_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

MUTATION_DEPENDS := $(BUILD)/tools/mutate $(BUILD)/obj/tb/cosim/test_registers.o $(BUILD)/obj/tb/cosim/lockstep_main.o \
                    $(BUILD)/obj/tb/cosim/lockstep_top.o $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a
TEST_DEPENDS += $(MUTATION_DEPENDS)

MUTATION_SAMPLE := 600
.PHONY: mutation
## mutation: automatic mutants of the RTL, the score per module (MUTATION_SAMPLE=0: all of them)
mutation: $(MUTATION_DEPENDS)
	BUILD=$(BUILD) tb/mutation/mutation.sh --sample $(MUTATION_SAMPLE) --seed 1 --keep
