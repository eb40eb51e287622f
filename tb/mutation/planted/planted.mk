# SPDX-License-Identifier: Apache-2.0
# tb/mutation/planted: planted RTL bugs; mutants.sh builds them itself from these.
TEST_DEPENDS += $(BUILD)/scord $(MUTATION_DEPENDS)

.PHONY: shrink-figures
## evaluate: shrink-figures: shrinks a failure of every planted RTL bug and writes docs/results/shrinking.md (minutes)
shrink-figures: $(BUILD)/scord $$(MUTATION_DEPENDS)
	@tb/mutation/planted/mutants.sh tag-ignored > /dev/null
	@scripts/results_page.sh docs/results/shrinking.md shrinking tb/mutation/planted/shrink.sh
