/* SPDX-License-Identifier: Apache-2.0 */
/* texture_references.c: texture and surface references, which CUDA had before 12: variables of the
 * device that the host binds to memory. Each is a word that holds an object as textures.c makes it
 * (cosim/commands/compile/device_ir.c); binding makes an object of the reference's settings.
 */
#include <string.h>

#include "sim/runtime/session.h"

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* The reference's word becomes OBJECT, and the object that it held is gone. */
static cudaError_t hold(const void *reference, cudaTextureObject_t object) {
    cudaTextureObject_t old = 0;
    cudaError_t error = cudaMemcpyFromSymbol(&old, reference, sizeof old, 0,
                                             cudaMemcpyDeviceToHost);
    if (error == cudaSuccess && old != 0) error = cudaDestroyTextureObject(old);
    if (error != cudaSuccess) return error;
    return cudaMemcpyToSymbol(reference, &object, sizeof object, 0, cudaMemcpyHostToDevice);
}

static cudaError_t bind(const struct textureReference *reference,
                        const struct cudaResourceDesc *resource) {
    struct cudaTextureDesc what = {.filterMode = reference->filterMode,
                                   .readMode = reference->scord_read_mode,
                                   .sRGB = reference->sRGB,
                                   .normalizedCoords = reference->normalized};
    memcpy(what.addressMode, reference->addressMode, sizeof what.addressMode);
    cudaTextureObject_t object;
    const cudaError_t error = cudaCreateTextureObject(&object, resource, &what, NULL);
    return error != cudaSuccess ? error : hold(reference, object);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference,
                            const void *pointer, const struct cudaChannelFormatDesc *format,
                            size_t bytes) {
    const struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear,
                                              .res.linear = {.devPtr = (void *)(uintptr_t)pointer,
                                                             .desc = *format,
                                                             .sizeInBytes = bytes}};
    if (offset) *offset = 0;
    if (bytes < UINT32_MAX) return bind(reference, &resource);
    /* UINT_MAX, the default: what is behind the pointer */
    struct cudaResourceDesc whole = resource;
    session_t *session = session_enter();
    const device_allocation_t *allocation = device_memory_find(session->memory, (uintptr_t)pointer);
    if (allocation)
        whole.res.linear.sizeInBytes = allocation->address + allocation->bytes - (uintptr_t)pointer;
    session_leave(session, cudaSuccess);
    return allocation ? bind(reference, &whole) : leave(cudaErrorInvalidValue);
}
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference,
                              const void *pointer, const struct cudaChannelFormatDesc *format,
                              size_t width, size_t height, size_t pitch) {
    const struct cudaResourceDesc resource = {.resType = cudaResourceTypePitch2D,
                                              .res.pitch2D = {.devPtr = (void *)(uintptr_t)pointer,
                                                              .desc = *format,
                                                              .width = width,
                                                              .height = height,
                                                              .pitchInBytes = pitch}};
    if (offset) *offset = 0;
    return bind(reference, &resource);
}
cudaError_t cudaBindTextureToArray(const struct textureReference *reference,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *format) {
    const struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray,
                                              .res.array.array = (cudaArray_t)(uintptr_t)array};
    (void)format; /* the array's */
    return bind(reference, &resource);
}
cudaError_t cudaUnbindTexture(const struct textureReference *reference) {
    return hold(reference, 0);
}
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                          const struct textureReference *reference) {
    (void)reference;
    *offset = 0;
    return leave(cudaSuccess);
}
cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol) {
    *reference = symbol;
    return leave(symbol ? cudaSuccess : cudaErrorInvalidTexture);
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference,
                                   cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *format) {
    const struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray,
                                              .res.array.array = (cudaArray_t)(uintptr_t)array};
    cudaSurfaceObject_t object;
    (void)format;
    const cudaError_t error = cudaCreateSurfaceObject(&object, &resource);
    return error != cudaSuccess ? error : hold(reference, object);
}
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const void *symbol) {
    *reference = symbol;
    return leave(symbol ? cudaSuccess : cudaErrorInvalidSurface);
}
