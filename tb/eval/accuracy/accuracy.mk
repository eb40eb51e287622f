# SPDX-License-Identifier: Apache-2.0
# tb/eval/accuracy: the detector against the exact oracle, its approximations lifted one by one (docs/accuracy.md).

ACCURACY_OBJECTS := $(patsubst %,$(BUILD)/obj/tb/eval/accuracy/%.o,variant variant_locks variant_order variant_exact)
TEST_DEPENDS += $(BUILD)/tb/test_variant $(BUILD)/tb/eval_accuracy

$(BUILD)/tb/test_variant: $(BUILD)/obj/tb/eval/accuracy/test_variant.o $(ACCURACY_OBJECTS) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

$(BUILD)/tb/eval_accuracy: $(BUILD)/obj/tb/eval/accuracy/eval_accuracy.o $(BUILD)/obj/tb/eval/accuracy/judge.o \
    $(ACCURACY_OBJECTS) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

.PHONY: eval-accuracy
## evaluate: eval-accuracy: the detector against the exact oracle: found, missed, false, by cause and configuration (docs/accuracy.md)
eval-accuracy: build $(BUILD)/tb/eval_accuracy $(BUILD)/tb/random_streams
	@tb/eval/accuracy/eval_accuracy.sh

.PHONY: eval-letter
## evaluate: eval-letter: the paper's letter in place of the departures: found, missed, false (docs/accuracy.md)
eval-letter: build $(BUILD)/tb/eval_accuracy $(BUILD)/tb/random_streams
	@scripts/results_page.sh docs/results/accuracy-letter.md fenced:letter \
	    tb/eval/accuracy/eval_accuracy.sh --letter 2 scor

TEST_DEPENDS += $(BUILD)/tb/random_streams
$(BUILD)/tb/random_streams: $(BUILD)/obj/tb/eval/accuracy/random_streams.o $(BUILD)/obj/tb/unit/oracle/random_stream.o \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)


# Acquire and release: random programs that hand data over by them, and what is found and missed of them.
TEST_DEPENDS += $(BUILD)/tb/release_programs $(BUILD)/tb/eval_order
$(BUILD)/tb/release_programs: $(BUILD)/obj/tb/eval/accuracy/release_programs.o \
    $(BUILD)/obj/tb/unit/oracle/random_stream.o $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

$(BUILD)/tb/eval_order: $(BUILD)/obj/tb/eval/accuracy/eval_order.o $(BUILD)/obj/tb/eval/accuracy/judge.o \
    $(ACCURACY_OBJECTS) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

.PHONY: eval-order
## evaluate: eval-order: acquire and release against the exact oracle: found, missed, false, and why (docs/accuracy.md)
eval-order: build $(BUILD)/tb/eval_order $(BUILD)/tb/release_programs
	@scripts/results_page.sh docs/results/accuracy-order.md found tb/eval/accuracy/eval_order.sh
	@scripts/results_page.sh docs/results/accuracy-order.md order-causes tb/eval/accuracy/eval_order.sh --causes

# Warps that hold many locks, without and with many_locks
.PHONY: eval-locks
## evaluate: eval-locks: warps that hold 1 to 32 locks against the exact oracle: found, missed, false (docs/accuracy.md)
eval-locks: build
	@scripts/results_page.sh docs/results/accuracy-locks.md many-locks tb/eval/accuracy/eval_locks.sh
