// thrust_algorithms.cu: an algorithm of every family of Thrust (Debian's libthrust-dev), against the host's.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

static int wrong;
template <typename A, typename B> void same(const A &a, const B &b, size_t n, const char *what) {
    std::vector<typename A::value_type> host(n);
    thrust::copy(a.begin(), a.begin() + n, host.begin());
    if (!std::equal(host.begin(), host.end(), b.begin())) wrong++, printf("%s differs\n", what);
}
template <typename T> void equal(T a, T b, const char *what) {
    if (a != b) wrong++, printf("%s differs\n", what);
}
struct square { __host__ __device__ int operator()(int x) const { return x * x; } };
struct odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct by_last_digit { __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; } };
struct Point { float x, y; };
struct farther { __host__ __device__ bool operator()(const Point &a, const Point &b) const { return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y; } };
struct sum_of_pair { __host__ __device__ int operator()(thrust::tuple<int, int> t) const { return thrust::get<0>(t) + 2 * thrust::get<1>(t); } };

int main() {
    const int n = 1500;
    std::vector<int> host(n), other(n), result(n);
    thrust::default_random_engine engine(7);
    thrust::uniform_int_distribution<int> distribution(0, 499);
    for (int i = 0; i < n; i++) host[i] = distribution(engine), other[i] = (i * 37) % 101;
    thrust::device_vector<int> d(host.begin(), host.end()), e(other.begin(), other.end()), r(n);

    equal(thrust::reduce(d.begin(), d.end()), std::accumulate(host.begin(), host.end(), 0), "reduce");
    equal(thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()), *std::max_element(host.begin(), host.end()), "reduce by maximum");
    equal(thrust::transform_reduce(d.begin(), d.end(), square(), 0, thrust::plus<int>()),
          std::inner_product(host.begin(), host.end(), host.begin(), 0), "transform_reduce");
    equal(thrust::inner_product(d.begin(), d.end(), e.begin(), 0), std::inner_product(host.begin(), host.end(), other.begin(), 0), "inner_product");
    equal((long)thrust::count_if(d.begin(), d.end(), odd()), (long)std::count_if(host.begin(), host.end(), odd()), "count_if");
    equal((long)(thrust::min_element(d.begin(), d.end()) - d.begin()), (long)(std::min_element(host.begin(), host.end()) - host.begin()), "min_element");
    thrust::transform(d.begin(), d.end(), e.begin(), r.begin(), thrust::minus<int>());
    std::transform(host.begin(), host.end(), other.begin(), result.begin(), std::minus<int>());
    same(r, result, n, "transform");
    thrust::inclusive_scan(d.begin(), d.end(), r.begin());
    std::partial_sum(host.begin(), host.end(), result.begin());
    same(r, result, n, "inclusive_scan");
    thrust::exclusive_scan(d.begin(), d.end(), r.begin(), 5);
    for (int i = 0, s = 5; i < n; s += host[i++]) result[i] = s;
    same(r, result, n, "exclusive_scan");
    thrust::adjacent_difference(d.begin(), d.end(), r.begin());
    std::adjacent_difference(host.begin(), host.end(), result.begin());
    same(r, result, n, "adjacent_difference");
    long kept = thrust::copy_if(d.begin(), d.end(), r.begin(), odd()) - r.begin();
    std::vector<int> odds;
    std::copy_if(host.begin(), host.end(), std::back_inserter(odds), odd());
    equal(kept, (long)odds.size(), "copy_if count");
    same(r, odds, odds.size(), "copy_if");
    r = d;
    thrust::stable_partition(r.begin(), r.end(), odd());
    result = host, std::stable_partition(result.begin(), result.end(), odd());
    same(r, result, n, "stable_partition");
    // in place, remove_if (and unique) writes what another block's tile has read, ordered by the look-back alone
    equal((size_t)(thrust::remove_copy_if(d.begin(), d.end(), r.begin(), odd()) - r.begin()), n - odds.size(), "remove_copy_if");
    r = d;
    thrust::stable_sort(r.begin(), r.end(), by_last_digit());
    result = host, std::stable_sort(result.begin(), result.end(), by_last_digit());
    same(r, result, n, "stable_sort");

    thrust::device_vector<int> keys = d, values(n), counts(n), sums(n);
    thrust::sequence(values.begin(), values.end());
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    std::vector<int> sorted = host, order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return host[a] < host[b]; });
    std::sort(sorted.begin(), sorted.end());
    same(keys, sorted, n, "sort_by_key keys"), same(values, order, n, "sort_by_key values");
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), r.begin() , counts.begin());
    std::vector<int> distinct(sorted), tally;
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (int key : distinct) tally.push_back((int)std::count(host.begin(), host.end(), key));
    equal((long)(ends.second - counts.begin()), (long)tally.size(), "reduce_by_key count");
    same(counts, tally, tally.size(), "reduce_by_key");
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), sums.begin());
    for (int i = 0; i < n; i++) result[i] = i && sorted[i] == sorted[i - 1] ? result[i - 1] + 1 : 1;
    same(sums, result, n, "inclusive_scan_by_key");
    r.resize(n);
    thrust::lower_bound(keys.begin(), keys.end(), e.begin(), e.end(), r.begin());
    for (int i = 0; i < n; i++) result[i] = (int)(std::lower_bound(sorted.begin(), sorted.end(), other[i]) - sorted.begin());
    same(r, result, n, "lower_bound");
    thrust::device_vector<int> unique(n);
    unique.resize(thrust::unique_copy(keys.begin(), keys.end(), unique.begin()) - unique.begin());
    same(unique, distinct, distinct.size(), "unique");
    thrust::device_vector<int> few(e.begin(), e.begin() + 101), both(n);
    thrust::sort(few.begin(), few.end());
    std::vector<int> few_host(other.begin(), other.begin() + 101), both_host;
    std::sort(few_host.begin(), few_host.end());
    std::set_intersection(distinct.begin(), distinct.end(), few_host.begin(), few_host.end(), std::back_inserter(both_host));
    long common = thrust::set_intersection(unique.begin(), unique.end(), few.begin(), few.end(), both.begin()) - both.begin();
    equal(common, (long)both_host.size(), "set_intersection count"), same(both, both_host, both_host.size(), "set_intersection");
    thrust::device_vector<int> merged(unique.size() + few.size());
    thrust::merge(unique.begin(), unique.end(), few.begin(), few.end(), merged.begin());
    std::vector<int> merged_host(merged.size());
    std::merge(distinct.begin(), distinct.end(), few_host.begin(), few_host.end(), merged_host.begin());
    same(merged, merged_host, merged_host.size(), "merge");
    thrust::gather(values.begin(), values.end(), d.begin(), r.begin());
    same(r, sorted, n, "gather");
    thrust::scatter(keys.begin(), keys.end(), values.begin(), r.begin());
    same(r, host, n, "scatter");
    thrust::transform(thrust::device, thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin())),
                      thrust::make_zip_iterator(thrust::make_tuple(d.end(), e.end())), r.begin(), sum_of_pair());
    for (int i = 0; i < n; i++) result[i] = host[i] + 2 * other[i];
    same(r, result, n, "zip_iterator");
    equal(thrust::reduce(thrust::make_transform_iterator(thrust::counting_iterator<int>(0), square()),
                         thrust::make_transform_iterator(thrust::counting_iterator<int>(100), square())), 328350, "transform_iterator");
    std::vector<Point> points(100);
    for (int i = 0; i < 100; i++) points[i] = Point{float(i * 31 % 17), float(i * 7 % 23)};
    thrust::device_vector<Point> device_points(points.begin(), points.end());
    equal((long)(thrust::max_element(device_points.begin(), device_points.end(), farther()) - device_points.begin()),
          (long)(std::max_element(points.begin(), points.end(), farther()) - points.begin()), "max_element of structures");
    thrust::fill_n(thrust::device_pointer_cast(thrust::raw_pointer_cast(r.data())), 10, 3);
    equal((int)r[9], 3, "fill_n");
    printf("wrong %d\n", wrong);
}
