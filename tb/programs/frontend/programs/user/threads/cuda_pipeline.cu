// cuda::pipeline and cuda::memcpy_async: two stages, filled by all threads of a block or by half of them; and the
// primitives in C.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

constexpr int THREADS = 64, STEPS = 8;

__global__ void all_threads(const int *in, int *out)
{
    __shared__ int buffer[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, buffer[0], in, sizeof buffer[0], pipe);
    pipe.producer_commit();
    for (int step = 1; step <= STEPS; step++) {
        if (step < STEPS) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[step % 2], in + step * THREADS, sizeof buffer[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += buffer[(step - 1) % 2][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void two_roles(const int *in, int *out)
{
    __shared__ int buffer[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    const bool producer = threadIdx.x < THREADS;
    auto pipe = cuda::make_pipeline(block, &state,
                                    producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    for (int step = 0; step < STEPS; step++) {
        if (producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffer[step % 2][threadIdx.x], in + step * THREADS + threadIdx.x,
                               cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += buffer[step % 2][2 * THREADS - 1 - threadIdx.x];
            pipe.consumer_release();
        }
    }
    if (!producer) out[threadIdx.x - THREADS] = sum;
}

__global__ void primitives(const int4 *in, int *out)
{
    __shared__ int4 tile[THREADS];
    int sum = 0;
    for (int step = 0; step < STEPS / 4; step++) {
        __pipeline_memcpy_async(&tile[threadIdx.x], &in[step * THREADS + threadIdx.x], sizeof(int4));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        const int4 four = tile[THREADS - 1 - threadIdx.x];
        sum += four.x + four.y + four.z + four.w;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

static int *in, *out;

static int wrong_sums(const int *expected)
{
    int sums[THREADS], wrong = 0;
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    for (int t = 0; t < THREADS; t++) wrong += sums[t] != expected[t];
    return wrong;
}

int main()
{
    int values[STEPS * THREADS], columns[THREADS] = {0}, fours[THREADS] = {0}, wrong = 0;
    for (int i = 0; i < STEPS * THREADS; i++) {
        values[i] = i * i % 1000;
        columns[THREADS - 1 - i % THREADS] += values[i];
        fours[THREADS - 1 - i / 4 % THREADS] += values[i];
    }
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof columns);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    all_threads<<<1, THREADS>>>(in, out);
    wrong += wrong_sums(columns);
    two_roles<<<1, 2 * THREADS>>>(in, out);
    wrong += wrong_sums(columns);
    primitives<<<1, THREADS>>>((const int4 *)in, out);
    wrong += wrong_sums(fours);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
