// Thrust: sort, reduce, scan.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
int main() {
    thrust::host_vector<int> h(1000);
    for (int i = 0; i < 1000; i++)
        h[i] = (i * 7919) % 1009;
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    long s = thrust::reduce(d.begin(), d.end(), 0L);
    thrust::device_vector<int> e(1000);
    thrust::inclusive_scan(d.begin(), d.end(), e.begin());
    thrust::host_vector<int> r = d;
    std::sort(h.begin(), h.end());
    bool ok = std::equal(h.begin(), h.end(), r.begin());
    long t = std::accumulate(h.begin(), h.end(), 0L);
    int last = e[999];
    printf("%s %s %s\n", ok ? "sorted" : "wrong", s == t ? "sum" : "wrong",
           last == t ? "scan" : "wrong");
    puts("right");
    return 0;
}
