# SPDX-License-Identifier: Apache-2.0
# cosim/scheduler: libscordscheduler.so, the RTL of an SM's warp scheduling unit behind sim/sm/schedule/scheduler_device.h. Loaded by path
# into the program that `scord sim --rtl` runs, whatever that is linked with: it brings its own libstdc++ and shows one symbol.
SCHEDULER_SOURCES := $(wildcard $(patsubst %,rtl/sm/%.v,warp_scheduler issue_scheduler fetch_scheduler warp_picker warp_priority_table \
                       block_order block_sequence))
# warps of an SM: BAWS's machine, and that of the detector's Table V
SCORD_SCHEDULER_ELABORATIONS := 48 32
SCHEDULER_CODE := -fPIC -fvisibility=hidden -include $(CURDIR)/cosim/verilated/verilated_print.h
scheduler_directory = $(BUILD)/verilated/scheduler_$(1)
SCHEDULER_OBJECTS := $(BUILD)/obj/cosim/scheduler/scheduler_device.o $(BUILD)/obj/cosim/scheduler/verilated_print.o

# $(1) warps; as verilated_rule of cosim/module.mk, but with -O1: at -O2 the value range propagation of g++ 12.2 (-ftree-vrp) drops an "and"
# of fetch_scheduler, which random lockstep saw as a pick of a warp that is not eligible. It is as fast.
define scheduler_rule
$(call scheduler_directory,$(1))/stamp: $(SCHEDULER_SOURCES) $(RTL_HEADERS) cosim/scheduler/scheduler.mk
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst -CFLAGS "$$(SCHEDULER_CODE)" --top-module warp_scheduler \
	  -Irtl/common -GWarpsPerSm=$(1) --prefix Vwarp_scheduler_$(1) --Mdir $$(@D) $(SCHEDULER_SOURCES)
	+$$(COMPILE_MODEL) $$(@D) Vwarp_scheduler_$(1) -O1
	@touch $$@
endef
$(foreach e,$(SCORD_SCHEDULER_ELABORATIONS),$(eval $(call scheduler_rule,$(e))))

$(BUILD)/obj/cosim/scheduler/scheduler_device.o: cosim/scheduler/scheduler_device.cpp cosim/verilated/verilated_fst.h cosim/verilated/verilated_print.h sim/sm/schedule/scheduler_device.h cmodel/sm/warp_scheduler.h \
                                                 $(foreach e,$(SCORD_SCHEDULER_ELABORATIONS),$(call scheduler_directory,$(e))/stamp)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -fPIC -fvisibility=hidden $(CPPFLAGS) $(VERILATOR_INCLUDES) \
	  $(foreach e,$(SCORD_SCHEDULER_ELABORATIONS),-isystem $(call scheduler_directory,$(e))) -c -o $@ $<

$(BUILD)/obj/cosim/scheduler/verilated_print.o: cosim/verilated/verilated_print.c cosim/verilated/verilated_print.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -fPIC -fvisibility=hidden $(CPPFLAGS) -c -o $@ $<

$(BUILD)/libscordscheduler.so: $(SCHEDULER_OBJECTS) $(VERILATED_RUNTIME) cosim/scheduler/exports.map
	$(CXX) -shared -static-libstdc++ -static-libgcc -Wl,--version-script=cosim/scheduler/exports.map -Wl,-z,defs -o $@ $(SCHEDULER_OBJECTS) \
	  $(foreach e,$(SCORD_SCHEDULER_ELABORATIONS),$(call scheduler_directory,$(e))/Vwarp_scheduler_$(e)__ALL.a) \
	  $(VERILATED_RUNTIME) -lz -lpthread

LIBRARIES += $(BUILD)/libscordscheduler.so
