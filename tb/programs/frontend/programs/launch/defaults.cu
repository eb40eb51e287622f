// The default stream beside others (docs/launch-order.md).
#include "cases.h"

CASE(non_blocking_behind_default, launch/streams) {
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    int *p = device(), *q = device();
    FILL(p, 0);
    copy<<<8, 256, 0, s.a>>>(q, p, N); // FOUND
}
CASE(default_behind_non_blocking, launch/streams) {
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    int *p = device(), *q = device();
    FILL(p, s.a);
    copy<<<8, 256>>>(q, p, N); // FOUND
}
CASE(default_between_two, launch/streams) { // its kernel waits for all before, and all later ones for it
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    int *p = device(), *q = device(), *r = device();
    FILL(p, s.a);
    fill<<<1, 32>>>(r, 32, 1);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(non_blocking_with_event, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, 0);
    cudaEventRecord(e, 0);
    if (!wrong) cudaStreamWaitEvent(s.a, e, 0);
    copy<<<8, 256, 0, s.a>>>(q, p, N); // FOUND
}
CASE(default_waits_for_event, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    cudaEventRecord(e, s.a);
    if (!wrong) cudaStreamWaitEvent(0, e, 0);
    copy<<<8, 256>>>(q, p, N); // FOUND
}
CASE(legacy_handle, launch/streams) {
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    int *p = device(), *q = device();
    FILL(p, cudaStreamLegacy);
    copy<<<8, 256, 0, s.a>>>(q, p, N); // FOUND
}
CASE(per_thread_handle, launch/streams) { // in order with the legacy stream, not with others
    Streams s;
    int *p = device(), *q = device();
    FILL(p, cudaStreamPerThread);
    copy<<<8, 256, 0, wrong ? s.a : 0>>>(q, p, N); // FOUND
}
CASE(memset_beside_non_blocking, launch/streams) { // returns before it is done
    Streams s(cudaStreamNonBlocking);
    int *p = device();
    cudaMemset(p, 1, BYTES);
    if (!wrong) cudaStreamSynchronize(0);
    FILL(p, s.a); // FOUND
}
CASE(device_copy_beside_non_blocking, launch/streams) { // device to device: no synchronise
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    cudaMemcpy(q, p, BYTES, cudaMemcpyDeviceToDevice);
    if (!wrong) cudaDeviceSynchronize();
    FILL(q, s.a); // FOUND
}
CASE(result_of_non_blocking, launch/streams) { // cudaMemcpy is of the default stream
    Streams s(wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    static int host[N];
    int *p = device();
    FILL(p, s.a);
    cudaMemcpy(host, p, BYTES, cudaMemcpyDeviceToHost); // FOUND
}
CASE(kernel_before_the_stream, launch/streams) { // the first stream is made behind the launch; not by nvcc
    int *p, *q;
    cudaStream_t s;
    cudaMalloc(&p, BYTES);
    cudaMalloc(&q, BYTES);
    FILL(p, 0);
    cudaStreamCreateWithFlags(&s, wrong ? cudaStreamNonBlocking : cudaStreamDefault);
    copy<<<8, 256, 0, s>>>(q, p, N); // FOUND
}
CASE(first_is_per_thread, launch/streams) { // this launch has a line, too, though no stream was made before it
    int *p = device(), *q = device();
    cudaStream_t s;
    FILL(p, cudaStreamPerThread);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    copy<<<8, 256, 0, wrong ? s : 0>>>(q, p, N); // FOUND
}
