# SPDX-License-Identifier: Apache-2.0
# tb/coverage: functional coverage of random lockstep runs, and Verilator's line and toggle coverage of the RTL
# (docs/coverage.md).
COVERAGE_TOOLS := $(patsubst tb/coverage/%.c,$(BUILD)/tb/coverage/%,$(sort $(wildcard tb/coverage/coverage_*.c)))
TEST_DEPENDS += $(COVERAGE_TOOLS) $(BUILD)/scord

$(COVERAGE_TOOLS): $(BUILD)/tb/coverage/%: $(BUILD)/obj/tb/coverage/%.o $(BUILD)/libscordlockstep_core.a \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

.PHONY: coverage
## test: coverage: functional coverage of the smoke runs, in lockstep: the table, every bin not hit
coverage: $(COVERAGE_TOOLS) $(BUILD)/scord
	@tb/coverage/functional_coverage.sh smoke

# ---- line and toggle coverage: `scord` once more, over devices that Verilator instruments ----
include tb/coverage/rtl_devices.mk

define rtl_coverage_rule
$(RTL_COVERAGE)/$(1)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk tb/coverage/rtl_devices.mk
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) $$(RTL_COVERAGE_FLAGS) --prefix Vscord_top_$(1) $$(CONFIG_$(1)_VERILATOR) --Mdir $$(@D) $$(RTL_SOURCES)
	+$$(MAKE) --no-print-directory -s -C $$(@D) -f Vscord_top_$(1).mk Vscord_top_$(1)__ALL.a OPT_FAST=-O1 OPT_SLOW=-O0 \
	  > /dev/null
	+$$(MAKE) --no-print-directory -s -C $$(@D) -f Vscord_top_$(1).mk verilated.o verilated_cov.o \
	    verilated_threads.o OPT_GLOBAL=-O1
	@touch $$@

$(RTL_COVERAGE)/rtl_device_$(1).o: cosim/lockstep/device/rtl_device.cpp cosim/lockstep/device/rtl_device.h \
    cosim/lockstep/device/state_registers.h cosim/verilated/verilated_fst.h cosim/verilated/verilated_coverage.h \
    $(RTL_COVERAGE)/$(1)/stamp
	$$(CXX) $$(CXXFLAGS) $$(CPPFLAGS) $$(VERILATOR_INCLUDES) -isystem $(RTL_COVERAGE)/$(1) -DVM_COVERAGE=1 \
	    -DSCORD_WITHOUT_TRACE -DSCORD_ELABORATION=$(1) \
	  -DSCORD_HEADER='"Vscord_top_$(1).h"' -c -o $$@ $$<
endef
$(foreach e,$(RTL_COVERAGE_ELABORATIONS),$(eval $(call rtl_coverage_rule,$(e))))

$(RTL_COVERAGE)/rtl_devices.o: tb/coverage/rtl_devices.c cosim/lockstep/device/rtl_device.h \
    rtl/common/scord_configs.mk \
    tb/coverage/rtl_devices.mk
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) \
	    '-DRTL_COVERAGE_DEVICES(X)=$(foreach e,$(RTL_COVERAGE_ELABORATIONS),X($(e),"$(CONFIG_$(e)_VERILATOR)"))' \
	    -c -o $@ $<

RTL_COVERAGE_OBJECTS := $(RTL_COVERAGE)/rtl_devices.o $(RTL_COVERAGE_ELABORATIONS:%=$(RTL_COVERAGE)/rtl_device_%.o)
$(RTL_COVERAGE)/scord: $(COMMAND_OBJECTS) $(RTL_COVERAGE_OBJECTS) $(BUILD)/libscordlockstep_core.a \
    $$(filter-out %/libscordlockstep.a,$$(SCORD_LIBRARIES))
	$(CXX) $(CXXFLAGS) -rdynamic -o $@ $(COMMAND_OBJECTS) $(RTL_COVERAGE_OBJECTS) \
	    $(RTL_COVERAGE_ELABORATIONS:%=$(RTL_COVERAGE)/%/Vscord_top_*__ALL.a) \
	  $(RTL_COVERAGE)/$(firstword $(RTL_COVERAGE_ELABORATIONS))/verilated*.o $(BUILD)/libscordlockstep_core.a \
	  $(filter-out %/libscordlockstep.a,$(SCORD_LIBRARIES)) $(SCORD_LDLIBS)

.PHONY: coverage-rtl
## test: coverage-rtl: line and toggle coverage of the RTL by Verilator: the table by module, into docs/results/coverage-rtl.md, every gap
coverage-rtl: $(RTL_COVERAGE)/scord $(COVERAGE_TOOLS)
	@scripts/results_page.sh docs/results/coverage-rtl.md fenced:modules tb/coverage/rtl_coverage.sh full
