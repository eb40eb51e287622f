/* SPDX-License-Identifier: Apache-2.0 */
/* stream_create.c: the calls that can make a non-blocking stream. They are a file by themselves, so
 * that a program which makes none is linked without it: register_clang.c sees that, and keeps
 * nothing of the order of operations before there is a second stream.
 */
#include "sim/runtime/session.h"

const char scord_makes_streams[1];

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    return session_make_stream(stream, flags, priority);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return session_make_stream(stream, flags, 0);
}
