// Graphs: branches, instances, parameters that change (docs/launch-order.md).
#include "cases.h"

static cudaGraphExec_t instance(cudaGraph_t graph) {
    cudaGraphExec_t made;
    cudaGraphInstantiate(&made, graph, 0);
    return made;
}
static cudaKernelNodeParams kernel(const void *f, void **arguments) {
    cudaKernelNodeParams params = {};
    params.func = (void *)f;
    params.gridDim = dim3(8);
    params.blockDim = dim3(256);
    params.kernelParams = arguments;
    return params;
}

CASE(captured_branches, launch/streams) { // a fork; one branch reads what the other fills
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    cudaEvent_t fork = event(), filled = event(), join = event();
    cudaGraph_t graph;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s.a);
    cudaStreamWaitEvent(s.b, fork, 0);
    FILL(p, s.a);
    cudaEventRecord(filled, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, filled, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
    cudaEventRecord(join, s.b);
    cudaStreamWaitEvent(s.a, join, 0);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphLaunch(instance(graph), s.a);
}
CASE(nodes_without_an_edge, launch/streams) { // no stream at all
    int *p = device(), *q = device(), n = N, value = 1;
    void *fill_them[] = {&p, &n, &value}, *copy_them[] = {&q, &p, &n};
    const cudaKernelNodeParams first = kernel((const void *)fill, fill_them),
                               second = kernel((const void *)copy, copy_them);
    cudaGraph_t graph;
    cudaGraphNode_t a, b;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&a, graph, NULL, 0, &first);
    cudaGraphAddKernelNode(&b, graph, wrong ? NULL : &a, !wrong, &second);
    cudaGraphLaunch(instance(graph), 0); // FOUND
}
CASE(diamond, launch/streams) { // a, then b and c, then d; b and c fill halves that touch, or not
    int *p = device(), *q = device(), *half = p + N / 2, n = N, part = N / 2 + wrong, rest = N / 2, value = 1;
    void *all[] = {&p, &n, &value}, *low[] = {&p, &part, &value}, *high[] = {&half, &rest, &value},
         *result[] = {&q, &p, &n};
    const cudaKernelNodeParams params[] = {kernel((const void *)fill, all), kernel((const void *)fill, low),
                                           kernel((const void *)fill, high), kernel((const void *)copy, result)};
    cudaGraph_t graph;
    cudaGraphNode_t node[4];
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 4; i++)
        cudaGraphAddKernelNode(&node[i], graph, i == 3 ? node + 1 : node, i == 0 ? 0 : i == 3 ? 2 : 1, &params[i]);
    cudaGraphExec_t made = instance(graph);
    for (int i = 0; i < 3; i++) cudaGraphLaunch(made, 0); // FOUND
}
CASE(one_instance_in_two_streams, launch/streams) { // its launches follow one another, two instances' do not
    Streams s(cudaStreamNonBlocking);
    int *p = device();
    cudaGraph_t graph;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    FILL(p, s.a); // FOUND
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphExec_t first = instance(graph), second = instance(graph);
    cudaGraphLaunch(first, s.a);
    cudaGraphLaunch(wrong ? second : first, s.b);
}
CASE(graph_beside_a_kernel, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    cudaGraph_t graph;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    FILL(p, s.a);
    copy<<<8, 256, 0, s.a>>>(q, p, N);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphLaunch(instance(graph), s.a);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(p, q, N); // FOUND
}
CASE(parameters_that_change, launch/streams) { // the next launch fills another buffer, while the first is read
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device(), *r = device(), n = N, value = 1;
    void *arguments[] = {&p, &n, &value};
    cudaKernelNodeParams params = kernel((const void *)fill, arguments);
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &params);
    cudaGraphExec_t made = instance(graph);
    cudaEvent_t filled = event();
    cudaGraphLaunch(made, s.a);
    cudaEventRecord(filled, s.a);
    cudaStreamWaitEvent(s.b, filled, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N);
    if (!wrong) arguments[0] = &r;
    cudaGraphExecKernelNodeSetParams(made, node, &params);
    cudaGraphLaunch(made, s.a); // FOUND
}
CASE(host_behind_a_branch, launch/host) { // the launch's stream goes on behind all branches
    Streams s(cudaStreamNonBlocking);
    int *m = managed(), *p = device(), n = N, value = 1;
    void *low[] = {&p, &n, &value}, *high[] = {&m, &n, &value};
    const cudaKernelNodeParams params[] = {kernel((const void *)fill, low), kernel((const void *)fill, high)};
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 2; i++) cudaGraphAddKernelNode(&node, graph, NULL, 0, &params[i]);
    cudaGraphLaunch(instance(graph), s.a);
    cudaStreamSynchronize(wrong ? s.b : s.a);
    m[1] = 0; // FOUND
}
