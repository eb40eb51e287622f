// flags: -std=c++17
// Programmatic dependent launch: a kernel that may begin before the one in front of it has ended, and waits inside
// (docs/launch-order.md).
#include "cases.h"

enum { NEVER, WAITS, THREAD_0, THREAD_0_ALONE, BEFORE_THE_WAIT };
__global__ void first(int *p) {
    p[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second(int how, int *q, const int *p, const int *weights) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    int sum = weights[i]; // of no kernel in front
    if (how == BEFORE_THE_WAIT) sum += p[i];
    if (how == WAITS || how == BEFORE_THE_WAIT) cudaGridDependencySynchronize();
    if (how == THREAD_0 || how == THREAD_0_ALONE) {
        if (threadIdx.x == 0) cudaGridDependencySynchronize();
        if (how == THREAD_0) __syncthreads();
    }
    if (how != BEFORE_THE_WAIT) sum += p[i];
    q[i] = sum;
    cudaTriggerProgrammaticLaunchCompletion();
}
template <typename... A> static void dependent(cudaStream_t s, void (*kernel)(A...), A... a) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 64;
    config.stream = s;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, a...); } // FOUND: in each case; nvcc gives the call the line of the brace
struct Buffers {
    Streams s;
    int *p = device(), *q = device(), *r = device(), *weights = device();
};
#define SECOND(s, how, q, p, weights) dependent(s, second, (int)(how), q, (const int *)p, (const int *)weights)

CASE(without_a_wait, launch/streams) {
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    SECOND(b.s.a, wrong ? NEVER : WAITS, b.q, b.p, b.weights);
}
CASE(read_before_the_wait, launch/streams) {
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    SECOND(b.s.a, wrong ? BEFORE_THE_WAIT : WAITS, b.q, b.p, b.weights);
}
CASE(one_thread_waits, launch/streams) { // and a barrier passes it on
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    SECOND(b.s.a, wrong ? THREAD_0_ALONE : THREAD_0, b.q, b.p, b.weights);
}
CASE(without_the_attribute, launch/streams) {
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    if (wrong)
        SECOND(b.s.a, NEVER, b.q, b.p, b.weights);
    else
        second<<<2, 64, 0, b.s.a>>>(NEVER, b.q, b.p, b.weights);
}
CASE(in_the_default_stream, launch/streams) {
    Buffers b;
    first<<<2, 64>>>(b.p);
    if (!wrong) cudaDeviceSynchronize();
    SECOND(0, NEVER, b.q, b.p, b.weights);
}
CASE(something_stands_between, launch/streams) { // then the copy is in front, and it is no kernel
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    if (!wrong) cudaMemcpyAsync(b.r, b.p, 256, cudaMemcpyDeviceToDevice, b.s.a);
    SECOND(b.s.a, NEVER, b.q, b.p, b.weights);
}
CASE(the_host_has_waited, launch/streams) {
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    if (!wrong) cudaStreamSynchronize(b.s.a);
    SECOND(b.s.a, NEVER, b.q, b.p, b.weights);
}
CASE(chain_that_waits, launch/streams) { // what the first has written is seen by the third when the second has waited
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.weights);
    SECOND(b.s.a, wrong ? NEVER : WAITS, b.q, b.p, b.p);
    SECOND(b.s.a, WAITS, b.r, b.q, b.weights);
}
CASE(written_while_it_is_read, launch/streams) {
    Buffers b;
    second<<<2, 64, 0, b.s.a>>>(NEVER, b.q, b.p, b.weights);
    if (wrong)
        dependent(b.s.a, first, b.p);
    else
        dependent(b.s.a, first, b.r);
}
CASE(the_one_behind, launch/streams) { // an ordinary kernel is behind all of it
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    SECOND(b.s.a, WAITS, b.q, b.p, b.weights);
    if (wrong)
        dependent(b.s.a, first, b.q);
    else
        first<<<2, 64, 0, b.s.a>>>(b.q);
}
__global__ void third(int *q, const int *p) { // as PTX says it
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    const int i = blockIdx.x * 64 + threadIdx.x;
    q[i] = p[i];
}
CASE(by_instruction, launch/streams) {
    Buffers b;
    first<<<2, 64, 0, b.s.a>>>(b.p);
    dependent(b.s.a, third, b.q, (const int *)b.p);
    if (wrong)
        SECOND(b.s.a, NEVER, b.r, b.q, b.weights);
    else
        SECOND(b.s.a, WAITS, b.r, b.q, b.weights);
}
CASE(captured_dependent, launch/streams) {
    Buffers b;
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamBeginCapture(b.s.a, cudaStreamCaptureModeGlobal);
    first<<<2, 64, 0, b.s.a>>>(b.p);
    SECOND(b.s.a, wrong ? NEVER : WAITS, b.q, b.p, b.weights);
    cudaStreamEndCapture(b.s.a, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    for (int i = 0; i < 2; i++) cudaGraphLaunch(made, b.s.a);
}
CASE(beside_another_kernel, launch/streams) { // what orders streams still does
    Buffers b;
    cudaEvent_t filled = event();
    FILL(b.p, b.s.b);
    cudaEventRecord(filled, b.s.b);
    if (!wrong) cudaStreamWaitEvent(b.s.a, filled, 0);
    first<<<2, 64, 0, b.s.a>>>(b.weights);
    dependent(b.s.a, third, b.q, (const int *)b.p);
}
