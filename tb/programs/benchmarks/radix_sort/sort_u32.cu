// sort_u32.cu: the instances of four bytes.
#include <cstddef>
#include "onesweep.cuh"

namespace onesweep {
template void sort<std::uint32_t, std::uint32_t>(std::uint32_t *, std::uint32_t *, std::uint32_t *, std::uint32_t *, int, cudaStream_t);
template void sort<float, std::uint32_t>(float *, float *, std::uint32_t *, std::uint32_t *, int, cudaStream_t);
} // namespace onesweep
