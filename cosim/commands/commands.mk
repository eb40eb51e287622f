# SPDX-License-Identifier: Apache-2.0
# cosim/commands: build/scord, the one executable. A sub-command is there when its command_<name>.c is.
# Other folders add what their commands link with to SCORD_LDLIBS and to LIBRARIES.

# machine.o: the numbers of the cycle-level machine, which `scord sim` reads and prints. grab: what `scord grab` finds in streams, and reads.
COMMAND_SOURCES := $(sort $(wildcard cosim/commands/*.c cosim/commands/*/*.c))
COMMAND_OBJECTS := $(COMMAND_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/sim/machine/machine.o \
                   $(BUILD)/obj/sim/machine/pct.o \
                   $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard sim/grab/*.c)))
SCORD_LDLIBS += -lz -llzma -lpthread -ldl
# In link order: each library may use those after it. Expanded late, because their module.mk may come after this one.
SCORD_LIBRARIES = $(filter %/libscordlockstep.a,$(LIBRARIES)) $(BUILD)/lto/libscord.a
TOOLS += $(BUILD)/scord $(BUILD)/scord-nvcc $(BUILD)/cuda/lib64/libcudart.so

# main.c offers the optional commands that exist: their files are listed so that a new one rebuilds it.
SCORD_HAVE := $(if $(wildcard cosim/commands/check/command_check.c),-DSCORD_HAVE_CHECK) \
              $(if $(wildcard cosim/commands/sim/command_sim.c),-DSCORD_HAVE_SIM) \
              $(if $(wildcard cosim/commands/grab/command_grab.c),-DSCORD_HAVE_GRAB) \
              $(if $(wildcard cosim/commands/cosim/command_cosim.c),-DSCORD_HAVE_COSIM)
$(BUILD)/obj/cosim/commands/main.o: CPPFLAGS += $(SCORD_HAVE)
$(BUILD)/obj/cosim/commands/main.o: $(wildcard cosim/commands/*/command_*.c)

# --no-as-needed: a weak reference to libstdc++ names kernels as C++ does (cmodel/base/demangle.c); nothing else needs
# the library.
.SECONDEXPANSION:
$(BUILD)/scord: $(COMMAND_OBJECTS) $$(SCORD_LIBRARIES) cosim/commands/commands.mk
	$(CXX) $(CXXFLAGS) $(LTO) -rdynamic -Wl,--no-as-needed \
	  '-Wl,-rpath,$$ORIGIN/machines:$$ORIGIN/../lib/scord/machines' -o $@ \
	  $(COMMAND_OBJECTS) $(SCORD_LIBRARIES) $(SCORD_LDLIBS)

# By this name the executable is nvcc (main.c).
$(BUILD)/scord-nvcc: | $(BUILD)/scord
	ln -sf scord $@

# What CUDA users call a toolkit: bin/nvcc, include and lib64, for makefiles that know CUDA_PATH only. Its libraries are
# linker scripts that name ours, seen from where they lie, so that `g++ … -lcudart` links too (and names kernels as C++ does: __cxa_demangle).
$(BUILD)/cuda/lib64/libcudart.so: cosim/commands/commands.mk | $(BUILD)/scord
	rm -rf $(BUILD)/cuda
	mkdir -p $(@D) $(BUILD)/cuda/bin $(BUILD)/cuda/nvvm/libdevice
	ln -s $(abspath sim/runtime/include) $(BUILD)/cuda/include
	ln -s lib64 $(BUILD)/cuda/lib
	echo 'EXTERN(__cxa_demangle) INPUT(../../libscordsim.a ../../libscord.a -lz -lm -lpthread -l:libstdc++.a)' > $@
	cp $@ $(BUILD)/cuda/lib64/libcudart_static.a
	for empty in cudadevrt nvToolsExt cublas cublasLt culibos curand cufft cusparse cusolver nvrtc; do \
	  printf '!<arch>\n' > $(BUILD)/cuda/lib64/lib$$empty.a; done
	cp $@ $(BUILD)/cuda/lib64/libcuda.so
	ln -s ../../scord $(BUILD)/cuda/bin/nvcc
