// key_traits.cuh: keys as unsigned words whose order is the keys' own.
#pragma once
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace onesweep {

template <typename Key, typename = void> struct KeyTraits;

template <typename Key> struct KeyTraits<Key, std::enable_if_t<std::is_unsigned_v<Key>>> {
    using Word = Key;
    static __host__ __device__ constexpr Word twiddle(Key key) { return key; }
};

template <typename Key> struct KeyTraits<Key, std::enable_if_t<std::is_signed_v<Key> && std::is_integral_v<Key>>> {
    using Word = std::make_unsigned_t<Key>;
    static __host__ __device__ constexpr Word twiddle(Key key) { return static_cast<Word>(key) ^ (Word{1} << (8 * sizeof(Key) - 1)); }
};

template <typename Key> struct KeyTraits<Key, std::enable_if_t<std::is_floating_point_v<Key>>> {
    using Word = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
    static __host__ __device__ Word twiddle(Key key) {
        constexpr Word sign = Word{1} << (8 * sizeof(Key) - 1);
        Word word;
#ifdef __CUDA_ARCH__
        if constexpr (sizeof(Key) == 4) word = __float_as_uint(key);
        else word = static_cast<Word>(__double_as_longlong(key));
#else
        std::memcpy(&word, &key, sizeof word);
#endif
        return word & sign ? ~word : word ^ sign;
    }
};

} // namespace onesweep
