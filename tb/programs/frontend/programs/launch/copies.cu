// Copies of all kinds against kernels and each other (docs/launch-order.md).
#include "cases.h"

__device__ int variable[N];
__global__ void fill_variable() {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) variable[i] = i;
}

CASE(upload, launch/streams) {
    Streams s;
    int *h = pinned(), *p = device(), *q = device();
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, s.a);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, p, N); // FOUND
}
CASE(download, launch/streams) {
    Streams s;
    int *h = pinned(), *p = device();
    FILL(p, s.a);
    cudaMemcpyAsync(h, p, BYTES, cudaMemcpyDeviceToHost, wrong ? s.b : s.a); // FOUND
}
CASE(part_of_upload, launch/streams) {
    Streams s;
    int *h = pinned(), *p = device(), *q = device();
    cudaMemcpyAsync(p, h, BYTES / 2, cudaMemcpyHostToDevice, s.a);
    copy<<<4, 256, 0, s.b>>>(q, p + N / 2 - wrong, N / 2); // FOUND
}
CASE(upload_of_downloaded, launch/streams) { // one pinned buffer for both directions
    Streams s;
    int *h = pinned(), *p = device(), *q = device();
    cudaMemcpyAsync(h, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    cudaMemcpyAsync(q, h, BYTES, cudaMemcpyHostToDevice, s.b); // FOUND
}
CASE(two_downloads_into_one, launch/streams) {
    Streams s;
    int *h = pinned(2 * BYTES), *p = device(), *q = device();
    cudaMemcpyAsync(h, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    cudaMemcpyAsync(wrong ? h : h + N, q, BYTES, cudaMemcpyDeviceToHost, s.b); // FOUND
}
CASE(pageable_download_waits, launch/streams) { // "will return only once the copy has completed"
    Streams s;
    static int host[N];
    int *h = pinned(), *p = device(), *q = device();
    cudaMemcpyAsync(wrong ? h : host, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    FILL(p, s.b); // FOUND
    (void)q;
}
CASE(device_to_device, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaMemcpyAsync(q, p, BYTES, cudaMemcpyDeviceToDevice, s.a);
    FILL(q, wrong ? s.b : s.a); // FOUND
}
__global__ void sample(cudaTextureObject_t texture, float *to) {
    to[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 3);
}
static cudaTextureObject_t texture_of(cudaArray_t array) {
    cudaResourceDesc from = {};
    cudaTextureDesc as = {};
    cudaTextureObject_t texture;
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    as.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(&texture, &from, &as, NULL);
    return texture;
}
static cudaArray_t array() {
    cudaArray_t made;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&made, &format, 32, 32);
    return made;
}
CASE(array_under_a_texture, launch/streams) {
    Streams s;
    float *from = (float *)pinned(), *to = (float *)device();
    cudaArray_t a = array();
    cudaTextureObject_t t = texture_of(a);
    cudaMemcpy2DToArrayAsync(a, 0, 0, from, 128, 128, 32, cudaMemcpyHostToDevice, s.a);
    sample<<<1, 32, 0, wrong ? s.b : s.a>>>(t, to); // FOUND
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(t);
}
CASE(array_copied_out, launch/streams) {
    Streams s;
    int *from = pinned(), *to = pinned();
    cudaArray_t a = array();
    cudaMemcpy2DToArrayAsync(a, 0, 0, from, 128, 128, 32, cudaMemcpyHostToDevice, s.a);
    cudaMemcpy2DFromArrayAsync(to, 128, a, 0, 31, 128, 1, cudaMemcpyDeviceToHost, // FOUND
                               wrong ? s.b : s.a);
}
CASE(texture_made_beside_a_kernel, launch/streams) { // neither orders anything
    Streams s;
    int *p = device(), *q = device();
    cudaArray_t a = array();
    FILL(p, s.a);
    cudaTextureObject_t t = texture_of(a);
    cudaDestroyTextureObject(t);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, p, N); // FOUND
}
CASE(rows, launch/streams) { // the columns between the rows are not of the copy
    Streams s;
    int *h = pinned(), *p = device();
    cudaMemcpy2DAsync(p, 128, h, 64, 64, 32, cudaMemcpyHostToDevice, s.a);
    cudaMemset2DAsync((char *)p + 64 - 4 * wrong, 128, 0, 64, 32, s.b); // FOUND
}
CASE(volume, launch/streams) {
    Streams s;
    int *h = pinned(), *p = device(), *q = device();
    cudaMemcpy3DParms what = {};
    what.srcPtr = make_cudaPitchedPtr(h, 64, 64, 4);
    what.dstPtr = make_cudaPitchedPtr(p, 64, 64, 4);
    what.extent = make_cudaExtent(64, 4, 4);
    what.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3DAsync(&what, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    copy<<<1, 256, 0, s.b>>>(q, p, 256); // FOUND
}
CASE(symbol_upload, launch/streams) {
    Streams s;
    int *h = pinned();
    cudaMemcpyToSymbolAsync(variable, h, BYTES, 0, cudaMemcpyHostToDevice, s.a);
    fill_variable<<<8, 256, 0, wrong ? s.b : s.a>>>(); // FOUND
}
CASE(symbol_download, launch/streams) {
    Streams s;
    int *h = pinned();
    fill_variable<<<8, 256, 0, s.a>>>();
    cudaMemcpyFromSymbolAsync(h, variable, BYTES, 0, cudaMemcpyDeviceToHost, wrong ? s.b : s.a); // FOUND
}
CASE(registered, launch/streams) {
    Streams s;
    static int host[2 * N];
    int *p = device(), *q = device();
    cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
    cudaMemcpyAsync(host, p, BYTES, cudaMemcpyDeviceToHost, s.a);
    cudaMemcpyAsync(wrong ? host + 1 : host + N, q, BYTES, cudaMemcpyDeviceToHost, s.b); // FOUND
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
}
CASE(kernel_on_pinned, launch/streams) { // a kernel writes pinned memory that a copy reads
    Streams s;
    int *h = pinned(), *p = device();
    FILL(h, s.a);
    cudaMemcpyAsync(p, h, BYTES, cudaMemcpyHostToDevice, wrong ? s.b : s.a); // FOUND
}
CASE(pipeline_of_chunks, launch/streams) {
    Streams s;
    int *h = pinned(), *p = device();
    cudaStream_t in[2] = {s.a, s.b};
    for (int c = 0; c < 4; c++) {
        int *place = p + c * (N / 4);
        cudaMemcpyAsync(place, h + c * (N / 4), BYTES / 4, cudaMemcpyHostToDevice, in[c % 2]);
        fill<<<2, 256, 0, in[(c + wrong) % 2]>>>(place, N / 4, 1); // FOUND
        cudaMemcpyAsync(h + c * (N / 4), place, BYTES / 4, cudaMemcpyDeviceToHost, in[(c + wrong) % 2]); // FOUND
    }
}
CASE(freed_in_another_stream, launch/free) {
    Streams s;
    int *p;
    cudaMallocAsync(&p, BYTES, s.a);
    FILL(p, s.a);
    cudaFreeAsync(p, wrong ? s.b : s.a); // FOUND
}
CASE(memory_used_again, launch/free) { // who gets the memory next is behind its release
    Streams s;
    int *p, *q;
    for (int i = 0; i < 100; i++) {
        cudaMallocAsync(&p, BYTES, s.a);
        FILL(p, s.a);
        cudaFreeAsync(p, wrong && i == 99 ? s.b : s.a); // FOUND
        cudaMallocAsync(&q, BYTES, s.b);
        FILL(q, s.b);
        cudaFreeAsync(q, s.b);
    }
}
CASE(used_before_the_allocation, launch/allocation) {
    Streams s;
    int *p;
    cudaEvent_t e = event();
    cudaMallocAsync(&p, BYTES, s.a);
    cudaEventRecord(e, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, e, 0);
    FILL(p, s.b); // FOUND
    cudaDeviceSynchronize();
    cudaFreeAsync(p, s.b);
}
CASE(used_behind_the_release, launch/free) {
    Streams s;
    int *p;
    cudaMallocAsync(&p, BYTES, s.a);
    if (!wrong) FILL(p, s.a);
    cudaFreeAsync(p, s.a);
    if (wrong) FILL(p, s.a); // FOUND
}
CASE(used_beside_the_release, launch/free) {
    Streams s;
    int *p;
    cudaEvent_t e = event();
    cudaMallocAsync(&p, BYTES, s.a);
    cudaStreamSynchronize(s.a);
    FILL(p, s.b);
    cudaEventRecord(e, s.b);
    if (!wrong) cudaStreamWaitEvent(s.a, e, 0);
    cudaFreeAsync(p, s.a); // FOUND
}
CASE(async_memory_freed_at_once, launch/free) { // cudaFree does not wait for it
    Streams s;
    int *p;
    cudaMallocAsync(&p, BYTES, s.a);
    FILL(p, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    cudaFree(p); // FOUND
}

__constant__ int factor[64];
__global__ void scale(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = factor[i % n];
}
CASE(constant_of_a_kernel_under_way, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *h = pinned();
    scale<<<1, 64, 0, s.a>>>(p, 64);
    cudaMemcpyToSymbolAsync(factor, h, 256, 0, cudaMemcpyHostToDevice, wrong ? s.b : s.a); // FOUND
}
CASE(constant_by_the_default_stream, launch/streams) {
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    static int values[64];
    int *p = device();
    scale<<<1, 64, 0, s.a>>>(p, 64);
    cudaMemcpyToSymbol(factor, values, sizeof values); // FOUND
}
CASE(constant_that_is_not_there_yet, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *h = pinned();
    cudaMemcpyToSymbolAsync(factor, h, 256, 0, cudaMemcpyHostToDevice, s.b);
    if (!wrong) cudaStreamSynchronize(s.b);
    scale<<<1, 64, 0, s.a>>>(p, 64); // FOUND
}
CASE(constant_that_no_thread_reads, launch/streams) { // the first half alone is read
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *h = pinned();
    scale<<<1, 64, 0, s.a>>>(p, 32);
    cudaMemcpyToSymbolAsync(factor, h, 128, wrong ? 124 : 128, cudaMemcpyHostToDevice, s.b); // FOUND
}
CASE(volume_set, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    cudaPitchedPtr volume;
    int *q = device();
    cudaMalloc3D(&volume, make_cudaExtent(64, 8, 4));
    cudaMemset3DAsync(volume, 0, make_cudaExtent(64, 8, 4), s.a);
    copy<<<1, 16, 0, wrong ? s.b : s.a>>>(q, (int *)volume.ptr, 16); // FOUND
}
CASE(two_volumes_in_one, launch/streams) { // rows of 64 bytes, two images of 4 rows with a pitch of 128
    Streams s(cudaStreamNonBlocking);
    int *h = pinned(), *p = device();
    cudaMemcpy3DParms copied = {};
    copied.srcPtr = make_cudaPitchedPtr(h, 64, 64, 4);
    copied.dstPtr = make_cudaPitchedPtr(p, 128, 64, 4);
    copied.extent = make_cudaExtent(64, 4, 2);
    copied.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3DAsync(&copied, s.a);
    fill<<<1, 8, 0, s.b>>>(wrong ? p + 32 * 4 : p + 16, 8, 1); // FOUND
}
CASE(one_row_of_a_picture, launch/streams) { // between the rows is room
    Streams s(cudaStreamNonBlocking);
    int *h = pinned(), *p = device();
    cudaMemcpy2DAsync(p, 256, h, 128, 128, 8, cudaMemcpyHostToDevice, s.a);
    fill<<<1, 32, 0, s.b>>>(wrong ? p + 64 * 3 : p + 64 * 3 + 32, 32, 1); // FOUND
}
CASE(two_buffers_two_streams, launch/streams) { // each round behind the one before
    Streams s(cudaStreamNonBlocking);
    int *p = device();
    cudaEvent_t done[2] = {event(), event()};
    for (int i = 0; i < 4; i++) {
        cudaStream_t stream = i % 2 ? s.b : s.a;
        if (i > 0) cudaStreamWaitEvent(stream, done[wrong ? i % 2 : (i - 1) % 2], 0);
        FILL(p, stream); // FOUND
        cudaEventRecord(done[i % 2], stream);
    }
}
