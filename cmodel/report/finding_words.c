/* SPDX-License-Identifier: Apache-2.0 */
/* finding_words.c: see finding_words.h. */
#include "cmodel/report/finding_words.h"

#include <assert.h>

typedef struct words {
    const char *title, *hint;
} words_t;

static const words_t words[SCORD_FINDING_RULES] = {
    [SCORD_FINDING_LANES_DIFFER] =
        {.title = "threads of one warp write different values to one word in one instruction",
         .hint = "let one of these threads write, or combine the values by an atomic; CUDA leaves "
                 "open which of them stays"},
    [SCORD_FINDING_LANES_SAME] =
        {.title = "threads of one warp write the same value to one word in one instruction",
         .hint = "nothing: whichever of them stays, it is this value"},
    [SCORD_FINDING_MASK_CALLER] =
        {.title = "a thread is not in the mask that it passes to a warp function",
         .hint = "pass a mask that holds every thread that calls; compute it before the branch, by "
                 "__ballot_sync(), or let the others not call"},
    [SCORD_FINDING_MASK_DIFFER] =
        {.title = "threads that name each other call one warp function with different masks",
         .hint = "all threads that a mask names pass this very mask"},
    [SCORD_FINDING_MASK_ELSEWHERE] =
        {.title = "threads that a mask names are at another instruction and never come",
         .hint = "all threads that a mask names call the same function at the same place: take it "
                 "out of the branch, or leave the threads that do not come out of the mask"},
    [SCORD_FINDING_MASK_ABSENT] =
        {.title = "a shuffle reads a lane that takes no part in it",
         .hint = "the value is undefined: let no thread use it, or choose source lanes, width and "
                 "mask so that every thread reads one of the mask"},
    [SCORD_FINDING_MASK_ACTIVE] =
        {.title = "the result of __activemask() behind a divergent branch is used as a mask",
         .hint = "it says who happens to run together, not who took the branch: compute the mask "
                 "before the branch, by __ballot_sync(), or use "
                 "cooperative_groups::coalesced_threads() if any set of threads will do"},
    [SCORD_FINDING_BARRIER_SPLIT] =
        {.title = "threads of one warp wait at different __syncthreads()",
         .hint = "all threads of the block reach the same barrier: take it out of the branch, or "
                 "let the loop around it run as often for every thread"},
    [SCORD_FINDING_BARRIER_PASSED] =
        {.title = "threads wait at a barrier that other threads of the block have passed by",
         .hint = "all threads of the block reach the barrier: take it out of the branch, or let "
                 "the loop around it run as often for every thread"},
    [SCORD_FINDING_BARRIER_PLACES] =
        {.title = "warps of one block meet at different __syncthreads()",
         .hint = "a branch or loop around __syncthreads() that not all threads of the block take "
                 "alike: take the barrier out of it; for warps with different tasks use barriers "
                 "with a number and a count (bar.sync, cuda::barrier)"},
    [SCORD_FINDING_BARRIER_COUNTS] =
        {.title = "warps name different thread counts for one barrier",
         .hint = "state the same count wherever threads sync or arrive at the barrier"},
    [SCORD_FINDING_BARRIER_WARPS] =
        {.title = "the thread count of a barrier is no multiple of the warp size",
         .hint = "count whole warps: a multiple of 32, and not 0"},
    [SCORD_FINDING_BARRIER_GRID] =
        {.title = "grid.sync() in a kernel that was not launched by cudaLaunchCooperativeKernel()",
         .hint = "launch the kernel by cudaLaunchCooperativeKernel(): only then are all of its "
                 "blocks resident at once"},
    [SCORD_FINDING_BARRIER_RETURNED] =
        {.title = "threads wait at a barrier that others of the block have returned before",
         .hint = "hardware counts threads that have returned as arrived, and CUDA does not promise "
                 "it: let them skip the work instead of returning"},
    [SCORD_FINDING_UNWRITTEN_GLOBAL] =
        {.title = "a value is used that was read from global memory which nothing has written, or "
                  "only with "
                  "such a value",
         .hint =
             "write it before: cudaMemset(), cudaMemcpy() or a kernel; cudaMalloc() and malloc() "
             "leave the contents open, also where they happen to be zero"},
    [SCORD_FINDING_UNWRITTEN_SHARED] =
        {.title = "a value is used that was read from __shared__ memory which nothing has written, "
                  "or only "
                  "with such a value",
         .hint = "let the block write it before, with a __syncthreads() behind; __shared__ memory "
                 "begins with any contents"},
    [SCORD_FINDING_LAUNCH_STREAMS] =
        {.title = "two operations touch the same bytes, at least one writes them, and nothing "
                  "orders the two",
         .hint = "record an event behind the earlier one (cudaEventRecord) and let the other's "
                 "stream wait for it (cudaStreamWaitEvent), synchronise between them, give both "
                 "one stream, or each its own buffer"},
    [SCORD_FINDING_LAUNCH_HOST] =
        {.title = "the host touches bytes that an operation under way uses",
         .hint = "wait before, by cudaStreamSynchronize(), cudaEventSynchronize() or "
                 "cudaDeviceSynchronize(), or give the operation a second buffer"},
    [SCORD_FINDING_LAUNCH_FREE] =
        {.title = "memory is given back and an operation uses it that is not ordered before",
         .hint = "free it in the operation's stream, behind it (cudaFreeAsync), let the stream "
                 "that frees wait for an event behind the operation, or synchronise before"},
    [SCORD_FINDING_LAUNCH_ALLOCATION] =
        {.title = "memory is used by an operation that is not ordered behind its allocation",
         .hint = "use it in the stream of cudaMallocAsync(), or let the other stream wait for an "
                 "event that is recorded behind the allocation"},
    [SCORD_FINDING_MEMORY_RANGE] =
        {.title = "an access outside of every allocation",
         .hint = "compare the index with the number of elements before the access, and the size of "
                 "the allocation with what the kernel needs"},
    [SCORD_FINDING_MEMORY_FREED] = {.title = "an access to memory that has been freed",
                                    .hint = "free it behind the last kernel and copy that use it"},
    [SCORD_FINDING_MEMORY_ALIGNMENT] =
        {.title = "an access whose address is no multiple of its size",
         .hint = "align the address: a vector type at an array of its elements needs an index that "
                 "is a multiple of their number"},
    [SCORD_FINDING_MEMORY_NEIGHBOUR] =
        {.title = "an access outside of the __shared__ variable that its address is made of",
         .hint = "compare the index with the number of elements; what lies there is another "
                 "variable, or nothing"},
    [SCORD_FINDING_MEMORY_COPY] =
        {.title = "a copy or memset that leaves its allocation, or rows longer than their pitch",
         .hint = "state the size in bytes, and at most the rest of the allocation behind the "
                 "pointer; CUDA refuses the call with an error code, which nobody may look at"},
    [SCORD_FINDING_MEMORY_DIRECTION] =
        {.title = "a copy in another direction than its pointers",
         .hint = "the target comes first; cudaMemcpyDefault takes the direction from the pointers"},
    [SCORD_FINDING_MEMORY_FREE] =
        {.title = "memory is freed that cannot be freed this way",
         .hint = "free each pointer once, as it came from its allocation: cudaFree() for "
                 "cudaMalloc(), cudaMallocManaged() and the like, cudaFreeHost() for "
                 "cudaMallocHost() and cudaHostAlloc()"},
    [SCORD_FINDING_MEMORY_LEAK] = {.title = "memory that is never freed",
                                   .hint = "free it when nothing uses it any more"},
    [SCORD_FINDING_UNWRITTEN_COPY] =
        {.title = "a copy hands bytes to the host that nothing has written",
         .hint = "copy what the kernel has written, or clear the memory before; padding of "
                 "structures is harmless"},
    [SCORD_FINDING_BARRIER_ARRIVALS] =
        {.title = "more arrivals at a cuda::barrier or mbarrier than its phase expects",
         .hint = "init() with the number of arrivals of each phase, and let every thread arrive "
                 "once a phase"},
    [SCORD_FINDING_BARRIER_AGAIN] =
        {.title =
             "a warp arrives again at a barrier, and nothing orders this behind the end of the "
             "phase that it has arrived in",
         .hint = "wait for the others before the next bar.arrive: mostly by a second barrier, by "
                 "which they say that they have come"},
    [SCORD_FINDING_BARRIER_TOKEN] =
        {.title = "a wait on a token that is two phases old or more",
         .hint = "wait on each token before the next phase is over: a token is of the current or "
                 "the phase before"},
    [SCORD_FINDING_BARRIER_INITIALISED] =
        {.title = "a cuda::barrier or mbarrier is initialised again while it is in use",
         .hint = "init() once, before the block's first __syncthreads(); another count needs "
                 "another barrier, or an end of all use of this one"},
    [SCORD_FINDING_BARRIER_STAGE] =
        {.title = "a stage of a cuda::pipeline is released that was not waited for",
         .hint = "consumer_wait() before the stage is read and released"},
    [SCORD_FINDING_BARRIER_COPY] =
        {.title = "the target of an asynchronous copy is read before the copy was waited for",
         .hint = "commit the copy, and wait for its group (pipeline::consumer_wait(), "
                 "__pipeline_wait_prior(), cooperative_groups::wait(), cp.async.wait_group) before "
                 "the read; other threads read behind a barrier that follows the wait"},
    [SCORD_FINDING_MASK_WIDTH] =
        {.title = "the width of a shuffle is no power of two",
         .hint = "use a width of 1, 2, 4, 8, 16 or 32; the result is undefined else"},
    [SCORD_FINDING_BARRIER_GRID_PART] =
        {.title = "a block waits at grid.sync() for blocks that never come to it",
         .hint = "all threads of all blocks call grid.sync() as often: take it out of the branch, "
                 "and let no block return before"},
    [SCORD_FINDING_UNWRITTEN_LOCAL] =
        {.title = "a value is used that was read from local memory which the thread has not "
                  "written, or only with such a value",
         .hint = "write the array or structure before, all of it that is read; local variables "
                 "begin with any contents"},
    [SCORD_FINDING_BARRIER_UNINITIALISED] =
        {.title = "a barrier in shared memory is used before its initialisation is visible",
         .hint = "let one thread initialise it and all others wait for that, by __syncthreads(), "
                 "before the first of them uses it"},
    [SCORD_FINDING_WARP_ORDER] =
        {.title = "threads of one warp touch one word, at least one writes it, and no __syncwarp() "
                  "orders the two",
         .hint =
             "put a __syncwarp() between the two accesses; where each thread reads the word and "
             "writes it again (x = x + 1), make that one atomic instead; from sm_70 on CUDA "
             "does not promise that threads of a warp run in step, volatile or not"},
};

static const char *const kinds[SCORD_FINDING_KINDS] = {
    [SCORD_FINDING_KIND_LANES] =
        "When several threads of a warp write one location by one instruction that is no atomic, "
        "one of the writes takes effect, and which one is undefined (CUDA C++ Programming Guide, "
        "Hardware Implementation, SIMT Architecture). Threads that write the same value are only "
        "counted.",
    [SCORD_FINDING_KIND_MASK] =
        "The mask of a function that ends in _sync, and of __syncwarp(), names the threads that "
        "take part. Each calling thread must have its own bit set in the mask, and all threads in "
        "the mask that have not exited must execute the same function with the same mask, or the "
        "result is undefined (CUDA C++ Programming Guide, Warp Vote, Warp Match, Warp Reduce and "
        "Warp Shuffle Functions; PTX ISA, shfl.sync). A value read from a thread that takes no "
        "part is undefined.",
    [SCORD_FINDING_KIND_BARRIER] =
        "__syncthreads() is allowed in conditional code but only if the conditional evaluates "
        "identically across the entire thread block, otherwise the code execution is likely to "
        "hang or produce unintended side effects (CUDA C++ Programming Guide, Synchronization "
        "Functions). bar.sync is barrier.sync.aligned: all threads in the warp must execute the "
        "same barrier instruction; thread counts are multiples of the warp size and agree (PTX "
        "ISA, bar, barrier). grid.sync() needs a cooperative launch (Cooperative Groups, Grid "
        "Synchronization).",
    [SCORD_FINDING_KIND_UNINITIALISED] =
        "The memory that cudaMalloc() gives is not cleared (CUDA Runtime API, Memory Management), "
        "and __shared__ variables cannot have an initialization as part of their declaration "
        "(CUDA C++ Programming Guide, C++ Language Support, Device Memory Space Specifiers): what "
        "is read before it is written is undefined. Copying such bytes, as the padding of a "
        "structure, is no use of them.",
    [SCORD_FINDING_KIND_LAUNCH] =
        "Operations of different streams may execute out of order with respect to one another or "
        "concurrently, and kernel launches and asynchronous copies return to the host before they "
        "are done (CUDA C++ Programming Guide, Asynchronous Concurrent Execution). What orders "
        "them: one stream, the legacy default stream beside blocking ones, events, synchronise "
        "calls. docs/launch-order.md has each call. Such a race lies between operations, not "
        "between threads of one launch.",
    [SCORD_FINDING_KIND_MEMORY] =
        "Accesses to global, shared or local memory lie inside an object, and are aligned to their "
        "size: else the access is undefined, and the kernel may end with "
        "cudaErrorIllegalAddress or cudaErrorMisalignedAddress (CUDA C++ Programming Guide, "
        "Device Memory Accesses, Size and Alignment Requirement; CUDA Runtime API, Error "
        "Handling). The run ends at the first one with exit code 2; with --keep-going the access "
        "is left out, a load gives 0, and the rest is checked.",
    [SCORD_FINDING_KIND_WARP] =
        "From Volta (sm_70) on the threads of a warp are scheduled independently: code that relies "
        "on their running in step, as a volatile reduction of the last 32 values does, needs "
        "__syncwarp() between a write by one thread and an access by another (CUDA C++ Programming "
        "Guide, Hardware Implementation, SIMT Architecture; Volta Tuning Guide, Independent Thread "
        "Scheduling). Shuffles and votes do not order memory. While a branch divides the warp such "
        "a pair is a race; this is the rest. For code that is for older GPUs only: -arch=sm_60.",
};

const char *scord_finding_title(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES && words[rule].title);
    return words[rule].title;
}

const char *scord_finding_hint(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES && words[rule].hint);
    return words[rule].hint;
}

const char *scord_finding_kind_text(scord_finding_kind_t kind) {
    assert((unsigned)kind < SCORD_FINDING_KINDS && kinds[kind]);
    return kinds[kind];
}
