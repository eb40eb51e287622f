/* SPDX-License-Identifier: Apache-2.0 */
/* stream_create.c: the calls that can make a non-blocking stream, or a kernel that does not wait
 * for the one in front of it. They are a file by themselves, so that a program which makes none is
 * linked without it: register_clang.c sees that, and keeps nothing of the order of operations
 * before there is a second stream.
 */
#include "sim/runtime/ordering.h"

const char scord_makes_streams[1];

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    return session_make_stream(stream, flags, priority);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return session_make_stream(stream, flags, 0);
}

/* Clusters of several blocks are not modelled: one that asks for them is refused by name. */
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments) {
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeCooperative)
            cooperative = attribute->val.cooperative != 0;
        if (attribute->id == cudaLaunchAttributeProgrammaticStreamSerialization)
            ordering_kernel_programmatic(attribute->val.programmaticStreamSerializationAllowed !=
                                         0);
        if (attribute->id == cudaLaunchAttributeProgrammaticEvent)
            stream_event_of_launch(attribute->val.programmaticEvent.event, config->stream);
        if (attribute->id == cudaLaunchAttributeLaunchCompletionEvent)
            stream_event_of_launch(attribute->val.launchCompletionEvent.event, config->stream);
        if (attribute->id != cudaLaunchAttributeClusterDimension) continue;
        const unsigned blocks = attribute->val.clusterDim.x * attribute->val.clusterDim.y *
                                attribute->val.clusterDim.z;
        if (blocks > 1)
            session_end(session_enter(), RUN_FAULT,
                        "a launch in clusters of %u blocks: scord models no clusters "
                        "(docs/ptx-subset.md, \"Not supported\")",
                        blocks);
    }
    return (cooperative ? cudaLaunchCooperativeKernel
                        : cudaLaunchKernel)(function, config->gridDim, config->blockDim, arguments,
                                            config->dynamicSmemBytes, config->stream);
}
