// flags: -std=c++17 -lcuda
// What captures and launches of graphs make of kernels that may begin early, of the events that launches record, and of
// the program's events outside (docs/launch-order.md).
#include <cuda.h>
#include "cases.h"

__global__ void early(int *to, const int *from, int n) { // waits for no kernel in front
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
struct Launch { // that may begin early, or that records EVENT
    cudaLaunchAttribute a = {};
    cudaLaunchConfig_t c = {};
    Launch(cudaStream_t s, cudaLaunchAttributeID id = cudaLaunchAttributeProgrammaticStreamSerialization,
           cudaEvent_t event = NULL) {
        a.id = id;
        a.val.programmaticStreamSerializationAllowed = 1;
        if (id == cudaLaunchAttributeProgrammaticEvent) a.val.programmaticEvent = {event, 0, 1};
        if (id == cudaLaunchAttributeLaunchCompletionEvent) a.val.launchCompletionEvent = {event, 0};
        c.gridDim = 8;
        c.blockDim = 256;
        c.stream = s;
        c.attrs = &a;
        c.numAttrs = 1;
    }
};
static cudaGraphExec_t ended(cudaStream_t stream) {
    cudaGraph_t graph = NULL;
    cudaGraphExec_t made = NULL;
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess) printf("wrong result: the end of the capture\n");
    cudaGraphInstantiate(&made, graph, 0);
    return made;
}
struct Captured {
    Streams s{cudaStreamNonBlocking};
    int *p = device(), *q = device(), *r = device();
    cudaEvent_t fork = event(), join = event(), e = event();
    void begin() { cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal); }
    void forks() { cudaEventRecord(fork, s.a), cudaStreamWaitEvent(s.b, fork, 0); }
    void joins() { cudaEventRecord(join, s.b), cudaStreamWaitEvent(s.a, join, 0); }
};

CASE(early_behind_branches, launch/streams) { // a graph has ended when what is behind it begins
    Captured c;
    c.begin();
    c.forks();
    FILL(c.p, c.s.a);
    FILL(c.r, c.s.b);
    c.joins();
    auto graph = ended(c.s.a);
    fill<<<1, 256, 0, c.s.a>>>(c.q + 1024, 100, 1);
    if (wrong) FILL(c.p, c.s.a); // FOUND
    if (!wrong) cudaGraphLaunch(graph, c.s.a);
    Launch l(c.s.a); cudaLaunchKernelEx(&l.c, early, c.q, (const int *)c.p, 100); // FOUND
}
CASE(early_behind_a_chain, launch/streams) {
    Captured c;
    c.begin();
    FILL(c.p, c.s.a);
    auto graph = ended(c.s.a);
    if (wrong) FILL(c.p, c.s.a); // FOUND
    if (!wrong) cudaGraphLaunch(graph, c.s.a);
    Launch l(c.s.a); cudaLaunchKernelEx(&l.c, early, c.q, (const int *)c.p, 100); // FOUND
}
CASE(early_first_node, launch/streams) { // behind the kernel in front of the graph
    Captured c;
    c.begin();
    { Launch l(c.s.a); cudaLaunchKernelEx(&l.c, early, c.q, (const int *)c.p, 100); } // FOUND
    auto graph = ended(c.s.a);
    FILL(c.p, c.s.a); // FOUND
    cudaGraphLaunch(graph, wrong ? c.s.b : c.s.a);
}
CASE(early_behind_a_join, launch/streams) { // the other branch has ended, too
    Captured c;
    c.begin();
    c.forks();
    FILL(c.r, c.s.a);
    FILL(c.p, c.s.b); // FOUND
    if (!wrong) c.joins();
    { Launch l(c.s.a); cudaLaunchKernelEx(&l.c, early, c.q, (const int *)c.p, 100); } // FOUND
    if (wrong) c.joins();
    cudaGraphLaunch(ended(c.s.a), c.s.a);
}
CASE(event_of_a_launch, launch/streams) { // stands for what the launch is behind
    Captured c;
    size_t nodes = 0;
    cudaGraph_t graph;
    cudaGraphExec_t made;
    c.begin();
    FILL(c.r, c.s.a);
    { Launch l(c.s.a, cudaLaunchAttributeProgrammaticEvent, c.e); cudaLaunchKernelEx(&l.c, fill, c.p, N, 1); } // FOUND
    cudaStreamWaitEvent(c.s.b, c.e, 0);
    copy<<<1, 256, 0, c.s.b>>>(c.q, wrong ? c.p : c.r, 256); // FOUND
    c.joins();
    cudaStreamEndCapture(c.s.a, &graph);
    cudaGraphGetNodes(graph, NULL, &nodes);
    if (nodes != 3) printf("wrong result: %zu nodes\n", nodes);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, c.s.a);
}
CASE(completion_event_of_a_launch, launch/streams) {
    Captured c;
    c.begin();
    Launch l(c.s.a, cudaLaunchAttributeLaunchCompletionEvent, c.e);
    cudaLaunchKernelEx(&l.c, fill, c.p, N, 1); // FOUND
    if (!wrong) cudaEventRecord(c.e, c.s.a);
    cudaStreamWaitEvent(c.s.b, c.e, 0);
    copy<<<1, 256, 0, c.s.b>>>(c.q, c.p, 256); // FOUND
    c.joins();
    cudaGraphLaunch(ended(c.s.a), c.s.a);
}
CASE(event_for_the_outside, launch/streams) { // a node records it, whenever the graph is launched
    Captured c;
    c.begin();
    if (wrong) cudaEventRecordWithFlags(c.e, c.s.a, cudaEventRecordExternal);
    FILL(c.p, c.s.a); // FOUND
    if (!wrong) cudaEventRecordWithFlags(c.e, c.s.a, cudaEventRecordExternal);
    cudaGraphLaunch(ended(c.s.a), c.s.a);
    cudaStreamWaitEvent(c.s.b, c.e, 0);
    copy<<<8, 256, 0, c.s.b>>>(c.q, c.p, N); // FOUND
}
CASE(event_of_the_outside, launch/streams) { // a node waits for it
    Captured c;
    c.begin();
    if (!wrong) cudaStreamWaitEvent(c.s.a, c.e, cudaEventWaitExternal);
    copy<<<8, 256, 0, c.s.a>>>(c.q, c.p, N); // FOUND
    auto graph = ended(c.s.a);
    FILL(c.p, c.s.b); // FOUND
    cudaEventRecord(c.e, c.s.b);
    cudaGraphLaunch(graph, c.s.a);
}
CASE(event_of_the_driver, launch/streams) { // cuLaunchKernelEx has these attributes, too
    Captured c;
    CUfunction function = NULL;
    int n = N, value = 1;
    void *arguments[] = {&c.p, &n, &value};
    cudaGetFuncBySymbol((cudaFunction_t *)&function, (const void *)fill);
    CUlaunchAttribute attribute = {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
    attribute.value.programmaticEvent.event = c.e;
    CUlaunchConfig config = {8, 1, 1, 256, 1, 1, 0, c.s.a, &attribute, 1};
    FILL(c.r, c.s.a);
    cuLaunchKernelEx(&config, function, arguments, NULL); // FOUND
    cudaStreamWaitEvent(c.s.b, c.e, 0);
    copy<<<1, 256, 0, c.s.b>>>(c.q, wrong ? c.p : c.r, 256); // FOUND
}
CASE(function_in_a_branch, launch/streams) {
    Captured c;
    int *h = pinned();
    c.begin();
    c.forks();
    cudaMemcpyAsync(c.p, h, BYTES, cudaMemcpyHostToDevice, c.s.a); // FOUND
    cudaEventRecord(c.e, c.s.a);
    if (!wrong) cudaStreamWaitEvent(c.s.b, c.e, 0);
    cudaLaunchHostFunc(c.s.b, [](void *at) { ((volatile int *)at)[3] = 7; }, h); // FOUND
    c.joins();
    auto graph = ended(c.s.a);
    cudaGraphLaunch(graph, c.s.a);
    cudaGraphLaunch(graph, c.s.a);
}
CASE(refilled_between_launches, launch/host) {
    Captured c;
    int *h = pinned();
    c.begin();
    cudaMemcpyAsync(c.p, h, BYTES, cudaMemcpyHostToDevice, c.s.a); // FOUND
    fill<<<1, 256, 0, c.s.a>>>(c.p + 1, 100, 1);
    auto graph = ended(c.s.a);
    for (int k = 0; k < 3; k++) {
        if (!wrong) cudaStreamSynchronize(c.s.a);
        ((volatile int *)h)[5] = k; // FOUND
        cudaGraphLaunch(graph, c.s.a);
    }
}
CASE(read_behind_two_paths, launch/host) { // the compiler gives the read no line: that of what follows it is taken
    Streams s(cudaStreamNonBlocking);
    int *h = pinned(), *d = device(), *o = pinned();
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeThreadLocal);
    cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, s.a); // FOUND
    cudaMemcpyAsync(o, d, BYTES, cudaMemcpyDeviceToHost, s.a); // FOUND
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    for (int k = 0; k < 3; k++) {
        cudaGraphLaunch(made, s.a);
        if (!wrong) cudaStreamSynchronize(s.a);
        ((volatile int *)h)[0] = ((volatile int *)o)[0] + k; // FOUND
    }
}
