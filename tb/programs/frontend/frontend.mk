# SPDX-License-Identifier: Apache-2.0
# tb/programs/frontend: unit tests of sim/mem and sim/sm; run_frontend.sh needs build/scord and the libraries it links
# with.
FRONTEND_TESTS := $(BUILD)/tb/test_device_memory $(BUILD)/tb/test_pct $(BUILD)/tb/test_progress \
    $(BUILD)/tb/test_tracked_range
TEST_DEPENDS += $(FRONTEND_TESTS)

$(BUILD)/tb/test_device_memory: $(BUILD)/san/tb/programs/frontend/test_device_memory.o \
    $(BUILD)/san/sim/mem/device_memory.o $(BUILD)/san/cmodel/base/array.o
$(BUILD)/tb/test_progress: $(BUILD)/san/tb/programs/frontend/test_progress.o $(SIM_OBJECTS) $(BUILD)/libscord.a
$(BUILD)/tb/test_pct: $(BUILD)/san/tb/programs/frontend/test_pct.o $(BUILD)/san/sim/machine/pct.o \
    $(BUILD)/san/sim/sm/schedule/pct_order.o $(BUILD)/san/cmodel/base/read_number.o
$(BUILD)/tb/test_tracked_range: $(BUILD)/san/tb/programs/frontend/test_tracked_range.o $(SIM_OBJECTS) \
    $(BUILD)/libscord.a
$(FRONTEND_TESTS):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lcmocka -lm -lz

TEST_DEPENDS += $(BUILD)/tb/random_launches
$(BUILD)/tb/random_launches: $(BUILD)/san/tb/programs/frontend/random_launches.o $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ -lz

# run_thread_sanitizer.sh: the parts of the runtime that several threads of a program's host enter, under
# ThreadSanitizer, in a library of their own; what lies below is behind the session's lock.
TSAN := $(BUILD)/tsan
TSAN_OBJECTS := $(patsubst %.c,$(TSAN)/%.o,$(filter-out %/host_atomics.c,$(filter \
    sim/runtime/% sim/order/% sim/mem/% sim/driver/%,$(SIM_SOURCES))))
TEST_ALL_DEPENDS += $(TSAN)/lib/libscordsim.a

$(TSAN)/sim/runtime/build_check.o: CPPFLAGS += -I$(BUILD)
$(TSAN)/sim/runtime/build_check.o: $(BUILD)/build_id_value.h
$(TSAN)/lib/libscordsim.a: $(TSAN_OBJECTS) $(BUILD)/libscordsim.a $(BUILD)/libscord.a
	@mkdir -p $(@D)/prefixed $(@D)/include
	cp $(BUILD)/libscordsim.a $(BUILD)/libscord.a $(@D)
	ln -sfn $(CURDIR)/sim/runtime/include $(@D)/include/scord-cuda
	for object in $(TSAN_OBJECTS); do \
	    objcopy --redefine-syms=$(BUILD)/libscordsim.a.symbols $$object $(@D)/prefixed/$$(basename $$object) || \
	    exit 1; done
	ar rcs $@ $(addprefix $(@D)/prefixed/,$(notdir $(TSAN_OBJECTS)))
