/* vector_types.h: CUDA's vector types, dim3 and the built-in index variables. Part of scord_cuda.h. */
#ifndef SCORD_CUDA_VECTOR_TYPES_H
#define SCORD_CUDA_VECTOR_TYPES_H

/* Alignments are CUDA's: the vector's size for 1, 2 and 4 components, the component's for 3. */
#define SCORD_VECTOR(type, name, align2, align4)                                                              \
    struct name##1 { type x; };                                                                               \
    struct __attribute__((aligned(align2))) name##2 { type x, y; };                                           \
    struct name##3 { type x, y, z; };                                                                         \
    struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                                     \
    SCORD_HOST_DEVICE name##1 make_##name##1(type x) { name##1 v = {x}; return v; }                           \
    SCORD_HOST_DEVICE name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; }                \
    SCORD_HOST_DEVICE name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; }     \
    SCORD_HOST_DEVICE name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }

SCORD_VECTOR(signed char, char, 2, 4)
SCORD_VECTOR(unsigned char, uchar, 2, 4)
SCORD_VECTOR(short, short, 4, 8)
SCORD_VECTOR(unsigned short, ushort, 4, 8)
SCORD_VECTOR(int, int, 8, 16)
SCORD_VECTOR(unsigned int, uint, 8, 16)
SCORD_VECTOR(long, long, 16, 16)
SCORD_VECTOR(unsigned long, ulong, 16, 16)
SCORD_VECTOR(long long, longlong, 16, 16)
SCORD_VECTOR(unsigned long long, ulonglong, 16, 16)
SCORD_VECTOR(float, float, 8, 16)
SCORD_VECTOR(double, double, 16, 16)
#undef SCORD_VECTOR

struct scord_threadIdx_t;
struct scord_blockIdx_t;
struct scord_blockDim_t;
struct scord_gridDim_t;
struct dim3 {
    unsigned int x, y, z;
    __device__ dim3(const scord_threadIdx_t &);
    __device__ dim3(const scord_blockIdx_t &);
    __device__ dim3(const scord_blockDim_t &);
    __device__ dim3(const scord_gridDim_t &);
    __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* threadIdx and its like: properties that read the special registers. */
#define SCORD_INDEX_FIELD(field, reader)                        \
    __declspec(property(get = read_##field)) unsigned int field; \
    SCORD_DEVICE unsigned int read_##field() { return reader; }
#define SCORD_INDEX(name, sreg)                                                                    \
    struct scord_##name##_t {                                                                      \
        SCORD_INDEX_FIELD(x, __nvvm_read_ptx_sreg_##sreg##_x())                                    \
        SCORD_INDEX_FIELD(y, __nvvm_read_ptx_sreg_##sreg##_y())                                    \
        SCORD_INDEX_FIELD(z, __nvvm_read_ptx_sreg_##sreg##_z())                                    \
        __device__ __attribute__((always_inline, nodebug)) operator uint3() const { return make_uint3(x, y, z); } \
    private:                                                                                       \
        __device__ scord_##name##_t() = delete;                                                    \
        __device__ scord_##name##_t(const scord_##name##_t &) = delete;                            \
        __device__ void operator=(const scord_##name##_t &) const = delete;                        \
    };                                                                                             \
    extern const __device__ __attribute__((weak)) scord_##name##_t name;                           \
    inline __device__ __attribute__((always_inline, nodebug)) dim3::dim3(const scord_##name##_t &) \
        : x(name.x), y(name.y), z(name.z) {}

SCORD_INDEX(threadIdx, tid)
SCORD_INDEX(blockIdx, ctaid)
SCORD_INDEX(blockDim, ntid)
SCORD_INDEX(gridDim, nctaid)
#undef SCORD_INDEX
#undef SCORD_INDEX_FIELD

__device__ const int warpSize = 32; /* a compile-time constant in device code */

#endif
