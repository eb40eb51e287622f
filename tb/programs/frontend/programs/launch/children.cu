// flags: -rdc=true -lcudadevrt
// Kernels that launch others (docs/launch-order.md): a child is behind what its launcher did before, and beside the rest.
#include "cases.h"


__global__ void writes_behind(int *p, bool behind) {
    if (threadIdx.x == 0) {
        if (!behind) p[5] = 1;
        fill<<<N / 256, 256>>>(p, N, 1); // FOUND
        if (behind) p[5] = 1;
    }
}
CASE(launcher_writes_behind_its_launch, launch/streams) {
    int *p = device();
    writes_behind<<<1, 32>>>(p, wrong);
    cudaDeviceSynchronize();
}

__global__ void reads_behind(int *p, int *q, bool result) {
    fill<<<N / 256, 256>>>(p, N, 1); // FOUND
    q[0] = result ? p[N - 1] : 0;
}
CASE(launcher_reads_the_result, launch/streams) {
    int *p = device(), *q = device();
    reads_behind<<<1, 1>>>(p, q, wrong);
    cudaDeviceSynchronize();
}

__global__ void other_thread(int *p, bool apart) {
    if (threadIdx.x == 0) fill<<<256 / 256, 256>>>(p, 256, 1); // FOUND
    __syncthreads();
    p[(apart ? 256 : 0) + threadIdx.x] = 7;
}
CASE(other_threads_write_behind_it, launch/streams) {
    int *p = device();
    other_thread<<<1, 128>>>(p, !wrong);
    cudaDeviceSynchronize();
}

__global__ void prepared(int *p, int *q, bool before) {
    if (before) q[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) copy<<<1, 256>>>(p, q, 256); // FOUND
    if (!before) q[threadIdx.x] = threadIdx.x;
}
CASE(data_of_the_child_is_prepared_too_late, launch/streams) {
    int *p = device(), *q = device();
    prepared<<<1, 256>>>(p, q, !wrong);
    cudaDeviceSynchronize();
}

__global__ void two_children(int *p, int *q, int how) {
    if (how == 0) {
        fill<<<N / 256, 256>>>(p, N, 1);
        copy<<<N / 256, 256>>>(q, p, N);
    } else {
        cudaStream_t a, b;
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        fill<<<N / 256, 256, 0, a>>>(p, N, 1);          // FOUND
        copy<<<N / 256, 256, 0, b>>>(q, p, N);          // FOUND
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
    }
}
CASE(two_streams_of_the_device, launch/streams) {
    int *p = device(), *q = device();
    two_children<<<1, 1>>>(p, q, wrong);
    cudaDeviceSynchronize();
}

__global__ void of_each_block(int *p, bool apart) {
    if (threadIdx.x == 0) fill<<<1, 256>>>(p + (apart ? blockIdx.x * 256 : 0), 256, 1); // FOUND
}
CASE(default_streams_of_two_blocks, launch/streams) {
    int *p = device();
    of_each_block<<<2, 32>>>(p, !wrong);
    cudaDeviceSynchronize();
}

__global__ void tail(int *p, int *q, bool is_tail) {
    p[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        if (is_tail)
            copy<<<1, 256, 0, cudaStreamTailLaunch>>>(q, p, 256);
        else
            copy<<<1, 256, 0, cudaStreamFireAndForget>>>(q, p, 256); // FOUND
    }
    p[threadIdx.x] = 7;
}
CASE(no_tail_launch, launch/streams) {
    int *p = device(), *q = device();
    tail<<<1, 256>>>(p, q, !wrong);
    cudaDeviceSynchronize();
}

__global__ void forget(int *p, int *q, bool in_order) {
    if (in_order) {
        fill<<<N / 256, 256>>>(p, N, 1);
        copy<<<N / 256, 256>>>(q, p, N);
    } else {
        fill<<<N / 256, 256, 0, cudaStreamFireAndForget>>>(p, N, 1);  // FOUND
        copy<<<N / 256, 256, 0, cudaStreamFireAndForget>>>(q, p, N); // FOUND
    }
}
CASE(fire_and_forget_twice, launch/streams) {
    int *p = device(), *q = device();
    forget<<<1, 1>>>(p, q, !wrong);
    cudaDeviceSynchronize();
}

__global__ void inner(int *p) { fill<<<N / 256, 256>>>(p, N, 3); } // FOUND
__global__ void outer(int *p, int *q, bool touches) {
    inner<<<1, 1>>>(p);
    if (touches) q[0] = p[N / 2];
}
CASE(grandchild, launch/streams) {
    int *p = device(), *q = device();
    outer<<<1, 1>>>(p, q, wrong);
    cudaDeviceSynchronize();
}

__global__ void sets(int *p, bool behind) {
    if (!behind) p[3] = 1;
    cudaMemsetAsync(p, 0, N * sizeof(int)); // FOUND
    if (behind) p[3] = 1;
}
CASE(set_by_a_kernel, launch/streams) {
    int *p = device();
    sets<<<1, 1>>>(p, wrong);
    cudaDeviceSynchronize();
}

__global__ void copies(int *p, int *q, bool behind) {
    cudaMemcpyAsync(q, p, N * sizeof(int), cudaMemcpyDeviceToDevice); // FOUND
    fill<<<N / 256, 256>>>((behind ? p + 0 : q), N, 4);
    if (behind) q[N - 1] = 7;
}
CASE(copy_by_a_kernel, launch/streams) {
    int *p = device(), *q = device();
    copies<<<1, 1>>>(p, q, wrong);
    cudaDeviceSynchronize();
}

__global__ void launches_one(int *p) { fill<<<N / 256, 256>>>(p, N, 1); } // FOUND
CASE(another_stream_beside_a_child, launch/streams) {
    Streams s;
    int *p = device(), *q = device();
    cudaEvent_t e;
    cudaEventCreate(&e);
    launches_one<<<1, 1, 0, s.a>>>(p);
    cudaEventRecord(e, s.a);
    if (!wrong) cudaStreamWaitEvent(s.b, e, 0);
    copy<<<N / 256, 256, 0, s.b>>>(q, p, N); // FOUND
}
CASE(host_beside_a_child, launch/host) {
    int *p = managed();
    launches_one<<<1, 1>>>(p);
    if (!wrong) cudaDeviceSynchronize();
    if (p[7] < 0) printf("wrong result\n"); // FOUND
    cudaDeviceSynchronize();
}

__global__ void many(int *p, bool again) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    fill<<<1, 32>>>(p + 32 * (again ? i / 2 : i), 32, i); // FOUND
}
CASE(a_launch_of_each_thread, launch/streams) { // those of one block are in its default stream
    int *p = device();
    many<<<wrong ? 64 : 1, wrong ? 1 : 64>>>(p, true);
    cudaDeviceSynchronize();
}

__global__ void counts(int *p, int *total, bool atomics) {
    count<<<1, 256>>>(total, 256); // FOUND
    if (atomics)
        atomicAdd(total, 1);
    else
        ++*total;
}
CASE(atomics_of_both, launch/streams) {
    int *p = device(), *total = device();
    counts<<<1, 1>>>(p, total, !wrong);
    cudaDeviceSynchronize();
}

__global__ void recursive(int *p, int n) {
    p[threadIdx.x] = n;
    if (n > 0 && threadIdx.x == 0) recursive<<<1, 64>>>(p + 64, n - 1);
}
__global__ void sort_of(int *p, int n, bool overlap) { // halves, as quicksort launches them
    if (n <= 64) {
        for (int i = 0; i < n; ++i) p[i] += 1;
        return;
    }
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    sort_of<<<1, 1>>>(p, n / 2 + overlap, overlap); // FOUND
    sort_of<<<1, 1, 0, s>>>(p + n / 2, n - n / 2, overlap); // FOUND
    cudaStreamDestroy(s);
}
CASE(halves_overlap, launch/streams) {
    int *p = device();
    recursive<<<1, 64>>>(p, 8);
    cudaDeviceSynchronize();
    sort_of<<<1, 1>>>(p, 1024, wrong);
    cudaDeviceSynchronize();
}

__global__ void waits_for_event(int *p, int *q, bool waits) {
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    fill<<<N / 256, 256, 0, a>>>(p, N, 1); // FOUND
    cudaEventRecord(e, a);
    if (waits) cudaStreamWaitEvent(b, e, 0);
    copy<<<N / 256, 256, 0, b>>>(q, p, N); // FOUND
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
CASE(event_of_the_device, launch/streams) {
    int *p = device(), *q = device();
    waits_for_event<<<1, 1>>>(p, q, !wrong);
    cudaDeviceSynchronize();
}


__global__ void waits_as_before_cuda_12(int *p, int *q, bool waits) {
    fill<<<N / 256, 256>>>(p, N, 1); // FOUND
#if defined(__clang__)
    if (waits) cudaDeviceSynchronize();
#endif
    q[0] = p[9];
}
CASE(synchronise_in_a_kernel, launch/streams) { // not by nvcc: nvcc 12 has no such call in device code
    int *p = device(), *q = device();
    waits_as_before_cuda_12<<<1, 1>>>(p, q, !wrong);
    cudaDeviceSynchronize();
}

__global__ void launches_behind_a_comment(int *p, int *q) {
    fill<<<1, 256>>>(p, 256, 1); /* a comment that ends here */
#ifndef NO_SUCH_MACRO
    fill<<<1, 256>>>(q, 256, 2);
#endif
    fill<<<1, 256>>>(p + 256, 256, 3); // a macro's line is before it
}
CASE(statements_behind_comments, launch/streams) {
    int *p = device(), *q = device();
    launches_behind_a_comment<<<1, 1>>>(p, q);
    if (wrong) writes_behind<<<1, 1>>>(p, true);
    cudaDeviceSynchronize();
    int first[2];
    cudaMemcpy(first, p + 256, sizeof(int), cudaMemcpyDeviceToHost);
    if (!wrong && first[0] != 3) printf("wrong result %d\n", first[0]);
}
