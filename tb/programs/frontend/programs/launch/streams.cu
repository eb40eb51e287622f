// Kernels, copies and sets of several streams, events and synchronise calls (docs/launch-order.md).
#include "cases.h"

CASE(two_kernels, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    FILL(p, s.a);
    copy<<<8, 256, 0, wrong ? s.b : s.a>>>(q, p, N); // FOUND
}
CASE(write_after_read, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    copy<<<8, 256, 0, s.a>>>(q, p, N);
    cudaMemsetAsync(p, 0, BYTES, wrong ? s.b : s.a); // FOUND
}
CASE(overlapping_chunks, launch/streams) {
    Streams s;
    int *p = device();
    fill<<<4, 256, 0, s.a>>>(p, N / 2, 1);
    fill<<<4, 256, 0, s.b>>>(p + N / 2 - wrong, N / 2, 1); // FOUND
}
CASE(interleaved_bytes, launch/streams) { // each stream its own elements of every line
    Streams s;
    char *p = (char *)device();
    cudaMemset2DAsync(p, 8, 1, 4, 64, s.a);
    cudaMemset2DAsync(p + 4 - wrong, 8, 2, 4, 64, s.b); // FOUND
}
CASE(both_read, launch/streams) {
    Streams s;
    int *p = device(), *q = device(), *r = device();
    copy<<<8, 256, 0, s.a>>>(q, p, N);
    copy<<<8, 256, 0, s.b>>>(wrong ? q : r, p, N); // FOUND
}
CASE(event_too_early, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    if (wrong) cudaEventRecord(e, s.a);
    FILL(p, s.a);
    if (!wrong) cudaEventRecord(e, s.a);
    cudaStreamWaitEvent(s.b, e, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(wait_too_late, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    cudaEventRecord(e, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, e, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
    cudaStreamWaitEvent(s.b, e, 0);
}
CASE(event_of_the_other_stream, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    cudaEventRecord(e, wrong ? s.b : s.a);
    cudaStreamWaitEvent(s.b, e, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(event_never_recorded, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    if (!wrong) cudaEventRecord(e, s.a);
    cudaStreamWaitEvent(s.b, e, 0); // without a record: nothing
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(recorded_again, launch/streams) { // the last record before the wait counts
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    cudaEventRecord(e, s.a);
    if (wrong) cudaEventRecord(e, s.b);
    cudaStreamWaitEvent(s.b, e, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(recorded_again_behind_the_wait, launch/streams) { // a wait keeps the record that it found
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    if (!wrong) FILL(p, s.a);
    cudaEventRecord(e, s.a);
    cudaStreamWaitEvent(s.b, e, 0);
    if (wrong) FILL(p, s.a);
    cudaEventRecord(e, s.a);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(through_a_third_stream, launch/streams) {
    Streams s, t;
    int *p = device(), *q = device();
    cudaEvent_t e = event(), f = event();
    FILL(p, s.a);
    cudaEventRecord(e, s.a);
    cudaStreamWaitEvent(t.a, e, 0);
    cudaEventRecord(f, wrong ? t.b : t.a);
    cudaStreamWaitEvent(s.b, f, 0);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(stream_synchronise, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    FILL(p, s.a);
    cudaStreamSynchronize(wrong ? s.b : s.a);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(event_synchronise, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    if (wrong) cudaEventRecord(e, s.a);
    FILL(p, s.a);
    if (!wrong) cudaEventRecord(e, s.a);
    cudaEventSynchronize(e);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(query_loop, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    FILL(p, s.a);
    if (!wrong)
        while (cudaStreamQuery(s.a) == cudaErrorNotReady) {}
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(event_query_loop, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    cudaEventRecord(e, s.a);
    if (!wrong)
        while (cudaEventQuery(e) == cudaErrorNotReady) {}
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(device_synchronise, launch/streams) {
    Streams s(cudaStreamNonBlocking);
    int *p = device(), *q = device();
    FILL(p, s.a);
    if (!wrong) cudaDeviceSynchronize();
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(destroyed_stream, launch/streams) { // its work goes on
    Streams s;
    cudaStream_t c;
    int *p = device(), *q = device();
    cudaStreamCreate(&c);
    FILL(p, c);
    if (!wrong) cudaStreamSynchronize(c);
    cudaStreamDestroy(c);
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(atomics_of_two_kernels, launch/streams) { // they may meet, plain accesses may not
    Streams s;
    int *p = device();
    count<<<8, 256, 0, s.a>>>(p, N);
    if (wrong)
        fill<<<1, 32, 0, s.b>>>(p, 1, 1); // FOUND
    else
        count<<<8, 256, 0, s.b>>>(p, N);
}
CASE(host_function_orders_its_stream, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e = event();
    FILL(p, s.a);
    if (!wrong) {
        cudaLaunchHostFunc(s.a, [](void *) {}, NULL);
        cudaEventRecord(e, s.a);
        cudaStreamWaitEvent(s.b, e, 0);
    }
    copy<<<8, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(ping_pong, launch/streams) { // two buffers in turn; who fills waits for who read last
    Streams s;
    int *p[2] = {device(), device()}, *q = device();
    cudaEvent_t filled[2] = {event(), event()}, read[2] = {event(), event()};
    for (int i = 0; i < 6; i++) {
        if (!wrong) cudaStreamWaitEvent(s.a, read[i % 2], 0);
        FILL(p[i % 2], s.a); // FOUND
        cudaEventRecord(filled[i % 2], s.a);
        cudaStreamWaitEvent(s.b, filled[i % 2], 0);
        copy<<<8, 256, 0, s.b>>>(q, p[i % 2], N);
        cudaEventRecord(read[i % 2], s.b);
    }
}
