/* SPDX-License-Identifier: Apache-2.0 */
/* textures.h: fetches of texture objects and accesses of surface objects. Part of scord_cuda.h.
 *
 * A fetch is plain loads of its texels, in the line of the call. Addressing and filtering are those of the CUDA C++
 * programming guide ("Texture Fetching"): a linear filter's weights have 8 bits of fraction (1.0 is exact), and a
 * coordinate x lies between texels floor(x - 0.5) and that plus one.
 */
#ifndef SCORD_CUDA_TEXTURES_H
#define SCORD_CUDA_TEXTURES_H

#include "texture_layout.h"

/* ---- channel descriptions ---- */
static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
    struct cudaChannelFormatDesc format = {x, y, z, w, f};
    return format;
}

/* Of a type of texels: its channel, and how many. */
template <typename T> struct scord_texel;
#define SCORD_TEXEL(type, channel_type, count, format_kind)      \
    template <> struct scord_texel<type> {                       \
        typedef channel_type channel;                            \
        enum { channels = count, kind = format_kind };           \
    };
#define SCORD_TEXELS(base, channel_type, kind)                                                      \
    SCORD_TEXEL(base##1, channel_type, 1, kind) SCORD_TEXEL(base##2, channel_type, 2, kind)         \
    SCORD_TEXEL(base##3, channel_type, 3, kind) SCORD_TEXEL(base##4, channel_type, 4, kind)         \
    SCORD_TEXEL(channel_type, channel_type, 1, kind)
SCORD_TEXELS(char, signed char, cudaChannelFormatKindSigned)
SCORD_TEXELS(uchar, unsigned char, cudaChannelFormatKindUnsigned)
SCORD_TEXELS(short, short, cudaChannelFormatKindSigned)
SCORD_TEXELS(ushort, unsigned short, cudaChannelFormatKindUnsigned)
SCORD_TEXELS(int, int, cudaChannelFormatKindSigned)
SCORD_TEXELS(uint, unsigned int, cudaChannelFormatKindUnsigned)
SCORD_TEXELS(float, float, cudaChannelFormatKindFloat)
SCORD_TEXEL(char, signed char, 1, cudaChannelFormatKindSigned)
#undef SCORD_TEXELS
#undef SCORD_TEXEL

template <typename T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef scord_texel<T> texel;
    const int bits = 8 * (int)sizeof(typename texel::channel);
    return cudaCreateChannelDesc(bits, texel::channels > 1 ? bits : 0, texel::channels > 2 ? bits : 0,
                                 texel::channels > 3 ? bits : 0, (cudaChannelFormatKind)texel::kind);
}

/* ---- texels ---- */

/* One channel of a texel, as it lies in memory: as an integer or, of floats, their bits; 16 bits of float: as a float's. */
SCORD_DEVICE unsigned int scord_texel_bits(const scord_texture *t, unsigned long long place) {
    if (t->channel_bytes == 4) return *(const unsigned int *)place;
    if (t->channel_bytes == 1)
        return t->kind == cudaChannelFormatKindSigned ? (unsigned int)*(const signed char *)place
                                                      : *(const unsigned char *)place;
    if (t->kind == cudaChannelFormatKindSigned) return (unsigned int)*(const short *)place;
    const unsigned short half = *(const unsigned short *)place;
    if (t->kind != cudaChannelFormatKindFloat) return half;
    float value;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
    return __float_as_uint(value);
}
/* The same as a number: -1 to 1 or 0 to 1 of integers (cudaReadModeNormalizedFloat). */
SCORD_DEVICE float scord_texel_number(const scord_texture *t, unsigned int bits) {
    if (t->kind == cudaChannelFormatKindFloat) return __uint_as_float(bits);
    const float most = t->channel_bytes == 1 ? 255.0f : 65535.0f;
    if (t->kind == cudaChannelFormatKindUnsigned) return (float)bits / most;
    const float value = (float)(int)bits / (t->channel_bytes == 1 ? 127.0f : 32767.0f);
    return value < -1.0f ? -1.0f : value;
}

/* The index that addressing makes of I in a dimension of N; -1: the border. */
SCORD_DEVICE int scord_texture_index(int i, int n, int mode) {
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : i >= n ? n - 1 : i;
    if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
    const int period = mode == cudaAddressModeMirror ? 2 * n : n, rest = i % period, at = rest < 0 ? rest + period : rest;
    return at < n ? at : 2 * n - 1 - at;
}
SCORD_DEVICE unsigned long long scord_texel_place(const scord_texture *t, int x, int y, int z) {
    x = scord_texture_index(x, t->size[0], t->address[0]);
    y = scord_texture_index(y, t->size[1], t->address[1]);
    z = scord_texture_index(z, t->size[2], t->address[2]);
    if (x < 0 || y < 0 || z < 0) return 0;
    return t->data + z * t->slice + y * t->pitch + (unsigned long long)x * (t->channels * t->channel_bytes);
}
SCORD_DEVICE unsigned int scord_channel(const scord_texture *t, unsigned long long place, int channel) {
    if (channel >= t->channels) return channel == 3 && t->channels > 1 ? 1u : 0u;
    if (place == 0) return t->kind == cudaChannelFormatKindFloat ? __float_as_uint(t->border[channel])
                                                                 : (unsigned int)(int)t->border[channel];
    return scord_texel_bits(t, place + channel * t->channel_bytes);
}

/* A coordinate in texels. wrap and mirror are for normalized coordinates only, as CUDA has it. */
SCORD_DEVICE float scord_coordinate(const scord_texture *t, float x, int dimension) {
    return t->normalized_coordinates ? x * (float)t->size[dimension] : x;
}

/* Between the texels: the lower one and, in 1/256, how far from it. */
struct scord_between { int low; float weight; };
SCORD_DEVICE scord_between scord_between_texels(float x) {
    const float shifted = x - 0.5f, low = floorf(shifted);
    return scord_between{(int)low, rintf((shifted - low) * 256.0f) / 256.0f};
}

SCORD_DEVICE float scord_float_channel(const scord_texture *t, unsigned int bits) {
    return t->kind == cudaChannelFormatKindFloat || t->normalized_floats ? scord_texel_number(t, bits) : (float)(int)bits;
}

/* The number of channel C at (x, y, z), filtered in the first DIMENSIONS. */
template <int dimensions> SCORD_DEVICE float scord_filtered(const scord_texture *t, float x, float y, float z, int c) {
    const scord_between a = scord_between_texels(x), b = dimensions > 1 ? scord_between_texels(y) : scord_between{0, 0.0f},
                        d = dimensions > 2 ? scord_between_texels(z) : scord_between{0, 0.0f};
    const int layer = dimensions < 3 ? (int)z : d.low;
    float sum = 0.0f;
    for (int k = 0; k < (dimensions > 2 ? 2 : 1); k++)
        for (int j = 0; j < (dimensions > 1 ? 2 : 1); j++)
            for (int i = 0; i < 2; i++) {
                const float weight = (i ? a.weight : 1.0f - a.weight) *
                                     (dimensions > 1 ? j ? b.weight : 1.0f - b.weight : 1.0f) *
                                     (dimensions > 2 ? k ? d.weight : 1.0f - d.weight : 1.0f);
                sum += weight * scord_float_channel(
                                    t, scord_channel(t, scord_texel_place(t, a.low + i, dimensions > 1 ? b.low + j : 0, layer + k), c));
            }
    return sum;
}

template <typename C, int dimensions> struct scord_fetch_channel {
    SCORD_DEVICE C at(const scord_texture *t, float x, float y, float z, int c) {
        return (C)scord_channel(t, scord_texel_place(t, (int)floorf(x), (int)floorf(y), (int)floorf(z)), c);
    }
};
template <int dimensions> struct scord_fetch_channel<float, dimensions> {
    SCORD_DEVICE float at(const scord_texture *t, float x, float y, float z, int c) {
        if (t->filter == cudaFilterModeLinear) return scord_filtered<dimensions>(t, x, y, z, c);
        return scord_float_channel(t, scord_channel(t, scord_texel_place(t, (int)floorf(x), (int)floorf(y), (int)floorf(z)), c));
    }
};
template <typename T, int dimensions> SCORD_DEVICE T scord_fetch(cudaTextureObject_t object, float x, float y, float z) {
    typedef typename scord_texel<T>::channel channel;
    const scord_texture *t = (const scord_texture *)object;
    union { T texel; channel channels[sizeof(T) / sizeof(channel)]; } result;
    for (int c = 0; c < (int)scord_texel<T>::channels; c++)
        result.channels[c] = scord_fetch_channel<channel, dimensions>::at(t, x, y, z, c);
    return result.texel;
}

/* ---- CUDA's names ---- */
template <typename T> SCORD_DEVICE T tex1Dfetch(cudaTextureObject_t object, int x) {
    typedef typename scord_texel<T>::channel channel;
    const scord_texture *t = (const scord_texture *)object;
    union { T texel; channel channels[sizeof(T) / sizeof(channel)]; } result;
    const unsigned long long place = x < 0 || x >= t->size[0] ? 0 : t->data + (unsigned long long)x * (t->channels * t->channel_bytes);
    for (int c = 0; c < (int)scord_texel<T>::channels; c++) {
        const unsigned int bits = place ? scord_channel(t, place, c) : 0u;
        if (scord_texel<T>::kind == cudaChannelFormatKindFloat) {
            const float value = scord_float_channel(t, bits);
            __builtin_memcpy(&result.channels[c], &value, sizeof(channel));
        } else {
            result.channels[c] = (channel)(int)bits;
        }
    }
    return result.texel;
}
template <typename T> SCORD_DEVICE T tex1D(cudaTextureObject_t object, float x) {
    const scord_texture *t = (const scord_texture *)object;
    return scord_fetch<T, 1>(object, scord_coordinate(t, x, 0), 0.0f, 0.0f);
}
template <typename T> SCORD_DEVICE T tex2D(cudaTextureObject_t object, float x, float y) {
    const scord_texture *t = (const scord_texture *)object;
    return scord_fetch<T, 2>(object, scord_coordinate(t, x, 0), scord_coordinate(t, y, 1), 0.0f);
}
template <typename T> SCORD_DEVICE T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    const scord_texture *t = (const scord_texture *)object;
    return scord_fetch<T, 3>(object, scord_coordinate(t, x, 0), scord_coordinate(t, y, 1), scord_coordinate(t, z, 2));
}
template <typename T> SCORD_DEVICE T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
    const scord_texture *t = (const scord_texture *)object;
    return scord_fetch<T, 2>(object, scord_coordinate(t, x, 0), scord_coordinate(t, y, 1), (float)layer);
}
template <typename T> SCORD_DEVICE T tex2DLod(cudaTextureObject_t object, float x, float y, float) { return tex2D<T>(object, x, y); }
template <typename T> SCORD_DEVICE void tex1Dfetch(T *to, cudaTextureObject_t object, int x) { *to = tex1Dfetch<T>(object, x); }
template <typename T> SCORD_DEVICE void tex1D(T *to, cudaTextureObject_t object, float x) { *to = tex1D<T>(object, x); }
template <typename T> SCORD_DEVICE void tex2D(T *to, cudaTextureObject_t object, float x, float y) { *to = tex2D<T>(object, x, y); }
template <typename T> SCORD_DEVICE void tex3D(T *to, cudaTextureObject_t object, float x, float y, float z) {
    *to = tex3D<T>(object, x, y, z);
}

/* Surfaces: x counts bytes. Outside of one, reads are zero and writes are dropped (cudaBoundaryModeZero), clamped, or, by
 * default, a fault. */
SCORD_DEVICE unsigned long long scord_surface_place(cudaSurfaceObject_t object, int x, int y, int z, int bytes,
                                                    cudaSurfaceBoundaryMode mode) {
    const scord_texture *t = (const scord_texture *)object;
    const int row = t->size[0] * t->channels * t->channel_bytes;
    if (mode == cudaBoundaryModeClamp) {
        x = x < 0 ? 0 : x > row - bytes ? row - bytes : x;
        y = y < 0 ? 0 : y >= t->size[1] ? t->size[1] - 1 : y;
        z = z < 0 ? 0 : z >= t->size[2] ? t->size[2] - 1 : z;
    }
    if (x < 0 || x > row - bytes || y < 0 || y >= t->size[1] || z < 0 || z >= t->size[2]) {
        if (mode == cudaBoundaryModeTrap) __asm__ volatile("trap;");
        return 0;
    }
    return t->data + z * t->slice + y * t->pitch + x;
}
#define SCORD_NOTHING
#define SCORD_COMMA ,
#define SCORD_SURFACE(name, parameters, arguments, y, z)                                                               \
    template <typename T>                                                                                              \
    SCORD_DEVICE T name##read(cudaSurfaceObject_t object, int x parameters,                                            \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                   \
        const unsigned long long place = scord_surface_place(object, x, y, z, (int)sizeof(T), mode);                   \
        return place ? *(const T *)place : T();                                                                        \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    SCORD_DEVICE void name##read(T *to, cudaSurfaceObject_t object, int x parameters,                                  \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
        *to = name##read<T>(object, x arguments, mode);                                                                \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    SCORD_DEVICE void name##write(T value, cudaSurfaceObject_t object, int x parameters,                               \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                               \
        const unsigned long long place = scord_surface_place(object, x, y, z, (int)sizeof(T), mode);                   \
        if (place) *(T *)place = value;                                                                                \
    }
SCORD_SURFACE(surf1D, SCORD_NOTHING, SCORD_NOTHING, 0, 0)
SCORD_SURFACE(surf2D, SCORD_COMMA int y, SCORD_COMMA y, y, 0)
SCORD_SURFACE(surf3D, SCORD_COMMA int y SCORD_COMMA int z, SCORD_COMMA y SCORD_COMMA z, y, z)
SCORD_SURFACE(surf2DLayered, SCORD_COMMA int y SCORD_COMMA int z, SCORD_COMMA y SCORD_COMMA z, y, z)
#undef SCORD_SURFACE
#undef SCORD_COMMA
#undef SCORD_NOTHING

#endif
