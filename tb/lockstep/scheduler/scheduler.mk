# SPDX-License-Identifier: Apache-2.0
# tb/lockstep/scheduler: random lockstep of the warp scheduling unit (cosim/scheduler) and its golden model.
SCHEDULER_TEST_OBJECTS := \
    $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out %/test_scheduler_device.c,$(wildcard tb/lockstep/scheduler/*.c)))

$(BUILD)/tb/lockstep/scheduler/scheduler_lockstep: $(SCHEDULER_TEST_OBJECTS) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -ldl

$(BUILD)/unit/test_scheduler_device: $(BUILD)/obj/tb/lockstep/scheduler/test_scheduler_device.o
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -lcmocka -ldl

TEST_DEPENDS += $(BUILD)/tb/lockstep/scheduler/scheduler_lockstep $(BUILD)/unit/test_scheduler_device \
    $(BUILD)/libscordscheduler.so $(BUILD)/tools/mutate \
                $(BUILD)/scord

.PHONY: scheduler-mutation
## test: scheduler-mutation: automatic mutants of the warp scheduling unit (tb/lockstep/scheduler/mutation.sh), the score per module
scheduler-mutation: $(BUILD)/tb/lockstep/scheduler/scheduler_lockstep $(BUILD)/tools/mutate
	BUILD=$(BUILD) tb/lockstep/scheduler/mutation.sh --sample 0
	@scripts/results_page.sh docs/results/scheduler-mutation.md --from $(BUILD)/scheduler_mutation
