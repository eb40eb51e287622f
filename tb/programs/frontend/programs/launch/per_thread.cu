// flags: -default-stream per-thread
// Stream 0 is a stream of each host thread (docs/launch-order.md).
#include <thread>
#include "cases.h"

CASE(of_two_threads, launch/streams) {
    int *p = device(), *q = device();
    std::thread other([=] {
        FILL(p, 0);
        if (!wrong) cudaStreamSynchronize(0);
    });
    other.join();
    copy<<<8, 256>>>(q, p, N); // FOUND
}
CASE(beside_another_stream, launch/streams) { // it waits for no blocking stream
    Streams s;
    int *p = device(), *q = device();
    FILL(p, s.a);
    if (!wrong) cudaStreamSynchronize(s.a);
    copy<<<8, 256>>>(q, p, N); // FOUND
}
CASE(copy_of_another_threads_result, launch/streams) {
    static int host[N];
    int *p = device();
    std::thread other([=] { FILL(p, wrong ? 0 : cudaStreamLegacy); });
    other.join();
    cudaMemcpy(host, p, BYTES, cudaMemcpyDeviceToHost); // FOUND
}
