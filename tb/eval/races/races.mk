# tb/eval/races: the seven applications of ScoRD Table II and their 26 race sites; Tables VI and VII.
TEST_DEPENDS += $(BUILD)/tb/granularity

$(BUILD)/tb/granularity: $(BUILD)/obj/tb/eval/races/granularity.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lz

EVAL_SEEDS ?= 1 2 3 4 5
EVAL_SIZE ?=
.PHONY: eval-races
## eval-races: the paper's Tables VI and VII on our applications (EVAL_SEEDS, EVAL_SIZE=--table2); docs/eval-races.md
eval-races: $(BUILD)/scord $(BUILD)/libscordsim.a $(BUILD)/tb/granularity
	@SCORD=$(BUILD)/scord tb/eval/races/eval_races.sh $(EVAL_SIZE) $(BUILD)/eval-races $(BUILD)/tb/granularity $(EVAL_SEEDS)
