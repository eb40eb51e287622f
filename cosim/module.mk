# cosim: lockstep harness (libscordlockstep.a: drivers, scoreboard, verilated devices) and the `scord` executable.

# ---- verilated devices, one per entry of SCORD_ELABORATIONS ----
RTL_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v))
RTL_HEADERS := $(sort $(wildcard rtl/common/*.vh))
VERILATOR := verilator
VERILATOR_ROOT := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
VERILATOR_INCLUDES := -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
# --x-initial unique: registers power up with any value, so that a forgotten reset shows.
# --assert: the named assertions of the RTL run in every lockstep cycle. --trace-fst is compiled in: a wave needs no other build.
# verilator.vlt and skip_idle: SMs and parts of the detector in which nothing changes cost nothing (docs/speed.md says
# what that gains).
VERILATOR_FLAGS := --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst -CFLAGS "-include $(CURDIR)/cosim/verilated/verilated_print.h -include $(CURDIR)/cosim/verilated/verilated_idle.h" --top-module scord_top -Irtl/common
SCORD_TOOL_VERSIONS := $(shell $(VERILATOR) --version 2>/dev/null | cut -d' ' -f1,2), $(shell $(CXX) --version 2>/dev/null | head -n 1)

verilated_directory = $(BUILD)/verilated/$(1)
VERILATED_STAMPS := $(foreach e,$(SCORD_ELABORATIONS),$(call verilated_directory,$(e))/stamp)

# A program of the build: it changes the generated C++ (cosim/verilated/skip_idle). Machines are verilated anew when it
# changes, not when a library does that it uses.
SKIP_IDLE := $(BUILD)/tools/skip_idle
SKIP_IDLE_SOURCES := $(sort $(wildcard cosim/verilated/skip_idle/*.[ch]))
$(SKIP_IDLE): $(patsubst %.c,$(BUILD)/obj/%.o,$(filter %.c,$(SKIP_IDLE_SOURCES))) \
    $(BUILD)/obj/cmodel/base/array.o $(BUILD)/obj/cmodel/base/index_map.o
	@mkdir -p $(@D)
	$(CC) -o $@ $^

# $(1) elaboration. The stamp's recipe leaves the objects of the model and, from the first one, of Verilator's runtime.
define verilated_rule
$(call verilated_directory,$(1))/stamp: $(RTL_SOURCES) $(RTL_HEADERS) \
    rtl/common/scord_configs.mk cosim/verilated/verilator.vlt \
    $$(SKIP_IDLE_SOURCES) cosim/verilated/verilated_idle.h | $$(SKIP_IDLE)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) $$(VERILATOR_FLAGS) --prefix Vscord_top_$(1) $$(CONFIG_$(1)_VERILATOR) --Mdir $$(@D) cosim/verilated/verilator.vlt $$(RTL_SOURCES)
	$$(SKIP_IDLE) $$(@D) Vscord_top_$(1) || { [ $$$$? -eq 1 ] && \
	    echo "scord: $(1): built without leaving out idle parts: slower, the same otherwise (docs/speed.md)" >&2; }
	+$$(MAKE) --no-print-directory -s -C $$(@D) -f Vscord_top_$(1).mk Vscord_top_$(1)__ALL.a OPT_FAST=-O2 OPT_SLOW=-O0
	+$$(MAKE) --no-print-directory -s -C $$(@D) -f Vscord_top_$(1).mk verilated.o verilated_fst_c.o verilated_threads.o OPT_FAST=-O2 OPT_GLOBAL=-O2
	@touch $$@

$$(BUILD)/obj/cosim/lockstep/rtl_device_$(1).o: cosim/lockstep/rtl_device.cpp cosim/lockstep/rtl_device.h cosim/lockstep/state_registers.h cosim/verilated/verilated_fst.h cosim/verilated/verilated_print.h $(call verilated_directory,$(1))/stamp
	@mkdir -p $$(@D)
	$$(CXX) $$(CXXFLAGS) $$(CPPFLAGS) $$(VERILATOR_INCLUDES) -isystem $(call verilated_directory,$(1)) -DSCORD_ELABORATION=$(1) \
	  -DSCORD_HEADER='"Vscord_top_$(1).h"' -c -o $$@ $$<
endef
$(foreach e,$(SCORD_ELABORATIONS),$(eval $(call verilated_rule,$(e))))

# ---- SystemC top: the tiny machine with sc_clock and signals, over the same scoreboard ----
SYSTEMC_DIRECTORY := $(BUILD)/verilated/systemc
$(SYSTEMC_DIRECTORY)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk
	@rm -rf $(@D) && mkdir -p $(@D)
	$(VERILATOR) --sc -O3 --x-assign fast --x-initial fast --assert --top-module scord_top -Irtl/common \
	  -CFLAGS "-include $(CURDIR)/cosim/verilated/verilated_print.h" --prefix Vscord_top_systemc $(CONFIG_tiny_VERILATOR) --Mdir $(@D) $(RTL_SOURCES)
	+$(MAKE) --no-print-directory -s -C $(@D) -f Vscord_top_systemc.mk Vscord_top_systemc__ALL.a verilated.o verilated_threads.o \
	  OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1
	@touch $@

$(BUILD)/obj/cosim/systemc/systemc_device.o: cosim/systemc/systemc_device.cpp cosim/lockstep/rtl_device.h cosim/lockstep/state_registers.h $(SYSTEMC_DIRECTORY)/stamp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(SYSTEMC_DIRECTORY) -c -o $@ $<

# A program with a single device class of its own instead of the library's (SystemC top, mutated RTL).
$(BUILD)/obj/cosim/lockstep/rtl_device_single.o: cosim/lockstep/rtl_device.c cosim/lockstep/rtl_device.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(tiny)' -c -o $@ $<

# ---- library ----
LOCKSTEP_SOURCES := $(sort $(wildcard $(patsubst %,cosim/%/*.c,lockstep random shrink wave coverage verilated)))
LOCKSTEP_OBJECTS := $(LOCKSTEP_SOURCES:%.c=$(BUILD)/obj/%.o)
LIBRARIES += $(BUILD)/libscordlockstep.a
# a device class per elaboration, as an X-list for rtl_device.c
$(BUILD)/obj/cosim/lockstep/rtl_device.o: CPPFLAGS += '-DSCORD_DEVICE_CLASSES(X)=$(foreach e,$(SCORD_ELABORATIONS),X($(e)))'
$(BUILD)/obj/cosim/lockstep/rtl_device.o: rtl/common/scord_configs.mk
$(BUILD)/obj/cosim/lockstep/mismatch_report.o: CPPFLAGS += -DSCORD_TOOL_VERSIONS='"$(SCORD_TOOL_VERSIONS)"'

$(BUILD)/libscordlockstep_core.a: $(filter-out %/rtl_device.o,$(LOCKSTEP_OBJECTS))
	@rm -f $@
	ar rcs $@ $^

# Objects of every model (their names differ), Verilator's runtime once.
$(BUILD)/libscordlockstep.a: $(LOCKSTEP_OBJECTS) $(foreach e,$(SCORD_ELABORATIONS),$(BUILD)/obj/cosim/lockstep/rtl_device_$(e).o)
	@rm -f $@
	ar rcs $@ $^ $(foreach e,$(SCORD_ELABORATIONS),$(call verilated_directory,$(e))/Vscord_top_$(e)*.o) \
	  $(call verilated_directory,$(firstword $(SCORD_ELABORATIONS)))/verilated*.o

include cosim/scheduler/scheduler.mk
include cosim/commands/commands.mk
