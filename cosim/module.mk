# SPDX-License-Identifier: Apache-2.0
# cosim: lockstep harness (libscordlockstep.a: drivers, scoreboard), the machines that it loads, the `scord` executable.

# ---- machines: build/machines/scord_machine_X.so, one per entry of SCORD_ELABORATIONS (machine_files.h) ----
# Built by `make`; `make machine-NAME` builds another one, `make machines` all. Tests name those that they need in
# TEST_DEPENDS or TEST_ALL_DEPENDS.
MACHINES ?= cuda gtx480 tiny
machine_file = $(BUILD)/machines/scord_machine_$(1).so
RTL_SOURCES := $(sort $(wildcard rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v))
RTL_HEADERS := $(sort $(wildcard rtl/common/*.vh))
VERILATOR := verilator
VERILATOR_ROOT := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
VERILATOR_INCLUDES := -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
# --x-initial unique: registers power up with any value, so that a forgotten reset shows.
# --assert: the named assertions of the RTL run in every lockstep cycle. --trace-fst is compiled in: a wave needs no other build.
# verilator.vlt and skip_idle: SMs and parts of the detector in which nothing changes cost nothing (docs/speed.md says
# what that gains).
# Those that `make` builds run a quarter faster with -O2; the others are for tests, where compiling them counts.
# No name of a machine but scord_machine is seen outside its file.
MACHINE_CODE := -fPIC -fvisibility=hidden
VERILATOR_FLAGS := --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst -CFLAGS "$(MACHINE_CODE) -include $(CURDIR)/cosim/verilated/verilated_print.h -include $(CURDIR)/cosim/verilated/verilated_idle.h" --top-module scord_top -Irtl/common
SCORD_TOOL_VERSIONS := $(shell $(VERILATOR) --version 2>/dev/null | cut -d' ' -f1,2), $(shell $(CXX) --version 2>/dev/null | head -n 1)

verilated_directory = $(BUILD)/verilated/$(1)
VERILATED_STAMPS := $(foreach e,$(SCORD_ELABORATIONS),$(call verilated_directory,$(e))/stamp)

# Verilator's runtime, the same for every model but SystemC's and that of line coverage. DPI: for switched mutants.
VERILATED_RUNTIME := $(addprefix $(BUILD)/verilated/runtime/,verilated.o verilated_threads.o verilated_fst_c.o)
VERILATED_DPI := $(BUILD)/verilated/runtime/verilated_dpi.o
$(VERILATED_RUNTIME) $(VERILATED_DPI): $(BUILD)/verilated/runtime/%.o: cosim/verilated/verilated_print.h
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -w $(MACHINE_CODE) -include $< -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 \
	  $(VERILATOR_INCLUDES) -c -o $@ $(VERILATOR_ROOT)/include/$*.cpp
COMPILE_MODEL := cosim/verilated/compile_model.sh

# A program of the build: it changes the generated C++ (cosim/verilated/skip_idle). Machines are verilated anew when it
# changes, not when a library does that it uses.
SKIP_IDLE := $(BUILD)/tools/skip_idle
SKIP_IDLE_SOURCES := $(sort $(wildcard cosim/verilated/skip_idle/*.[ch]))
$(SKIP_IDLE): $(patsubst %.c,$(BUILD)/obj/%.o,$(filter %.c,$(SKIP_IDLE_SOURCES))) \
    $(BUILD)/obj/cmodel/base/array.o $(BUILD)/obj/cmodel/base/index_map.o
	@mkdir -p $(@D)
	$(CC) -o $@ $^

# Of what harness and machine must have in common (machine_files.h).
MACHINE_ID_SOURCES := $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk cosim/verilated/verilator.vlt \
    $(SKIP_IDLE_SOURCES) $(sort $(wildcard cosim/verilated/*.[ch])) cmodel/scord_params.h cosim/lockstep/device/rtl_device.cpp \
    $(addprefix cosim/lockstep/device/,rtl_device.h state_registers.h machine_files.h machine_entry.c)
$(BUILD)/machine_id_value.h: $(MACHINE_ID_SOURCES)
	@mkdir -p $(@D)
	@echo "#define SCORD_MACHINE_ID \"$$(cat $^ | sha256sum | cut -c 1-16)\"" > $@
$(BUILD)/obj/cosim/lockstep/device/machine_files.o: CPPFLAGS += -I$(BUILD)
$(BUILD)/obj/cosim/lockstep/device/machine_files.o: $(BUILD)/machine_id_value.h

$(BUILD)/machines/verilated_print.o: cosim/verilated/verilated_print.c cosim/verilated/verilated_print.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(MACHINE_CODE) $(CPPFLAGS) -c -o $@ $<

# $(1) elaboration.
define verilated_rule
$(call verilated_directory,$(1))/stamp: $(RTL_SOURCES) $(RTL_HEADERS) \
    rtl/common/scord_configs.mk cosim/verilated/verilator.vlt \
    $$(SKIP_IDLE_SOURCES) cosim/verilated/verilated_idle.h cosim/verilated/compile_model.sh cosim/lockstep/device/machine.map | $$(SKIP_IDLE)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) $$(VERILATOR_FLAGS) --prefix Vscord_top_$(1) $$(CONFIG_$(1)_VERILATOR) --Mdir $$(@D) cosim/verilated/verilator.vlt $$(RTL_SOURCES)
	$$(SKIP_IDLE) $$(@D) Vscord_top_$(1) || { [ $$$$? -eq 1 ] && \
	    echo "scord: $(1): built without leaving out idle parts: slower, the same otherwise (docs/speed.md)" >&2; }
	+$$(COMPILE_MODEL) $$(@D) Vscord_top_$(1) $(if $(filter $(1),$(MACHINES)),-O2,-O1)
	@touch $$@

$$(BUILD)/obj/cosim/lockstep/device/rtl_device_$(1).o: cosim/lockstep/device/rtl_device.cpp cosim/lockstep/device/rtl_device.h cosim/lockstep/device/state_registers.h cosim/verilated/verilated_fst.h cosim/verilated/verilated_print.h $(call verilated_directory,$(1))/stamp
	@mkdir -p $$(@D)
	$$(CXX) $$(CXXFLAGS) $$(MACHINE_CODE) $$(CPPFLAGS) $$(VERILATOR_INCLUDES) -isystem $(call verilated_directory,$(1)) -DSCORD_ELABORATION=$(1) \
	  -DSCORD_HEADER='"Vscord_top_$(1).h"' -c -o $$@ $$<

$$(BUILD)/machines/entry_$(1).o: cosim/lockstep/device/machine_entry.c $$(BUILD)/machine_id_value.h
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) $$(MACHINE_CODE) $$(CPPFLAGS) -I$$(BUILD) -DSCORD_ELABORATION=$(1) -c -o $$@ $$<

# It brings its own libstdc++: a program in C loads it.
$(call machine_file,$(1)): $$(BUILD)/machines/entry_$(1).o $$(BUILD)/machines/verilated_print.o \
    $$(BUILD)/obj/cosim/lockstep/device/rtl_device_$(1).o $$(VERILATED_RUNTIME) cosim/lockstep/device/machine.map
	$$(CXX) -shared -static-libstdc++ -static-libgcc -Wl,--version-script=cosim/lockstep/device/machine.map -Wl,-z,defs -o $$@ \
	  $$(filter-out $$(VERILATED_RUNTIME),$$(filter %.o,$$^)) \
	  $(call verilated_directory,$(1))/Vscord_top_$(1)__ALL.a $$(VERILATED_RUNTIME) -lz -lpthread

.PHONY: machine-$(1)
machine-$(1): $(call machine_file,$(1))
endef
$(foreach e,$(SCORD_ELABORATIONS),$(eval $(call verilated_rule,$(e))))

TOOLS += $(foreach e,$(MACHINES),$(call machine_file,$(e)))
.PHONY: machines
## test: machines: the RTL of all machines for lockstep; make machine-NAME: of one
machines: $(foreach e,$(SCORD_ELABORATIONS),$(call machine_file,$(e)))

# ---- SystemC top: the tiny machine with sc_clock and signals, over the same scoreboard ----
SYSTEMC_DIRECTORY := $(BUILD)/verilated/systemc
$(SYSTEMC_DIRECTORY)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk
	@rm -rf $(@D) && mkdir -p $(@D)
	$(VERILATOR) --sc -O3 --x-assign fast --x-initial fast --assert --top-module scord_top -Irtl/common \
	  -CFLAGS "-include $(CURDIR)/cosim/verilated/verilated_print.h" --prefix Vscord_top_systemc $(CONFIG_tiny_VERILATOR) --Mdir $(@D) $(RTL_SOURCES)
	+$(MAKE) --no-print-directory -s -C $(@D) -f Vscord_top_systemc.mk Vscord_top_systemc__ALL.a verilated.o verilated_threads.o \
	  OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1 > /dev/null
	@touch $@

$(BUILD)/obj/cosim/systemc/systemc_device.o: cosim/systemc/systemc_device.cpp cosim/lockstep/device/rtl_device.h cosim/lockstep/device/state_registers.h $(SYSTEMC_DIRECTORY)/stamp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(VERILATOR_INCLUDES) -isystem $(SYSTEMC_DIRECTORY) -c -o $@ $<

# A program with a single device class of its own instead of the library's (SystemC top, mutated RTL).
$(BUILD)/obj/cosim/lockstep/device/rtl_device_single.o: cosim/lockstep/device/rtl_device.c cosim/lockstep/device/rtl_device.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(tiny)' -c -o $@ $<

# ---- library ----
LOCKSTEP_SOURCES := $(filter-out cosim/lockstep/device/machine_entry.c, \
    $(sort $(wildcard $(patsubst %,cosim/%/*.c,lockstep lockstep/device random shrink wave coverage verilated))))
LOCKSTEP_OBJECTS := $(LOCKSTEP_SOURCES:%.c=$(BUILD)/obj/%.o)
LIBRARIES += $(BUILD)/libscordlockstep.a
$(BUILD)/obj/cosim/lockstep/mismatch_report.o: CPPFLAGS += -DSCORD_TOOL_VERSIONS='"$(SCORD_TOOL_VERSIONS)"'

$(BUILD)/libscordlockstep_core.a: $(filter-out %/rtl_device.o,$(LOCKSTEP_OBJECTS))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/libscordlockstep.a: $(LOCKSTEP_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

include cosim/scheduler/scheduler.mk
include cosim/commands/commands.mk
