# SPDX-License-Identifier: Apache-2.0
# tb/lockstep/timing: the C model of the detector's timing (sim/mem/detector_timing.c, detector_queues.c) against the
# verilated detector of tb/speed/throughput, under ASan and UBSan; faults.sh plants bugs into the model.
TIMING_BENCH := $(filter-out %/throughput.cpp %/run.cpp,$(wildcard tb/speed/throughput/*.cpp))
TIMING_PROGRAMS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard cosim/random/*.c))
TIMING_OBJECTS := $(patsubst %.cpp,$(BUILD)/obj/%.o,$(wildcard tb/lockstep/timing/*.cpp) $(TIMING_BENCH))
TIMING_VERILATED = $(foreach c,$(THROUGHPUT_CONFIGS),$(BUILD)/throughput/$(c)/Vdetector_$(c)__ALL.a) \
  $(THROUGHPUT_RUNTIME) $(TIMING_PROGRAMS) $(BUILD)/libscord.a

$(BUILD)/obj/tb/lockstep/timing/%.o: tb/lockstep/timing/%.cpp \
    $(wildcard tb/lockstep/timing/*.h tb/speed/throughput/*.h) sim/mem/detector_timing.h cmodel/base/random.h \
    cmodel/scord_params.h
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<

$(BUILD)/tb/lockstep/timing/timing: $(TIMING_OBJECTS) $$(THROUGHPUT_RUNTIME) $(BUILD)/san/sim/mem/detector_timing.o \
    $(BUILD)/san/sim/mem/detector_queues.o $(TIMING_PROGRAMS) \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) $(SANITIZE) -o $@ $(filter %/detector_timing.o %/detector_queues.o,$^) $(TIMING_OBJECTS) \
	    $(TIMING_VERILATED) -lpthread -lz

# For speed and faults.sh, without sanitizers
$(BUILD)/tb/lockstep/timing/timing_fast: $(TIMING_OBJECTS) $$(THROUGHPUT_RUNTIME) \
    $(BUILD)/obj/sim/mem/detector_timing.o $(BUILD)/obj/sim/mem/detector_queues.o $(TIMING_PROGRAMS) \
    $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CXX) -o $@ $(filter %/detector_timing.o %/detector_queues.o,$^) $(TIMING_OBJECTS) $(TIMING_VERILATED) -lpthread -lz

TEST_ALL_DEPENDS += $(BUILD)/tb/lockstep/timing/timing $(BUILD)/tb/lockstep/timing/timing_fast
