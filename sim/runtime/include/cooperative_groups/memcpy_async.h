/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups/memcpy_async.h: cg::memcpy_async and cg::wait: here the group copies at once, word by word where both ends
 * allow it, and wait is its barrier. */
#ifndef SCORD_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SCORD_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"
#include "../scord_cuda/hooks.h"

namespace cooperative_groups {
#define SCORD_CG __device__ __attribute__((always_inline, nodebug))
namespace scord {
/* The share of thread RANK of SIZE. */
SCORD_CG inline void copy(void *to, const void *from, size_t bytes, size_t rank, size_t size) {
    if ((((size_t)to | (size_t)from | bytes) & 3) == 0)
        for (size_t i = rank; i < bytes / 4; i += size) ((unsigned int *)to)[i] = ((const unsigned int *)from)[i];
    else
        for (size_t i = rank; i < bytes; i += size) ((char *)to)[i] = ((const char *)from)[i];
}
} // namespace scord
template <typename Group> SCORD_CG void memcpy_async(const Group &group, void *to, const void *from, size_t bytes) {
    scord::copy(to, from, bytes, group.thread_rank(), group.size());
    __scord_async_copy(to, bytes);
    __scord_async_commit();
}
template <typename Group> SCORD_CG void wait(const Group &group) {
    __scord_async_wait(0);
    group.sync();
}
template <unsigned int Stages, typename Group> SCORD_CG void wait_prior(const Group &group) {
    __scord_async_wait(Stages);
    group.sync();
}
#undef SCORD_CG
} // namespace cooperative_groups

#endif
