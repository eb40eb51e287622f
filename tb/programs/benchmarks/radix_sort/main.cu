// radix_sort [COUNT]: sorts keys of four types on the device; keys and the places that equal keys came from are the host's.
#include <cstddef>
#include "onesweep.cuh"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace {

template <typename T> struct Buffer { // twice the memory, freed at the end
    T *first = nullptr, *second = nullptr;
    explicit Buffer(const std::vector<T> &from) {
        CHECK(cudaMalloc(&first, 2 * from.size() * sizeof(T)));
        second = first + from.size();
        CHECK(cudaMemcpy(first, from.data(), from.size() * sizeof(T), cudaMemcpyDefault));
    }
    std::vector<T> read(std::size_t count) const {
        std::vector<T> to(count);
        CHECK(cudaMemcpy(to.data(), first, count * sizeof(T), cudaMemcpyDefault));
        return to;
    }
    ~Buffer() { cudaFree(first); }
};

template <typename Key, bool with_values> bool sorts(const char *name, std::vector<Key> keys, cudaStream_t stream) {
    const auto less = [](Key a, Key b) { return onesweep::KeyTraits<Key>::twiddle(a) < onesweep::KeyTraits<Key>::twiddle(b); };
    const int count = static_cast<int>(keys.size());
    std::vector<std::uint32_t> places(keys.size());
    std::iota(places.begin(), places.end(), 0u);
    Buffer<Key> device(keys);
    bool right;
    if constexpr (with_values) {
        Buffer<std::uint32_t> values(places);
        onesweep::sort(device.first, device.second, values.first, values.second, count, stream);
        CHECK(cudaStreamSynchronize(stream));
        std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return less(keys[a], keys[b]); });
        right = values.read(keys.size()) == places;
    } else {
        onesweep::sort<Key, std::nullptr_t>(device.first, device.second, nullptr, nullptr, count, stream);
        CHECK(cudaStreamSynchronize(stream));
        right = true;
    }
    std::stable_sort(keys.begin(), keys.end(), less);
    const auto sorted = device.read(keys.size());
    right = std::memcmp(sorted.data(), keys.data(), keys.size() * sizeof(Key)) == 0 && right;
    printf("%-8s %d keys%s: %s\n", name, count, with_values ? " and values" : "", right ? "sorted" : "NOT sorted");
    return right;
}

template <typename Key> std::vector<Key> random_keys(int count, std::mt19937_64 &engine) {
    std::vector<Key> keys(count);
    for (auto &key : keys) {
        const auto bits = engine();
        if constexpr (std::is_floating_point_v<Key>) key = static_cast<Key>(static_cast<std::int64_t>(bits)) / 1e15f;
        else key = static_cast<Key>(bits >> (bits & 15)); // small ones are more frequent
    }
    if constexpr (std::is_floating_point_v<Key>) {
        keys[0] = -std::numeric_limits<Key>::infinity();
        keys[1] = Key(-0.0);
        keys[2] = Key(0);
        keys[3] = std::numeric_limits<Key>::max();
    }
    return keys;
}

} // namespace

int main(int argc, char **argv) {
    const int count = argc > 1 ? std::max(4, atoi(argv[1])) : 5000;
    std::mt19937_64 engine(2022);
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    bool right = sorts<std::uint32_t, true>("uint32", random_keys<std::uint32_t>(count, engine), stream);
    right = sorts<float, true>("float", random_keys<float>(count / 2 + 1, engine), stream) && right;
    right = sorts<std::int64_t, false>("int64", random_keys<std::int64_t>(count / 2 + 3, engine), stream) && right;
    right = sorts<double, false>("double", random_keys<double>(count / 4 + 7, engine), stream) && right;
    CHECK(cudaStreamDestroy(stream));
    puts(right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
