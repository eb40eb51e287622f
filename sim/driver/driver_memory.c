/* SPDX-License-Identifier: Apache-2.0 */
/* driver_memory.c: device memory, pinned and managed memory, copies and sets. */
#include <string.h>

#include "sim/driver/driver.h"

/* ---- allocation ---- */

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    const driver_call_t call = driver_begin("cuMemGetInfo");
    return driver_end(call, cudaMemGetInfo(free_bytes, total_bytes));
}

static CUresult allocate(const char *name, void **pointer, size_t bytes,
                         device_memory_kind_t kind) {
    if (!pointer || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin(name);
    return driver_end(call, memory_allocate(pointer, bytes, kind, name));
}
static CUresult allocate_device(const char *name, CUdeviceptr *pointer, size_t bytes,
                                device_memory_kind_t kind) {
    void *place = NULL;
    if (!pointer) return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = allocate(name, &place, bytes, kind);
    *pointer = (CUdeviceptr)(uintptr_t)place;
    return error;
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes) {
    return allocate_device("cuMemAlloc", pointer, bytes, DEVICE_MEMORY_DEVICE);
}
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    return allocate_device("cuMemAllocManaged", pointer, bytes, DEVICE_MEMORY_HOST);
}
CUresult cuMemAllocHost(void **pointer, size_t bytes) {
    return allocate("cuMemAllocHost", pointer, bytes, DEVICE_MEMORY_HOST);
}
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    return allocate("cuMemHostAlloc", pointer, bytes, DEVICE_MEMORY_HOST);
}
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                         unsigned int element) {
    (void)element;
    void *place = NULL;
    if (!pointer || !pitch || width == 0 || height == 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuMemAllocPitch");
    const cudaError_t error = cudaMallocPitch(&place, pitch, width, height);
    *pointer = (CUdeviceptr)(uintptr_t)place;
    return driver_end(call, error);
}
CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream) {
    void *place = NULL;
    if (!pointer || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuMemAllocAsync");
    const cudaError_t error = cudaMallocAsync(&place, bytes, stream);
    *pointer = (CUdeviceptr)(uintptr_t)place;
    return driver_end(call, error);
}

CUresult cuMemFree(CUdeviceptr pointer) {
    const driver_call_t call = driver_begin("cuMemFree");
    return driver_end(call, cudaFree(driver_pointer(pointer)));
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
    const driver_call_t call = driver_begin("cuMemFreeAsync");
    return driver_end(call, cudaFreeAsync(driver_pointer(pointer), stream));
}
CUresult cuMemFreeHost(void *pointer) {
    const driver_call_t call = driver_begin("cuMemFreeHost");
    return driver_end(call, cudaFreeHost(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags) {
    void *place = NULL;
    const driver_call_t call = driver_begin("cuMemHostGetDevicePointer");
    const cudaError_t error = cudaHostGetDevicePointer(&place, host, flags);
    *device = (CUdeviceptr)(uintptr_t)place;
    return driver_end(call, error);
}
CUresult cuMemHostGetFlags(unsigned int *flags, void *host) {
    const driver_call_t call = driver_begin("cuMemHostGetFlags");
    return driver_end(call, cudaHostGetFlags(flags, host));
}
CUresult cuMemHostRegister(void *host, size_t bytes, unsigned int flags) {
    const driver_call_t call = driver_begin("cuMemHostRegister");
    return driver_end(call, cudaHostRegister(host, bytes, flags));
}
CUresult cuMemHostUnregister(void *host) {
    const driver_call_t call = driver_begin("cuMemHostUnregister");
    return driver_end(call, cudaHostUnregister(host));
}

/* ---- what a pointer is ---- */

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer) {
    const driver_call_t call = driver_begin("cuMemGetAddressRange");
    const device_allocation_t *found = device_memory_find(call.session->memory, pointer);
    if (found && base) *base = found->address;
    if (found && bytes) *bytes = found->bytes;
    driver_end(call, cudaSuccess);
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static bool take_attribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer,
                           const device_allocation_t *found) {
    const bool host = found->kind == DEVICE_MEMORY_HOST;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: cuCtxGetCurrent(value); return true;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned int *)value = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return true;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)value = host ? driver_pointer(pointer) : NULL;
        return host;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)value = pointer; return true;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned char *)value = strncmp(found->name, "cuMemAllocManaged", 17) == 0 ||
                                  strncmp(found->name, "cudaMallocManaged", 17) == 0;
        return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = 0; return true;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)value = found->address; return true;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)value = found->bytes; return true;
    case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned char *)value = 1; return true;
    }
    return false;
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuPointerGetAttribute");
    const device_allocation_t *found = device_memory_find(call.session->memory, pointer);
    const bool known = found && take_attribute(value, attribute, pointer, found);
    return driver_end(call, known ? cudaSuccess : cudaErrorInvalidValue);
}
/* One that a pointer does not have is 0 here. */
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr pointer) {
    for (unsigned int i = 0; i < count; i++) {
        const bool small = attributes[i] == CU_POINTER_ATTRIBUTE_IS_MANAGED ||
                           attributes[i] == CU_POINTER_ATTRIBUTE_MAPPED;
        const bool number = attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ||
                            attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
        memset(values[i], 0, small ? 1 : number ? sizeof(int) : sizeof(void *));
        cuPointerGetAttribute(values[i], attributes[i], pointer);
    }
    return CUDA_SUCCESS;
}

/* ---- copies ---- */

static CUresult copy(const char *name, void *to, const void *from, size_t bytes,
                     enum cudaMemcpyKind kind) {
    const driver_call_t call = driver_begin(name);
    return driver_end(call, cudaMemcpy(to, from, bytes, kind));
}
static CUresult copy_async(const char *name, void *to, const void *from, size_t bytes,
                           enum cudaMemcpyKind kind, CUstream stream) {
    const driver_call_t call = driver_begin(name);
    return driver_end(call, cudaMemcpyAsync(to, from, bytes, kind, stream));
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy("cuMemcpy", driver_pointer(to), driver_pointer(from), bytes, cudaMemcpyDefault);
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_async("cuMemcpyAsync", driver_pointer(to), driver_pointer(from), bytes,
                      cudaMemcpyDefault, stream);
}
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t bytes) {
    (void)to_context, (void)from_context;
    return copy("cuMemcpyPeer", driver_pointer(to), driver_pointer(from), bytes,
                cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t bytes, CUstream stream) {
    (void)to_context, (void)from_context;
    return copy_async("cuMemcpyPeerAsync", driver_pointer(to), driver_pointer(from), bytes,
                      cudaMemcpyDeviceToDevice, stream);
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
    return copy("cuMemcpyHtoD", driver_pointer(to), from, bytes, cudaMemcpyHostToDevice);
}
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
    return copy("cuMemcpyDtoH", to, driver_pointer(from), bytes, cudaMemcpyDeviceToHost);
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy("cuMemcpyDtoD", driver_pointer(to), driver_pointer(from), bytes,
                cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
    return copy_async("cuMemcpyHtoDAsync", driver_pointer(to), from, bytes, cudaMemcpyHostToDevice,
                      stream);
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_async("cuMemcpyDtoHAsync", to, driver_pointer(from), bytes, cudaMemcpyDeviceToHost,
                      stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_async("cuMemcpyDtoDAsync", driver_pointer(to), driver_pointer(from), bytes,
                      cudaMemcpyDeviceToDevice, stream);
}

/* Where a side of a copy of rows begins; NULL: in an array, which scord does not have. */
static char *side(CUmemorytype type, const void *host, CUdeviceptr device) {
    if (type == CU_MEMORYTYPE_HOST) return (char *)(uintptr_t)host;
    return type == CU_MEMORYTYPE_ARRAY ? NULL : (char *)driver_pointer(device);
}

static CUresult copy_rows(const char *name, const CUDA_MEMCPY2D *what, CUstream stream,
                          bool async) {
    if (!what) return CUDA_ERROR_INVALID_VALUE;
    char *to = side(what->dstMemoryType, what->dstHost, what->dstDevice);
    const char *from = side(what->srcMemoryType, what->srcHost, what->srcDevice);
    const size_t to_pitch = what->dstPitch ? what->dstPitch : what->WidthInBytes;
    const size_t from_pitch = what->srcPitch ? what->srcPitch : what->WidthInBytes;
    if (what->dstMemoryType == CU_MEMORYTYPE_ARRAY || what->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        session_end(session_enter(), RUN_FAULT,
                    "%s with an array, which scord does not have (docs/cuda.md, \"Driver API\")",
                    name);
    if (!to || !from) return CUDA_ERROR_INVALID_VALUE;
    to += what->dstY * to_pitch + what->dstXInBytes;
    from += what->srcY * from_pitch + what->srcXInBytes;
    const driver_call_t call = driver_begin(name);
    return driver_end(call,
                      async ? cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, what->WidthInBytes,
                                                what->Height, cudaMemcpyDefault, stream)
                            : cudaMemcpy2D(to, to_pitch, from, from_pitch, what->WidthInBytes,
                                           what->Height, cudaMemcpyDefault));
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *what) {
    return copy_rows("cuMemcpy2D", what, NULL, false);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *what) {
    return copy_rows("cuMemcpy2DUnaligned", what, NULL, false);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *what, CUstream stream) {
    return copy_rows("cuMemcpy2DAsync", what, stream, true);
}

/* ---- sets ---- */

static CUresult set(const char *name, CUdeviceptr pointer, size_t pitch, uint32_t value,
                    unsigned element, size_t width, size_t height, CUstream stream, bool async) {
    if (pointer % element != 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin(name);
    return driver_end(call,
                      memory_set(driver_pointer(pointer), height == 1 ? width * element : pitch,
                                 value, element, width, height, stream, async));
}

CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count) {
    return set("cuMemsetD8", pointer, 0, value, 1, count, 1, NULL, false);
}
CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count) {
    return set("cuMemsetD16", pointer, 0, value, 2, count, 1, NULL, false);
}
CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count) {
    return set("cuMemsetD32", pointer, 0, value, 4, count, 1, NULL, false);
}
CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream) {
    return set("cuMemsetD8Async", pointer, 0, value, 1, count, 1, stream, true);
}
CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count,
                          CUstream stream) {
    return set("cuMemsetD16Async", pointer, 0, value, 2, count, 1, stream, true);
}
CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream) {
    return set("cuMemsetD32Async", pointer, 0, value, 4, count, 1, stream, true);
}
CUresult cuMemsetD2D8(CUdeviceptr pointer, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
    return set("cuMemsetD2D8", pointer, pitch, value, 1, width, height, NULL, false);
}
CUresult cuMemsetD2D16(CUdeviceptr pointer, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
    return set("cuMemsetD2D16", pointer, pitch, value, 2, width, height, NULL, false);
}
CUresult cuMemsetD2D32(CUdeviceptr pointer, size_t pitch, unsigned int value, size_t width,
                       size_t height) {
    return set("cuMemsetD2D32", pointer, pitch, value, 4, width, height, NULL, false);
}

/* Hints: all memory is equally near here. */
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream) {
    (void)pointer, (void)bytes, (void)device, (void)stream;
    return CUDA_SUCCESS;
}
CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device) {
    (void)pointer, (void)bytes, (void)advice, (void)device;
    return CUDA_SUCCESS;
}
