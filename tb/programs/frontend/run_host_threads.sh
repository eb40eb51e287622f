#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_host_threads.sh: threads of the host where not all that orders them is seen (docs/launch-order.md, "Threads of
# the host"): then they are one, and a program in order is not reported.
#
# usage: run_host_threads.sh
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

cat > "$folder/gate.cpp" << 'END'
#include <atomic>
static std::atomic<int> gate;
void open_gate() { gate.store(1, std::memory_order_release); }
void pass_gate() { while (!gate.load(std::memory_order_acquire)) {} }
END
cat > "$folder/main.cu" << 'END'
#include <thread>
#include <unistd.h>
void open_gate();
void pass_gate();
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }
int main() {
    int *p, *q;
    cudaStream_t a, b;
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    std::thread other([=] {
        fill<<<1, 32, 0, a>>>(p);
        cudaStreamSynchronize(a);
        open_gate();
    });
#ifdef LATER
    usleep(100000);
#else
    pass_gate();
#endif
    copy<<<1, 32, 0, b>>>(q, p);
    cudaDeviceSynchronize();
    other.join();
}
END
judge() { # CODE TEXT INPUT…
    local code=$1 text=$2
    shift 2
    exits 0 "$text: linked" "$folder/out" "${scord%scord}scord-nvcc" -o "$folder/program" "$@"
    exits "$code" "$text" "$folder/out" "$scord" check "$folder/program"
}
g++ -O1 -c -o "$folder/gate.o" "$folder/gate.cpp" && ar rcs "$folder/libgate.a" "$folder/gate.o"
check $? "g++ compiles"
judge 0 "atomics of a .cpp file are seen" "$folder/main.cu" "$folder/gate.cpp"
judge 1 "no atomic passes the order on" -DLATER "$folder/main.cu" "$folder/gate.cpp"
judge 0 "an object of another compiler" "$folder/main.cu" "$folder/gate.o"
judge 0 "the same, threads are one" -DLATER "$folder/main.cu" "$folder/gate.o"
judge 0 "an archive" "$folder/main.cu" "$folder/libgate.a"
judge 0 "a library by name" "$folder/main.cu" "-L$folder" -lgate
judge 0 "a sanitizer of the user's" -DLATER -Xcompiler -fsanitize=undefined "$folder/main.cu" "$folder/gate.cpp" \
    -Xlinker -lubsan
judge 0 "ThreadSanitizer" -DLATER -Xcompiler -fsanitize=thread "$folder/main.cu" "$folder/gate.cpp"
g++ -O1 -fPIC -shared -o "$folder/libgate.so" "$folder/gate.cpp" && rm "$folder/libgate.a"
check $? "g++ links"
judge 0 "a shared library" "$folder/main.cu" "$folder/libgate.so" -Xlinker "-rpath,$folder"
finish
