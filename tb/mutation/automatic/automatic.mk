# SPDX-License-Identifier: Apache-2.0
# tb/mutation/automatic: automatic mutants of the RTL (docs/mutation.md).
MUTATE_OBJECTS := $(patsubst \
    tb/mutation/automatic/%.c,$(BUILD)/obj/tb/mutation/automatic/%.o,$(filter-out \
    tb/mutation/automatic/mutation_number.c,$(wildcard tb/mutation/automatic/*.c)))
$(BUILD)/tools/mutate: $(MUTATE_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

# Planted bugs as text (tb/mutation/plant.c), for every script that plants some.
$(BUILD)/tools/plant: $(BUILD)/obj/tb/mutation/plant.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

MUTATION_DEPENDS := $(BUILD)/tools/plant $(BUILD)/tools/mutate $(BUILD)/obj/tb/lockstep/device/test_registers.o \
    $(BUILD)/obj/tb/lockstep/device/lockstep_main.o \
    $(BUILD)/obj/tb/lockstep/device/lockstep_top.o $(BUILD)/libscordlockstep_core.a $(BUILD)/libscord.a \
    $(VERILATED_RUNTIME) $(VERILATED_DPI)
TEST_DEPENDS += $(MUTATION_DEPENDS)

MUTATION_SAMPLE := 600
.PHONY: mutation
## test: mutation: automatic mutants of the RTL, the score per module, into docs/results/mutation.md (MUTATION_SAMPLE=0: all of them)
mutation: $(MUTATION_DEPENDS)
	BUILD=$(BUILD) tb/mutation/automatic/mutation.sh --sample $(MUTATION_SAMPLE) --seed 1 --keep
	@scripts/results_page.sh docs/results/mutation.md --from $(BUILD)/mutation
