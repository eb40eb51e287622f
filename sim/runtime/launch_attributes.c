/* SPDX-License-Identifier: Apache-2.0 */
/* launch_attributes.c: functions by handle, and attributes of streams and of a graph's kernels.
 * Those that the model has nothing for are remembered and have no effect: where data is kept, how
 * the host waits, priorities.
 */
#include <string.h>

#include "sim/runtime/graphs/graph_node.h"

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

/* Bytes of a value that are its own: programs of CUDA 11 have no more of them. */
enum { VALUE_BYTES = 32 };
_Static_assert(sizeof(struct cudaAccessPolicyWindow) <= VALUE_BYTES, "the largest value");

static bool is_attribute(enum cudaLaunchAttributeID id) { return (unsigned)id < STREAM_ATTRIBUTES; }
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue *value) {
    cudaLaunchAttributeValue *held = is_attribute(id) && value ? stream_attribute(stream, id)
                                                               : NULL;
    if (held) memcpy(held, value, VALUE_BYTES);
    return leave(held ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   cudaLaunchAttributeValue *value) {
    const cudaLaunchAttributeValue *held = is_attribute(id) && value ? stream_attribute(stream, id)
                                                                     : NULL;
    if (!held) return leave(cudaErrorInvalidValue);
    memcpy(value, held, VALUE_BYTES);
    if (id == cudaLaunchAttributePriority) return cudaStreamGetPriority(stream, &value->priority);
    return leave(cudaSuccess);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    for (unsigned id = 0; id < STREAM_ATTRIBUTES; id++) {
        cudaLaunchAttributeValue *held = stream_attribute(to, id);
        const cudaLaunchAttributeValue *source = stream_attribute(from, id);
        if (!held || !source) return leave(cudaErrorInvalidValue);
        *held = *source;
    }
    return leave(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue *value) {
    if (!node || node->type != cudaGraphNodeTypeKernel || !is_attribute(id))
        return leave(cudaErrorInvalidValue);
    if (id == cudaLaunchAttributeCooperative) node->cooperative = value->cooperative != 0;
    memcpy(&node->attributes[id], value, VALUE_BYTES);
    return leave(cudaSuccess);
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue *value) {
    if (!node || node->type != cudaGraphNodeTypeKernel || !is_attribute(id))
        return leave(cudaErrorInvalidValue);
    memcpy(value, &node->attributes[id], VALUE_BYTES);
    return leave(cudaSuccess);
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    if (!to || !from || to->type != cudaGraphNodeTypeKernel ||
        from->type != cudaGraphNodeTypeKernel)
        return leave(cudaErrorInvalidValue);
    memcpy(to->attributes, from->attributes, sizeof to->attributes);
    to->cooperative = from->cooperative;
    return leave(cudaSuccess);
}

/* ---- functions by handle: the address of the stub ---- */

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *stub) {
    *kernel = (cudaKernel_t)stub;
    return leave(stub ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *stub) {
    return cudaGetKernel(function, stub);
}
cudaError_t cudaFuncGetName(const char **name, const void *stub) {
    session_t *session = session_enter();
    session_module_t *module;
    const ptx_function_t *kernel = session_kernel(session, stub, &module);
    if (!kernel) return session_leave(session, cudaErrorInvalidDeviceFunction);
    *name = kernel->name;
    return session_leave(session, cudaSuccess);
}
