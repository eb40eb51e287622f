# SPDX-License-Identifier: Apache-2.0
# sim: the front end: PTX parser, SIMT core, machine, device memory and the CUDA runtime, one library that `scord check`
# links programs with. tb/ is where its tests are.
SIM_SOURCES := $(wildcard sim/ptx/*.c sim/core/*.c sim/machine/*.c sim/sm/*.c sim/sm/*/*.c sim/mem/*.c \
    sim/grab/*.c sim/order/*.c \
    sim/runtime/*.c sim/runtime/*/*.c sim/driver/*.c sim/libraries/*.c)
SIM_OBJECTS := $(SIM_SOURCES:%.c=$(BUILD)/obj/%.o)
LIBRARIES += $(BUILD)/libscordsim.a

$(BUILD)/obj/sim/runtime/build_check.o: CPPFLAGS += -I$(BUILD)
$(BUILD)/obj/sim/runtime/build_check.o: $(BUILD)/build_id_value.h

# The library is linked with users' programs, whose names are their own: all of ours but the CUDA interface get a
# prefix.
# (build_check_* stays: tests exchange that one object. libc's names are those of sim/runtime/host/libc_calls.c and
# thread_calls.c; __tsan_ those of host_atomics.c.) Programs carry no debug information of ours: it is three quarters
# of them, and the cache of compiled programs would hold a quarter as many.
SYSTEM_CALLS := (__)?(p?read(64)?|recv|recvfrom|fread)(_chk)?|p?write(64)?|fwrite|send|sendto|sendmsg|recvmsg|f?puts
LIBC_CALLS := $(SYSTEM_CALLS)|p?(read|write)v(64)?|f(read|write)_unlocked|getrandom|pthread_.*|sem_.*|__cxa_guard_.*
SIM_SYMBOLS := $(BUILD)/libscordsim.a.symbols
# The list keeps its time while no name comes or goes: then only changed objects are renamed.
$(SIM_SYMBOLS).read: $(SIM_OBJECTS) sim/module.mk
	nm -g --defined-only $(SIM_OBJECTS) | awk \
	    'NF == 3 && $$3 !~ /^(cuda|cu[A-Z]|cu(blas|fft|sparse|solver|rand)|nvrtc|__cuda|scord_|build_check_|__tsan_)/ && \
	     $$3 !~ /^($(LIBC_CALLS))$$/ {print $$3, "scordsim_" $$3}' | sort -u > $@
	cmp -s $@ $(SIM_SYMBOLS) || cp $@ $(SIM_SYMBOLS)
$(SIM_SYMBOLS): $(SIM_SYMBOLS).read ;

$(BUILD)/prefixed/%.o: $(BUILD)/obj/%.o $(SIM_SYMBOLS)
	@mkdir -p $(@D)
	objcopy --strip-debug --redefine-syms=$(SIM_SYMBOLS) $< $@

$(BUILD)/libscordsim.a: $(SIM_SOURCES:%.c=$(BUILD)/prefixed/%.o)
	rm -f $@
	ar rcs $@ $^

# ---- programs that nvcc built (sim/toolkit) ----
# libscordcuda.so is the runtime, with nvcc's registration in the place of clang's. The libraries by whose names
# programs ask for it need it, and hold what differs from version to version: a program of CUDA 13 wants symbols of
# version libcudart.so.13 in a libcudart.so.13. `scord check` puts them all in front of the program's own libraries.
TOOLKIT := $(BUILD)/toolkit
TOOLKIT_CODE := -fPIC -fno-semantic-interposition
TOOLKIT_SOURCES := $(filter-out sim/runtime/register_clang.c sim/libraries/%,$(SIM_SOURCES)) \
                   $(filter-out sim/toolkit/versioned.c,$(wildcard sim/toolkit/*.c))
CUDART_NAMES := libcudart.so.11.0 libcudart.so.12 libcudart.so.13
CUDART_LIBRARIES := $(addprefix $(TOOLKIT)/,$(CUDART_NAMES))
LIBRARIES += $(TOOLKIT)/libscordcuda.so $(CUDART_LIBRARIES) $(TOOLKIT)/libcuda.so.1 \
    $(TOOLKIT)/launch_ptx

# Names for programs of a default stream for each thread.
PER_THREAD_ptsz := cudaEventRecordWithFlags cudaEventRecord cudaFreeAsync cudaLaunchCooperativeKernel \
    cudaLaunchHostFunc cudaLaunchKernelExC cudaMallocAsync cudaMemcpy2DAsync \
    cudaMemcpy3DAsync cudaMemcpyAsync cudaMemcpyFromSymbolAsync cudaMemcpyToSymbolAsync cudaMemset2DAsync \
    cudaMemsetAsync cudaStreamAddCallback cudaStreamAttachMemAsync cudaStreamGetFlags cudaStreamGetPriority \
    cudaStreamQuery cudaStreamSynchronize cudaStreamWaitEvent
PER_THREAD_ptds := cudaMemcpy2D cudaMemcpy3D cudaMemcpyFromSymbol cudaMemcpyToSymbol cudaMemcpy cudaMemset2D \
    cudaMemset3D cudaMemset
# Of the driver API (sim/driver), and its functions under the names of other versions.
DRIVER_ALIASES := cuEventElapsedTime_v2=cuEventElapsedTime cuMemPrefetchAsync_v2=cuMemPrefetchAsync \
    cuMemAdvise_v2=cuMemAdvise \
    cuStreamDestroy=cuStreamDestroy_v2 cuEventDestroy=cuEventDestroy_v2 cuCtxDestroy=cuCtxDestroy_v2 \
    cuCtxPopCurrent=cuCtxPopCurrent_v2 cuCtxPushCurrent=cuCtxPushCurrent_v2 \
    cuDevicePrimaryCtxRelease=cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxReset=cuDevicePrimaryCtxReset_v2 \
    cuDevicePrimaryCtxSetFlags=cuDevicePrimaryCtxSetFlags_v2 cuMemHostRegister=cuMemHostRegister_v2
DRIVER_ptsz := cuEventRecordWithFlags cuEventRecord cuLaunchCooperativeKernel cuLaunchHostFunc cuLaunchKernelEx \
    cuLaunchKernel cuMemAllocAsync cuMemFreeAsync cuMemPrefetchAsync cuMemPrefetchAsync_v2 cuMemcpy2DAsync_v2 \
    cuMemcpyAsync cuMemcpyDtoDAsync_v2 cuMemcpyDtoHAsync_v2 cuMemcpyHtoDAsync_v2 cuMemcpyPeerAsync \
    cuMemsetD16Async cuMemsetD32Async cuMemsetD8Async cuStreamAddCallback cuStreamAttachMemAsync cuStreamGetCtx \
    cuStreamGetFlags cuStreamGetPriority cuStreamQuery cuStreamSynchronize cuStreamWaitEvent
DRIVER_ptds := cuMemcpy2DUnaligned_v2 cuMemcpy2D_v2 \
    cuMemcpyDtoD_v2 cuMemcpyDtoH_v2 cuMemcpyHtoD_v2 cuMemcpyPeer cuMemcpy \
    cuMemsetD16_v2 cuMemsetD2D16_v2 cuMemsetD2D32_v2 cuMemsetD2D8_v2 cuMemsetD32_v2 cuMemsetD8_v2
PER_THREAD := $(foreach k,ptsz ptds,$(foreach n,$(PER_THREAD_$(k)) $(DRIVER_$(k)),-Wl,--defsym=$(n)_$(k)=$(n))) \
    $(DRIVER_ALIASES:%=-Wl,--defsym=%)

$(BUILD)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TOOLKIT_CODE) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/sim/runtime/build_check.o $(BUILD)/pic/cmodel/build_id.o: CPPFLAGS += -I$(BUILD)
$(BUILD)/pic/sim/runtime/build_check.o $(BUILD)/pic/cmodel/build_id.o: $(BUILD)/build_id_value.h

$(BUILD)/pic/libscord.a: $(MODEL_SOURCES:%.c=$(BUILD)/pic/%.o)
	@rm -f $@
	ar rcs $@ $^

$(TOOLKIT)/libscordcuda.so: $(TOOLKIT_SOURCES:%.c=$(BUILD)/pic/%.o) $(BUILD)/pic/libscord.a sim/toolkit/cuda.map \
    sim/module.mk
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-soname,libscordcuda.so -Wl,--version-script=sim/toolkit/cuda.map -Wl,-z,defs $(PER_THREAD) \
	  -o $@ $(filter %.o %.a,$^) -llz4 -lzstd -lz -lm -lpthread -ldl

# libcudart.so.11.0: CUDART=11.
VERSIONED := $(CUDART_NAMES:libcudart.so.%=$(BUILD)/pic/sim/toolkit/versioned_%.o)
$(VERSIONED): $(BUILD)/pic/sim/toolkit/versioned_%.o: sim/toolkit/versioned.c sim/toolkit/versioned.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TOOLKIT_CODE) $(CPPFLAGS) -DCUDART=$(firstword $(subst ., ,$*)) -MMD -MP -c -o $@ $<

$(CUDART_LIBRARIES): $(TOOLKIT)/libcudart.so.%: $(BUILD)/pic/sim/toolkit/versioned_%.o $(TOOLKIT)/libscordcuda.so
	echo 'libcudart.so.$* { global: cuda*; local: *; };' > $@.map
	$(CC) -shared -Wl,-soname,libcudart.so.$* -Wl,--version-script=$@.map -Wl,-z,defs -Wl,--no-as-needed \
	  '-Wl,-rpath,$$ORIGIN' -o $@ $^
	rm $@.map

# The driver API by its library's name: all of it is in libscordcuda.so.
$(TOOLKIT)/libcuda.so.1: $(TOOLKIT)/libscordcuda.so
	$(CC) -shared -nostdlib -Wl,-soname,libcuda.so.1 -Wl,--no-as-needed '-Wl,-rpath,$$ORIGIN' -o $@ $^
	ln -sf libcuda.so.1 $(TOOLKIT)/libcuda.so

# CUDA's libraries, under the names of CUDA 11 to 13: each holds what begins with its prefix.
HOST_LIBRARIES := libcublas.so.11 libcublas.so.12 libcublas.so.13 libcublasLt.so.11 libcublasLt.so.12 \
    libcublasLt.so.13 libcurand.so.10 libcufft.so.10 libcufft.so.11 libcufft.so.12 libcusparse.so.11 libcusparse.so.12 \
    libcusolver.so.10 libcusolver.so.11 libcusolver.so.12
LIBRARIES += $(addprefix $(TOOLKIT)/,$(HOST_LIBRARIES))
PARTS_libcublas := blas blas_types blas_mixed elements
PARTS_libcublasLt := blas_lt blas blas_types elements
PARTS_libcurand := random
PARTS_libcufft := fft
PARTS_libcusparse := sparse elements
PARTS_libcusolver := solver solver_64 solver_sparse solver_types blas elements
$(addprefix $(TOOLKIT)/,$(HOST_LIBRARIES)): PARTS = $(PARTS_$(firstword $(subst ., ,$(@F))))
$(addprefix $(TOOLKIT)/,$(HOST_LIBRARIES)): $(patsubst %.c,$(BUILD)/pic/%.o,$(wildcard sim/libraries/*.c)) \
    $(TOOLKIT)/libscordcuda.so
	echo '$(@F) { global: $(patsubst lib%,%,$(firstword $(subst ., ,$(@F))))*; local: *; };' > $@.map
	$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script=$@.map -Wl,-z,defs '-Wl,-rpath,$$ORIGIN' -o $@ \
	  $(PARTS:%=$(BUILD)/pic/sim/libraries/%.o) $(TOOLKIT)/libscordcuda.so -lm
	rm $@.map

# What `scord check file.ptx` runs.
LAUNCHER_SOURCES := $(wildcard sim/toolkit/launcher/*.c)
$(TOOLKIT)/launch_ptx: $(LAUNCHER_SOURCES:%.c=$(BUILD)/pic/%.o) $(TOOLKIT)/libcuda.so.1
	$(CC) '-Wl,-rpath,$$ORIGIN' -Wl,--no-as-needed -o $@ $(filter %.o,$^) \
	  $(TOOLKIT)/libcuda.so.1 $(TOOLKIT)/libscordcuda.so

include $(sort $(wildcard sim/kernels/*.mk))
