/* SPDX-License-Identifier: Apache-2.0 */
/* shared.c: what versioned.c and the launcher of PTX files take of the runtime. */
#include "sim/runtime/include/scord_cuda/driver_api.h"
#include "sim/runtime/session.h"

cudaError_t scord_toolkit_properties(struct cudaDeviceProp *properties, int device);
cudaError_t scord_toolkit_pointer(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t scord_toolkit_hint(const void *pointer, size_t bytes);
cudaError_t scord_toolkit_graph_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                             const cudaGraphNode_t *to, size_t count);

cudaError_t scord_toolkit_properties(struct cudaDeviceProp *properties, int device) {
    return cudaGetDeviceProperties(properties, device);
}
cudaError_t scord_toolkit_pointer(struct cudaPointerAttributes *attributes, const void *pointer) {
    return cudaPointerGetAttributes(attributes, pointer);
}
cudaError_t scord_toolkit_hint(const void *pointer, size_t bytes) {
    (void)pointer, (void)bytes; /* all memory is equally near here */
    return cudaSuccess;
}

cudaError_t scord_toolkit_graph_dependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                             const cudaGraphNode_t *to, size_t count) {
    return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t scord_toolkit_graph_instantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                            unsigned long long flags);
cudaError_t scord_toolkit_graph_instantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                            unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(executable, graph, flags);
}

cudaError_t scord_toolkit_entry_point(const char *name, void **function, int version, int *found);
cudaError_t scord_toolkit_entry_point(const char *name, void **function, int version, int *found) {
    CUdriverProcAddressQueryResult result = CU_GET_PROC_ADDRESS_SUCCESS;
    if (!name || !function) return cudaErrorInvalidValue;
    cuGetProcAddress_v2(name, function, version, 0, &result);
    if (found) *found = (int)result;
    return cudaSuccess;
}

/* The run ends by MESSAGE, or by why the machine refused a launch. */
void scord_toolkit_refuse(const char *message) __attribute__((noreturn));
void scord_toolkit_refuse(const char *message) {
    session_t *session = session_enter();
    const run_status_t *status = session->status;
    session_end(session, RUN_FAULT, "%s", status->refused_launches > 0 ? status->refused : message);
}
