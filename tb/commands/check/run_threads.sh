#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_threads.sh: `scord check --checker-threads N` on programs: reports, exit codes and what is printed are the same in
# 1, 2, 3 and 8 threads; limits, an interruption, and a system that makes no threads.
#
# usage: run_threads.sh     Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
scord=$(realpath "${BUILD:-build}")/scord; folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT

# Flags, locks and atomics between blocks; bytes of words, with races; many launches, each with a race.
cat > "$folder/flags.cu" <<'PROGRAM'
enum { B = 8, R = 40 };
__device__ int box[B * 64], stage, locks[4], sum[4];
__device__ volatile int flag[B];
__global__ void chain() {
    const int t = threadIdx.x, b = blockIdx.x, n = (b + 1) % B;
    for (int r = 1; r <= R; r++) {
        box[b * 64 + t] = r + t;
        if (r % 3) __threadfence();
        __syncthreads();
        if (t == 0) flag[b] = r;
        if (t == 0) while (flag[n] < r - 1) {}
        __syncthreads();
        const int v = box[n * 64 + t];
        if (t == 0) {
            while (atomicCAS(&locks[b % 4], 0, 1)) {}
            __threadfence();
            sum[b % 4] += v;
            __threadfence();
            atomicExch(&locks[b % 4], 0);
        }
        atomicAdd(&stage, 1);
    }
}
int main() { chain<<<B, 64>>>(); return cudaDeviceSynchronize(); }
PROGRAM
cat > "$folder/bytes.cu" <<'PROGRAM'
enum { N = 4096, K = 4 };
__global__ void visit(const int *edge, bool *mask, bool *next, bool *seen, int *cost) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!mask[i]) return;
    mask[i] = false;
    for (int k = 0; k < K; k++) {
        const int j = edge[i * K + k];
        if (!seen[j]) { cost[j] = cost[i] + 1; next[j] = true; }
    }
}
__global__ void commit(bool *mask, bool *next, bool *seen, bool *over) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (next[i]) { mask[i] = true; seen[i] = true; *over = true; next[i] = false; }
}
int main() {
    static int edges[N * K];
    int *edge, *cost; bool *mask, *next, *seen, *over, more = true; unsigned r = 7;
    for (int i = 0; i < N * K; i++) { r = r * 1664525u + 1013904223u; edges[i] = (r >> 8) % N; }
    cudaMalloc(&edge, sizeof edges); cudaMalloc(&cost, N * 4); cudaMalloc(&over, 1);
    cudaMalloc(&mask, N); cudaMalloc(&next, N); cudaMalloc(&seen, N);
    cudaMemcpy(edge, edges, sizeof edges, cudaMemcpyHostToDevice); cudaMemset(cost, 0, N * 4);
    cudaMemset(mask, 0, N); cudaMemset(next, 0, N); cudaMemset(seen, 0, N);
    cudaMemset(mask, 1, 1); cudaMemset(seen, 1, 1);
    while (more) {
        cudaMemset(over, 0, 1);
        visit<<<N / 256, 256>>>(edge, mask, next, seen, cost);
        commit<<<N / 256, 256>>>(mask, next, seen, over);
        cudaMemcpy(&more, over, 1, cudaMemcpyDeviceToHost);
    }
}
PROGRAM
cat > "$folder/launches.cu" <<'PROGRAM'
__global__ void wave(double *a, int n, int step) {
    __shared__ double tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = a[i];
    if (step % 10) __syncthreads();
    a[i] = tile[(threadIdx.x + 33) % 128];
    if (i == 7) a[n / 2] += 1;
}
int main() {
    double *a; cudaMalloc(&a, 1024 * 8); cudaMemset(a, 0, 1024 * 8);
    for (int step = 0; step < 60; step++) wave<<<8, 128>>>(a, 1024, step);
    return cudaDeviceSynchronize();
}
PROGRAM

without_seconds() {
    sed -E 's/"seconds": [0-9.e+-]+//; s/"from_cache": [0-9]+//; s/"[a-z_]+_per_second": [0-9.e+]+//g' "$1"
    grep -Ev '^  (rates|compilation) ' "$2"
}
run() { # THREADS PROGRAM OPTION…: the report, what is printed, the exit code
    local threads=$1 program=$2; shift 2
    "$scord" check "$folder/$program.cu" --checker-threads "$threads" --json "$folder/json" "$@" > "$folder/out" 2>&1
    local code=$?
    without_seconds "$folder/json" "$folder/out" | sed "s/--checker-threads $threads//"
    echo "exit code $code"
}
same() { # PROGRAM OPTION…
    local threads
    run 1 "$@" > "$folder/alone"
    for threads in 2 3 8; do
        run $threads "$@" > "$folder/several"
        cmp -s "$folder/alone" "$folder/several"
        check $? "$*, $threads threads: $(diff "$folder/alone" "$folder/several" | cut -c 1-300 | head -n 4)"
    done
}
for program in flags bytes launches; do
    for seed in 0 1 7; do same $program --seed $seed; done
    same $program --as published
    same $program --oracle --seed 3
    same $program --only barrier,lanes
done
same flags --explain-race 2
same launches --independent-threads=always
grep -q 'exit code 1' "$folder/alone"; check $? "races are there: $(tail -n 3 "$folder/alone")"

# A limit of events holds exactly.
for threads in 1 2 3; do
    "$scord" --max-events 1000 check "$folder/flags.cu" --checker-threads $threads > "$folder/out" 2>&1; code=$?
    [ $code -eq 2 ] && grep -qF 'more than 1000 events' "$folder/out" && grep -Eq 'events +1,000' "$folder/out"
    check $? "--max-events, $threads threads: exit $code, $(grep -E 'events' "$folder/out" | head -n 3)"
done

# Too little memory for threads, or none at all: the same report, by fewer threads.
cat > "$folder/none.c" <<'PROGRAM'
#include <errno.h>
int pthread_create(void *thread, const void *attributes, void *(*run)(void *), void *context);
int pthread_create(void *thread, const void *attributes, void *(*run)(void *), void *context) {
    (void)thread, (void)attributes, (void)run, (void)context;
    return EAGAIN;
}
PROGRAM
cc -shared -fPIC -o "$folder/none.so" "$folder/none.c" || exit 3
run 1 flags > "$folder/alone"
(export LD_PRELOAD="$folder/none.so"; run 3 flags > "$folder/several")
cmp -s "$folder/alone" "$folder/several"; check $? "no threads: $(diff "$folder/alone" "$folder/several" | head -n 4)"

# An interruption ends program and checker, and what was seen is reported.
cat > "$folder/spin.cu" <<'PROGRAM'
__global__ void k(volatile int *p) { while (*p == 0) {} }
int main() {
    int *p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4);
    k<<<1, 32>>>(p);
    return cudaDeviceSynchronize();
}
PROGRAM
"$scord" check "$folder/spin.cu" --spin-limit 1000 > "$folder/out" 2>&1 # into the cache
for threads in 1 2 3; do
    "$scord" --timeout 60 check "$folder/spin.cu" --checker-threads $threads --spin-limit 1000000000000 \
        > "$folder/out" 2>&1 &
    pid=$!; sleep 4; kill -TERM $pid; wait $pid; code=$?
    [ $code -eq 143 ] && grep -qF 'interrupted; the report covers the run so far' "$folder/out"
    check $? "an interruption, $threads threads: exit $code, $(tail -n 2 "$folder/out")"
done
finish
