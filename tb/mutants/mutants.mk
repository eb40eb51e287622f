# tb/mutants: planted RTL bugs; mutants.sh builds them itself from these.
TEST_DEPENDS += $(BUILD)/scord $(MUTATION_DEPENDS)
