# tb/speed/rates: programs of `make bench` (scripts/bench.sh).
TEST_DEPENDS += $(BUILD)/tb/model_speed $(BUILD)/tb/oracle_speed
$(BUILD)/tb/model_speed: $(BUILD)/lto/tb/speed/rates/model_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)

$(BUILD)/tb/oracle_speed: $(BUILD)/lto/tb/speed/rates/oracle_speed.o $(BUILD)/lto/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBSCORD_LIBS)

# ---- `make bench-threads`: the default machine by Verilator for one thread and for two, in a `scord` of its own each;
# idle SMs are evaluated in both ----
BENCH_THREADS := $(BUILD)/bench_threads
define bench_threads_rule
$(BENCH_THREADS)/$(1)/stamp: $(RTL_SOURCES) $(RTL_HEADERS) rtl/common/scord_configs.mk cosim/verilated/verilator.vlt \
    tb/speed/rates/rates.mk
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(VERILATOR) $$(VERILATOR_FLAGS) --threads $(1) --prefix Vscord_top_gtx480 $$(CONFIG_gtx480_VERILATOR) --Mdir \
	    $$(@D) cosim/verilated/verilator.vlt $$(RTL_SOURCES)
	+$$(MAKE) --no-print-directory -s -C $$(@D) -f Vscord_top_gtx480.mk Vscord_top_gtx480__ALL.a verilated.o \
	    verilated_fst_c.o verilated_threads.o \
	  OPT_FAST=-O2 OPT_SLOW=-O0 OPT_GLOBAL=-O2
	@touch $$@

$(BENCH_THREADS)/$(1)/rtl_device.o: cosim/lockstep/rtl_device.cpp cosim/lockstep/rtl_device.h \
    cosim/lockstep/state_registers.h cosim/verilated/verilated_fst.h cosim/verilated/verilated_print.h \
    $(BENCH_THREADS)/$(1)/stamp
	$$(CXX) $$(CXXFLAGS) $$(CPPFLAGS) $$(VERILATOR_INCLUDES) -isystem $$(@D) -DSCORD_VERILATED_THREADS=$(1) \
	    -DSCORD_ELABORATION=gtx480 \
	  -DSCORD_HEADER='"Vscord_top_gtx480.h"' -c -o $$@ $$<

$(BENCH_THREADS)/$(1)/rtl_devices.o: cosim/lockstep/rtl_device.c cosim/lockstep/rtl_device.h $(BENCH_THREADS)/$(1)/stamp
	$$(CC) $$(CFLAGS) $$(CPPFLAGS) '-DSCORD_DEVICE_CLASSES(X)=X(gtx480)' -c -o $$@ $$<

$(BENCH_THREADS)/$(1)/scord: $$(COMMAND_OBJECTS) $(BENCH_THREADS)/$(1)/rtl_device.o \
    $(BENCH_THREADS)/$(1)/rtl_devices.o $(BUILD)/libscordlockstep_core.a \
    $$$$(filter-out %/libscordlockstep.a,$$$$(SCORD_LIBRARIES))
	$$(CXX) $$(CXXFLAGS) -rdynamic -o $$@ $$(COMMAND_OBJECTS) $$(@D)/rtl_device.o $$(@D)/rtl_devices.o \
	    $$(@D)/Vscord_top_gtx480__ALL.a $$(@D)/verilated*.o \
	  $(BUILD)/libscordlockstep_core.a $$(filter-out %/libscordlockstep.a,$$(SCORD_LIBRARIES)) $$(SCORD_LDLIBS)
endef
$(foreach n,1 2,$(eval $(call bench_threads_rule,$(n))))
