// flags: -std=c++17
// More pairs: rows with pitches, symbols, textures, graphs by nodes, pools, mapped memory, pipelines.
#include "cases.h"
#include <thread>

__constant__ int table[256];
__device__ int sum[256];
__global__ void by_table(int *q) { q[threadIdx.x] = table[threadIdx.x]; }
__global__ void to_sum(int v) { sum[threadIdx.x] = v; }
__global__ void rows(int *p, size_t pitch, int n) {
    int *row = (int *)((char *)p + blockIdx.x * pitch);
    if (threadIdx.x < n) row[threadIdx.x] = blockIdx.x;
}
__global__ void fetch(cudaTextureObject_t t, int *q) { q[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
__global__ void put(cudaSurfaceObject_t s, int v) { surf2Dwrite(v, s, (int)threadIdx.x * 4, (int)blockIdx.x); }
__global__ void get(cudaSurfaceObject_t s, int *q) { int v; surf2Dread(&v, s, (int)threadIdx.x * 4, (int)blockIdx.x); q[blockIdx.x * 64 + threadIdx.x] = v; }

CASE(rows_of_a_pitch, launch/streams) { // the right one copies the columns behind those of the kernel
    Streams s;
    int *p, *q = device();
    size_t pitch;
    cudaMallocPitch(&p, &pitch, 64 * 4, 8);
    rows<<<8, 32, 0, s.a>>>(p, pitch, 32); // FOUND
    cudaMemcpy2DAsync(q, 128, p + (wrong ? 31 : 32), pitch, 128, 8, cudaMemcpyDeviceToDevice, s.b); // FOUND
}
CASE(set_of_columns, launch/streams) {
    Streams s;
    int *p;
    size_t pitch;
    cudaMallocPitch(&p, &pitch, 64 * 4, 8);
    rows<<<8, 32, 0, s.a>>>(p, pitch, 32); // FOUND
    cudaMemset2DAsync(p + (wrong ? 16 : 32), pitch, 0, 64, 8, s.b); // FOUND
}
CASE(constant_beside_a_kernel, launch/streams) {
    Streams s;
    int *q = device(), *h = pinned();
    by_table<<<1, 256, 0, s.a>>>(q); // FOUND
    cudaMemcpyToSymbolAsync(table, h, sizeof table, 0, cudaMemcpyHostToDevice, wrong ? s.b : s.a); // FOUND
}
CASE(symbol_read_too_early, launch/streams) {
    Streams s;
    int *h = pinned();
    to_sum<<<1, 256, 0, s.a>>>(3); // FOUND
    if (!wrong) cudaStreamSynchronize(s.a);
    cudaMemcpyFromSymbolAsync(h, sum, sizeof sum, 0, cudaMemcpyDeviceToHost, s.b); // FOUND
}
CASE(texture_beside_its_fill, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = p;
    r.res.linear.desc = cudaCreateChannelDesc<int>();
    r.res.linear.sizeInBytes = BYTES;
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &r, &d, nullptr);
    FILL(p, s.a); // FOUND
    if (!wrong) cudaStreamSynchronize(s.a);
    fetch<<<1, 256, 0, s.b>>>(t, q); // FOUND
}
CASE(surface_beside_a_surface, launch/streams) {
    Streams s;
    cudaChannelFormatDesc c = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    cudaMallocArray(&a, &c, 64, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t o;
    cudaCreateSurfaceObject(&o, &r);
    int *q = device();
    put<<<4, 64, 0, s.a>>>(o, 5); // FOUND
    get<<<4, 64, 0, wrong ? s.b : s.a>>>(o, q); // FOUND
}
CASE(array_copied_while_written, launch/streams) {
    Streams s;
    cudaChannelFormatDesc c = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    cudaMallocArray(&a, &c, 64, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t o;
    cudaCreateSurfaceObject(&o, &r);
    int *q = device();
    put<<<4, 64, 0, s.a>>>(o, 5); // FOUND
    if (!wrong) cudaDeviceSynchronize();
    cudaMemcpy2DFromArrayAsync(q, 256, a, 0, 0, 256, 4, cudaMemcpyDeviceToDevice, s.b); // FOUND
}
CASE(nodes_of_a_built_graph, launch/streams) {
    Streams s;
    int *p = device(), *q = device(), *h = pinned();
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t set, down;
    cudaMemsetParams m = {};
    m.dst = p;
    m.value = 1;
    m.elementSize = 4;
    m.width = N;
    m.height = 1;
    cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m);
    cudaGraphAddMemcpyNode1D(&down, g, wrong ? nullptr : &set, wrong ? 0 : 1, h, p, BYTES, cudaMemcpyDeviceToHost);
    cudaGraphExec_t e;
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s.a); // FOUND
    (void)q;
}
CASE(child_graph_apart, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaGraph_t inner, g;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    FILL(p, s.a);
    cudaStreamEndCapture(s.a, &inner);
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t child, down;
    cudaGraphAddChildGraphNode(&child, g, nullptr, 0, inner);
    cudaGraphAddMemcpyNode1D(&down, g, &child, wrong ? 0 : 1, q, p, BYTES, cudaMemcpyDeviceToDevice);
    cudaGraphExec_t e;
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s.a); // FOUND
}
CASE(graph_beside_a_stream, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    FILL(p, s.a); // FOUND
    cudaStreamEndCapture(s.a, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaEvent_t done = event();
    cudaGraphLaunch(e, s.a); // FOUND
    cudaEventRecord(done, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, done, 0);
    copy<<<N / 256, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(memory_of_a_pool, launch/allocation) {
    Streams s;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    int *p;
    cudaMallocFromPoolAsync((void **)&p, BYTES, pool, s.a); // FOUND
    FILL(p, wrong ? s.b : s.a); // FOUND
    cudaStreamSynchronize(wrong ? s.b : s.a);
    cudaDeviceSynchronize();
    cudaFreeAsync(p, s.a);
}
CASE(mapped_memory, launch/host) {
    int *h, *d;
    cudaHostAlloc(&h, BYTES, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&d, h, 0);
    fill<<<N / 256, 256>>>(d, N, 2); // FOUND
    if (!wrong) cudaDeviceSynchronize();
    if (h[100] < 0) printf("wrong result\n"); // FOUND
}
CASE(ring_of_two_buffers, launch/host) {
    Streams s;
    int *h[2] = {pinned(), pinned()}, *p = device(2 * BYTES);
    cudaEvent_t free_again[2] = {event(), event()};
    for (int i = 0; i < 6; i++) {
        const int at = i % 2;
        if (i >= 2) cudaEventSynchronize(free_again[wrong ? 1 - at : at]);
        for (int k = 0; k < N; k += 64) h[at][k] = i; // FOUND
        cudaMemcpyAsync(p + at * N, h[at], BYTES, cudaMemcpyHostToDevice, at ? s.b : s.a); // FOUND
        cudaEventRecord(free_again[at], at ? s.b : s.a);
    }
}
CASE(host_function_fills_a_buffer, launch/streams) { // not by nvcc: what a host function touches
    Streams s;
    int *h = pinned(), *p = device();
    cudaLaunchHostFunc(s.a, [](void *v) { memset(v, 1, BYTES); }, h); // FOUND
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, wrong ? s.b : s.a); // FOUND
}
CASE(thread_not_joined, launch/host) { // not by nvcc: threads count as one
    Streams s;
    int *m = managed();
    std::thread t([&] {
        FILL(m, s.a); // FOUND
        cudaStreamSynchronize(s.a);
    });
    if (!wrong) t.join();
    else while (cudaStreamQuery(s.a) == cudaErrorNotReady) {}
    if (wrong) t.detach();
    cudaStreamSynchronize(s.b);
    if (!wrong && m[4] != 5) printf("wrong result\n");
    if (wrong) { FILL(m, s.a); m[4] = 1; } // FOUND
}
CASE(prefetch_orders_nothing, launch/streams) {
    Streams s;
    int *m = managed(), *q = device();
    FILL(m, s.a); // FOUND
    cudaMemPrefetchAsync(m, BYTES, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, s.b);
    if (!wrong) cudaStreamSynchronize(s.a);
    copy<<<N / 256, 256, 0, s.b>>>(q, m, N); // FOUND
}
CASE(peer_copy, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    FILL(p, s.a); // FOUND
    cudaMemcpyPeerAsync(q, 0, p, 0, BYTES, wrong ? s.b : s.a); // FOUND
}
CASE(half_of_a_batch, launch/streams) { // chunks overlap by one element
    Streams s;
    int *p = device(), *h = pinned();
    const int half = N / 2 + (wrong ? 1 : 0);
    fill<<<(half + 255) / 256, 256, 0, s.a>>>(p, half, 1); // FOUND
    fill<<<N / 512, 256, 0, s.b>>>(p + N / 2, N / 2, 1); // FOUND
    (void)h;
}
CASE(event_of_the_other_iteration, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t produced = event(), consumed = event();
    for (int i = 0; i < 3; i++) {
        if (!wrong) cudaStreamWaitEvent(s.a, consumed, 0);
        FILL(p, s.a); // FOUND
        cudaEventRecord(produced, s.a);
        cudaStreamWaitEvent(s.b, produced, 0);
        copy<<<N / 256, 256, 0, s.b>>>(q, p, N); // FOUND
        cudaEventRecord(consumed, s.b);
    }
}

static void with_event(cudaStream_t s, int *p, cudaEvent_t e, cudaLaunchAttributeID id) {
    cudaLaunchAttribute attribute = {};
    attribute.id = id;
    if (id == cudaLaunchAttributeProgrammaticEvent)
        attribute.val.programmaticEvent.event = e;
    else
        attribute.val.launchCompletionEvent.event = e;
    cudaLaunchConfig_t config = {};
    config.gridDim = N / 256;
    config.blockDim = 256;
    config.stream = s;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, fill, p, (int)N, 1); } // FOUND: nvcc gives the call the line of the brace
CASE(programmatic_event, launch/streams) { // stands for nothing that its kernel does
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event(), all = event();
    with_event(s.a, p, e, cudaLaunchAttributeProgrammaticEvent); // FOUND
    cudaEventRecord(all, s.a);
    cudaStreamWaitEvent(s.b, wrong ? e : all, 0);
    copy<<<N / 256, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(programmatic_event_behind_another, launch/streams) { // but for what was before
    Streams s;
    int *p = device(), *q = device(), *r = device();
    cudaEvent_t e = event();
    if (!wrong) FILL(p, s.a);
    with_event(s.a, r, e, cudaLaunchAttributeProgrammaticEvent);
    if (wrong) FILL(p, s.a); // FOUND
    cudaStreamWaitEvent(s.b, e, 0);
    copy<<<N / 256, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(event_of_a_begun_launch, launch/host) {
    Streams s;
    int *m = managed();
    cudaEvent_t e = event();
    with_event(s.a, m, e, cudaLaunchAttributeLaunchCompletionEvent); // FOUND
    if (wrong) cudaEventSynchronize(e);
    else cudaStreamSynchronize(s.a);
    if (m[3] < 0) printf("wrong result\n"); // FOUND
}
