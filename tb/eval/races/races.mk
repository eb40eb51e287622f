# SPDX-License-Identifier: Apache-2.0
# tb/eval/races: the seven applications of ScoRD Table II and their 26 race sites; Tables VI and VII.
TEST_DEPENDS += $(BUILD)/tb/granularity

$(BUILD)/tb/granularity: $(BUILD)/obj/tb/eval/races/granularity.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz

EVAL_SEEDS ?= 1 2 3 4 5
EVAL_SIZE ?=
# The default runs go into the results page; others are only printed.
EVAL_RACES_PAGE = $(if \
    $(EVAL_SIZE)$(filter-out 1-2-3-4-5,$(subst $(EMPTY) $(EMPTY),-,$(strip $(EVAL_SEEDS)))),,scripts/results_page.sh \
    docs/results/eval-races.md fenced:tables)
.PHONY: eval-races
## evaluate: eval-races: the paper's Tables VI and VII on our applications (EVAL_SEEDS, EVAL_SIZE=--table2); docs/results/eval-races.md
eval-races: $(BUILD)/scord $(BUILD)/libscordsim.a $(BUILD)/tb/granularity
	@$(EVAL_RACES_PAGE) env SCORD=$(BUILD)/scord tb/eval/races/eval_races.sh $(EVAL_SIZE) $(BUILD)/eval-races \
	    $(BUILD)/tb/granularity $(EVAL_SEEDS)
