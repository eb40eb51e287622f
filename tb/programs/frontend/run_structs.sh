#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_structs.sh: generated structures (sizes, padding, nested, bool, arrays, bases, members without a value), made by
# constructors, returned and passed by value, chosen, shuffled: the same functions on device and host give the same.
#
# usage: run_structs.sh SEED…
# Each seed is a program of 8 structures; the host plays the lanes of a warp one after the other. SCORD names the
# executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

types=(bool char 'unsigned char' short 'unsigned short' int unsigned float 'long long' double)
pick() { picked=$(( RANDOM % $1 )); }

# Structure NUMBER: members m0 …, the one of a parameter list, the key by which two are compared.
structure() { # number
    local n=$1 i count unset=-1 direct=1 type length
    local members='' parameters='' arguments='' moved='' values='' exchange='' sum='' base=''
    pick 5; count=$(( picked + 1 ))
    pick 3; [ $picked -eq 0 ] && [ $count -gt 2 ] && { pick $(( count - 1 )); unset=$(( picked + 1 )); }
    for (( i = 0; i < count; i++ )); do
        pick 8
        if [ $i -gt 0 ] && [ $picked -eq 0 ] && [ "$n" -gt 0 ]; then # nested
            pick "$n"; members+="  S$picked m$i;"
            parameters+=", S$picked a$i"; moved+=", m$i(a$i)"; values+=", m$i(x + $i)"
            length="other(p.m$i, lane, all, [f](const A &s) { return f(s).m$i; })"
            arguments+=", $length"; exchange+=" r.m$i = $length;"
            sum+=" + $(( 2 * i + 3 )) * total(s.m$i)"
        elif [ $i -gt 0 ] && [ $picked -eq 1 ]; then # an array
            pick 3; length=$(( picked + 2 )); direct=
            members+="  char m${i}[$length];"; values+=", m$i{(char)(x + $i), (char)x}"
            exchange+=" for (int i = 0; i < $length; i++) r.m${i}[i] = GET(m${i}[i]);"
            sum+=" + $(( 2 * i + 3 )) * s.m${i}[0] + s.m${i}[1]"
        else
            pick ${#types[@]}; type=${types[$picked]}; members+="  $type m$i;"
            if [ $i -ne $unset ]; then
                parameters+=", $type a$i"; moved+=", m$i(a$i)"; values+=", m$i(($type)(x % $(( 7 * i + 2 ))))"
                arguments+=", ($type)GET(m$i)"; exchange+=" r.m$i = GET(m$i);"
                sum+=" + $(( 2 * i + 3 )) * (long long)s.m$i"
            fi
        fi
    done
    pick 4; [ $picked -eq 0 ] && base=" : Base"
    if [ -n "$direct" ]; then
        direct="HD S$n(${parameters#, }, Tag) ${moved/,/:} {}"
        exchange="return S$n(${arguments#, }, Tag());"
    else exchange="S$n r = p; $exchange return r;"; fi
    cat << STRUCTURE
struct S$n$base { HD explicit S$n(int x) ${values/,/:} {} $direct $members };
HD long long total(const S$n s) { return 1$sum; }
HD bool less_(const S$n a, const S$n b) { return a.m0 < b.m0; }
template <class A, class F> HD S$n other(const S$n p, int lane, const A *all, F f) { $exchange }
STRUCTURE
}

program() { # seed
    RANDOM=$1
    cat << 'HEAD'
#include <cstdio>
#define HD __host__ __device__
struct Tag {};
struct Base { short b = 1; };
HD long long total(long long v) { return v; }
#ifdef __CUDA_ARCH__
#define GET(m) __shfl_xor_sync(~0u, p.m, 1)
#else
#define GET(m) f(all[lane ^ 1]).m
#endif
HEAD
    local n
    for (( n = 0; n < 8; n++ )); do structure $n; done
    cat << 'TAIL'
struct Same { template <class S> HD S operator()(const S &s) const { return s; } };
template <class S> HD S made(int x) { S s(x); if (x & 1) return S(x * 3 + 1); return s; }
template <class S> HD S smaller(const S p, const S q) { return less_(p, q) ? p : q; }
template <class S> HD S step(const S p, int lane, const S *all) {
    S q = other(p, lane, all, Same());
    return less_(p, q) ? p : q;
}
template <class S> HD S mixed(const S p, int lane, const S *all) {
    S q = other(p, lane, all, Same());
    return (lane & 2) ? smaller(p, q) : smaller(q, made<S>(lane));
}
template <class S> __global__ void run(long long *out) {
    S s = made<S>(threadIdx.x * 5 % 23);
    s = step(s, threadIdx.x, &s);
    s = mixed(s, threadIdx.x, &s);
    out[threadIdx.x] = total(s);
}
template <class S> int differ() {
    long long *out;
    int wrong = 0;
    cudaMallocManaged(&out, 32 * sizeof *out);
    run<S><<<1, 32>>>(out);
    cudaDeviceSynchronize();
    S *all = (S *)malloc(32 * sizeof(S)), *next = (S *)malloc(32 * sizeof(S));
    for (int i = 0; i < 32; i++) all[i] = made<S>(i * 5 % 23);
    for (int i = 0; i < 32; i++) next[i] = step(all[i], i, all);
    for (int i = 0; i < 32; i++) all[i] = mixed(next[i], i, next);
    for (int i = 0; i < 32; i++) wrong += out[i] != total(all[i]);
    cudaFree(out);
    free(all), free(next);
    return wrong;
}
int main() {
TAIL
    for (( n = 0; n < 8; n++ )); do
        echo "    if (int w = differ<S$n>()) printf(\"S$n of %zu bytes: %d lanes differ\\n\", sizeof(S$n), w);"
    done
    echo '    puts("compared");'
    echo '}'
}

for seed in "$@"; do
    program "$seed" > "$folder/structs.cu"
    if ! nice "$scord" check --no-cache "$folder/structs.cu" > "$folder/out" 2>&1; then
        fail "seed $seed: exit code not 0"; head -n 20 "$folder/out"
    elif ! grep -qx compared "$folder/out" || grep -q ' lanes differ$' "$folder/out"; then
        fail "seed $seed: $(grep ' lanes differ$' "$folder/out" | head -n 1)"
    else
        pass "seed $seed: device and host agree"
    fi
done
finish
