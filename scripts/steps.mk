# SPDX-License-Identifier: Apache-2.0
# scripts/steps.mk: one line a file that is made, `[ 12/141  0:31] build/scord`: which of how many, and the minutes and
# seconds since make began. `make V=1` shows the commands instead, `make -s` neither.
# The number of steps is known where a recipe counted them beforehand ($(call counted,GOALS)).
ifeq ($(V)$(findstring s,$(firstword -$(MAKEFLAGS))),)
.SILENT:
SHELL := $(CURDIR)/scripts/step_shell
STEPS_BEGAN := $(or $(STEPS_BEGAN),$(shell date +%s))
export STEPS_BEGAN
# Expanded for each line of a recipe: the first one of a file gets its number.
first_line = $(if $(seen-$@),,$(eval seen-$@ := 1)$(eval step += 1)$(words $(step)) $@)
.SHELLFLAGS = $(if $(filter $(BUILD)/%,$@),$(first_line)) -c
endif

# The targets that a make of these goals would make.
counted = STEPS=$$($(MAKE) -n --trace V=1 -i $(1) 2>/dev/null | \
    grep -cE '(^|[^ ]): (update )?target .$(BUILD)/' || true)
