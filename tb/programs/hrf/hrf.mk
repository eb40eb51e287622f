# SPDX-License-Identifier: Apache-2.0
# tb/programs/hrf: the task runtime of HRF, its programs and the sequential counter of its trees.

UTS_COUNT := $(BUILD)/tb/uts_count
TEST_DEPENDS += $(UTS_COUNT)

$(UTS_COUNT): sim/kernels/hrf/uts_count.c sim/kernels/hrf/uts_tree.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -D_GNU_SOURCE -o $@ $< -lm
