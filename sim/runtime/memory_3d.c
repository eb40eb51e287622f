/* SPDX-License-Identifier: Apache-2.0 */
/* memory_3d.c: pitched volumes and copies between devices (there is one). Rows are copied by
 * cudaMemcpy2D. */
#include "sim/runtime/session.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    void *pointer;
    size_t pitch;
    const cudaError_t error = cudaMallocPitch(&pointer, &pitch, extent.width,
                                              extent.height * extent.depth);
    *pitched = make_cudaPitchedPtr(pointer, pitch, extent.width, extent.height);
    return error;
}

/* First byte of slice Z at the position (x in bytes, y in rows). */
static char *slice(const struct cudaPitchedPtr *pitched, struct cudaPos position, size_t z) {
    return (char *)pitched->ptr +
           ((position.z + z) * pitched->ysize + position.y) * pitched->pitch + position.x;
}

/* Slice by slice: an asynchronous copy's slices are operations of its stream. */
static cudaError_t copy_slices(const struct cudaMemcpy3DParms *what, const cudaStream_t *stream) {
    cudaError_t error = cudaSuccess;
    struct cudaPitchedPtr from = what->srcPtr, to = what->dstPtr;
    struct cudaPos from_position = what->srcPos, to_position = what->dstPos;
    struct cudaExtent extent = what->extent; /* in texels if an array takes part */
    if (what->srcArray) from = array_as_pitched(what->srcArray, &from_position, &extent);
    if (what->dstArray)
        to = array_as_pitched(what->dstArray, &to_position, what->srcArray ? NULL : &extent);
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = stream ? cudaMemcpy2DAsync(slice(&to, to_position, z), to.pitch,
                                           slice(&from, from_position, z), from.pitch, extent.width,
                                           extent.height, what->kind, *stream)
                       : cudaMemcpy2D(slice(&to, to_position, z), to.pitch,
                                      slice(&from, from_position, z), from.pitch, extent.width,
                                      extent.height, what->kind);
    return error;
}
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *what) { return copy_slices(what, NULL); }
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *what, cudaStream_t stream) {
    if (graph_captures(stream)) return graph_add_copy_3d(stream, what);
    return copy_slices(what, &stream);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent) {
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = cudaMemset2D(slice(&pitched, make_cudaPos(0, 0, 0), z), pitched.pitch, value,
                             extent.width, extent.height);
    return error;
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    session_t *session = session_enter();
    if (to_device != 0 || from_device != 0) return session_leave(session, cudaErrorInvalidDevice);
    session_leave(session, cudaSuccess);
    return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    session_t *session = session_enter();
    if (to_device != 0 || from_device != 0) return session_leave(session, cudaErrorInvalidDevice);
    session_leave(session, cudaSuccess);
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = cudaMemset2DAsync(slice(&pitched, make_cudaPos(0, 0, 0), z), pitched.pitch, value,
                                  extent.width, extent.height, stream);
    return error;
}

static struct cudaMemcpy3DParms of_peers(const struct cudaMemcpy3DPeerParms *what) {
    return (struct cudaMemcpy3DParms){.srcArray = what->srcArray,
                                      .srcPos = what->srcPos,
                                      .srcPtr = what->srcPtr,
                                      .dstArray = what->dstArray,
                                      .dstPos = what->dstPos,
                                      .dstPtr = what->dstPtr,
                                      .extent = what->extent,
                                      .kind = cudaMemcpyDefault};
}
static cudaError_t check_devices(const struct cudaMemcpy3DPeerParms *what) {
    session_t *session = session_enter();
    const bool ours = what->srcDevice == 0 && what->dstDevice == 0;
    return session_leave(session, ours ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *what) {
    const struct cudaMemcpy3DParms copy = of_peers(what);
    const cudaError_t error = check_devices(what);
    return error != cudaSuccess ? error : cudaMemcpy3D(&copy);
}
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *what, cudaStream_t stream) {
    const struct cudaMemcpy3DParms copy = of_peers(what);
    const cudaError_t error = check_devices(what);
    return error != cudaSuccess ? error : cudaMemcpy3DAsync(&copy, stream);
}
