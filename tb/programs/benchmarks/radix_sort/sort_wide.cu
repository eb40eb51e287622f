// sort_wide.cu: the instances of eight bytes, without values.
#include <cstddef>
#include "onesweep.cuh"

namespace onesweep {
template void sort<std::int64_t, std::nullptr_t>(std::int64_t *, std::int64_t *, std::nullptr_t *, std::nullptr_t *, int, cudaStream_t);
template void sort<double, std::nullptr_t>(double *, double *, std::nullptr_t *, std::nullptr_t *, int, cudaStream_t);
} // namespace onesweep
