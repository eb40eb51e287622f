/* SPDX-License-Identifier: Apache-2.0 */
/* textures.h: fetches of texture objects, accesses of surface objects, and references of both. Part of scord_cuda.h.
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
template <typename T> SCORD_DEVICE T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
    const scord_texture *t = (const scord_texture *)object;
    return scord_fetch<T, 1>(object, scord_coordinate(t, x, 0), 0.0f, (float)layer);
}
/* Levels of mipmaps, each an object behind the one before: the lower of two and, in 1/256, how far from it. */
SCORD_DEVICE scord_between scord_level_of(const scord_texture *t, float level) {
    level = fminf(fmaxf(level + t->level_bias, t->level_least), t->level_most);
    level = fminf(fmaxf(level, 0.0f), (float)t->levels);
    if (t->level_filter != cudaFilterModeLinear) return scord_between{(int)floorf(level + 0.5f), 0.0f};
    const float low = floorf(level);
    return scord_between{(int)low, rintf((level - low) * 256.0f) / 256.0f};
}
template <typename T> SCORD_DEVICE T scord_between_levels(T low, T high, float weight) {
    typedef typename scord_texel<T>::channel channel;
    union { T texel; channel channels[sizeof(T) / sizeof(channel)]; } a, b;
    a.texel = low, b.texel = high;
    if (scord_texel<T>::kind == cudaChannelFormatKindFloat)
        for (int c = 0; c < (int)scord_texel<T>::channels; c++)
            a.channels[c] = (channel)((1.0f - weight) * a.channels[c] + weight * b.channels[c]);
    return a.texel;
}
#define SCORD_AT_LEVEL(fetch, ...)                                                                                   \
    const scord_texture *t = (const scord_texture *)object;                                                          \
    const scord_between at = scord_level_of(t, level);                                                               \
    const T low = fetch<T>((cudaTextureObject_t)(t + at.low), __VA_ARGS__);                                          \
    return at.weight == 0.0f ? low                                                                                   \
                             : scord_between_levels(low, fetch<T>((cudaTextureObject_t)(t + at.low + 1), __VA_ARGS__),     \
                                                    at.weight)
template <typename T> SCORD_DEVICE T tex1DLod(cudaTextureObject_t object, float x, float level) { SCORD_AT_LEVEL(tex1D, x); }
template <typename T> SCORD_DEVICE T tex2DLod(cudaTextureObject_t object, float x, float y, float level) {
    SCORD_AT_LEVEL(tex2D, x, y);
}
template <typename T> SCORD_DEVICE T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float level) {
    SCORD_AT_LEVEL(tex3D, x, y, z);
}
template <typename T> SCORD_DEVICE T tex2DLayeredLod(cudaTextureObject_t object, float x, float y, int layer, float level) {
    SCORD_AT_LEVEL(tex2DLayered, x, y, layer);
}
#undef SCORD_AT_LEVEL
/* The level at which a step of the screen is one texel: log2 of the longer of two steps. */
SCORD_DEVICE float scord_level_by(cudaTextureObject_t object, float3 dx, float3 dy) {
    const scord_texture *t = (const scord_texture *)object;
    const float x = (float)t->size[0], y = (float)t->size[1], z = (float)t->size[2];
    const float one = dx.x * x * dx.x * x + dx.y * y * dx.y * y + dx.z * z * dx.z * z,
                other = dy.x * x * dy.x * x + dy.y * y * dy.y * y + dy.z * z * dy.z * z;
    return 0.5f * log2f(fmaxf(one, other));
}
template <typename T> SCORD_DEVICE T tex1DGrad(cudaTextureObject_t object, float x, float dx, float dy) {
    return tex1DLod<T>(object, x, scord_level_by(object, float3{dx, 0.0f, 0.0f}, float3{dy, 0.0f, 0.0f}));
}
template <typename T> SCORD_DEVICE T tex2DGrad(cudaTextureObject_t object, float x, float y, float2 dx, float2 dy) {
    return tex2DLod<T>(object, x, y, scord_level_by(object, float3{dx.x, dx.y, 0.0f}, float3{dy.x, dy.y, 0.0f}));
}
template <typename T> SCORD_DEVICE T tex3DGrad(cudaTextureObject_t object, float x, float y, float z, float4 dx, float4 dy) {
    return tex3DLod<T>(object, x, y, z, scord_level_by(object, float3{dx.x, dx.y, dx.z}, float3{dy.x, dy.y, dy.z}));
}
/* The face of a cube that a direction meets, and where ("Cubemap Textures" of the programming guide). */
SCORD_DEVICE int scord_cube_face(float x, float y, float z, float *s, float *t) {
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float m;
    int face;
    if (ax >= ay && ax >= az) {
        m = ax, face = x >= 0 ? 0 : 1, *s = x >= 0 ? -z : z, *t = -y;
    } else if (ay >= az) {
        m = ay, face = y >= 0 ? 2 : 3, *s = x, *t = y >= 0 ? z : -z;
    } else {
        m = az, face = z >= 0 ? 4 : 5, *s = z >= 0 ? x : -x, *t = -y;
    }
    *s = (*s / m + 1.0f) / 2.0f;
    *t = (*t / m + 1.0f) / 2.0f;
    return face;
}
template <typename T> SCORD_DEVICE T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer) {
    const scord_texture *t = (const scord_texture *)object;
    float u, v;
    const int face = scord_cube_face(x, y, z, &u, &v);
    return scord_fetch<T, 2>(object, u * (float)t->size[0], v * (float)t->size[1], (float)(6 * layer + face));
}
template <typename T> SCORD_DEVICE T texCubemap(cudaTextureObject_t object, float x, float y, float z) {
    return texCubemapLayered<T>(object, x, y, z, 0);
}
/* One channel of the four texels that a linear filter would take, counter-clockwise from the lower left. */
template <typename T> SCORD_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
    typedef typename scord_texel<T>::channel part;
    const scord_texture *t = (const scord_texture *)object;
    const int i = scord_between_texels(scord_coordinate(t, x, 0)).low, j = scord_between_texels(scord_coordinate(t, y, 1)).low;
    union { T texel; part parts[4]; } result;
    for (int k = 0; k < 4; k++) {
        const unsigned int bits = scord_channel(t, scord_texel_place(t, i + (k == 1 || k == 2), j + (k < 2), 0), channel);
        if (scord_texel<T>::kind == cudaChannelFormatKindFloat) {
            const float value = scord_float_channel(t, bits);
            __builtin_memcpy(&result.parts[k], &value, sizeof(part));
        } else {
            result.parts[k] = (part)(int)bits;
        }
    }
    return result.texel;
}
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
SCORD_SURFACE(surf1DLayered, SCORD_COMMA int layer, SCORD_COMMA layer, 0, layer)
SCORD_SURFACE(surfCubemap, SCORD_COMMA int y SCORD_COMMA int face, SCORD_COMMA y SCORD_COMMA face, y, face)
SCORD_SURFACE(surf2DLayered, SCORD_COMMA int y SCORD_COMMA int z, SCORD_COMMA y SCORD_COMMA z, y, z)
#undef SCORD_SURFACE

/* ---- references, of CUDA before 12: words that hold an object (sim/runtime/texture_references.c) ---- */

template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    __attribute__((host)) texture(int normalized_ = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                                  cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(normalized_, filter, address, cudaCreateChannelDesc<T>()) {}
    __attribute__((host)) texture(int normalized_, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                                  cudaChannelFormatDesc format)
        : textureReference() {
        normalized = normalized_, filterMode = filter, channelDesc = format, scord_read_mode = mode;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
    }
};
template <class T, int dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {};
template <int dimensions> struct __attribute__((device_builtin_surface_type)) surface<void, dimensions> : public surfaceReference {};

/* What a fetch gives: the texel, or floats for its channels. */
template <typename T, cudaTextureReadMode mode, int channels = scord_texel<T>::channels> struct scord_fetched { typedef T type; };
template <typename T> struct scord_fetched<T, cudaReadModeNormalizedFloat, 1> { typedef float type; };
template <typename T> struct scord_fetched<T, cudaReadModeNormalizedFloat, 2> { typedef float2 type; };
template <typename T> struct scord_fetched<T, cudaReadModeNormalizedFloat, 4> { typedef float4 type; };

#define SCORD_REFERENCE(name, dimensions, parameters, arguments)                                                       \
    template <typename T, cudaTextureReadMode mode>                                                                    \
    SCORD_DEVICE typename scord_fetched<T, mode>::type name(texture<T, dimensions, mode> reference, parameters) {      \
        return name<typename scord_fetched<T, mode>::type>(*(const cudaTextureObject_t *)&reference, arguments);       \
    }
SCORD_REFERENCE(tex1Dfetch, cudaTextureType1D, int x, x)
SCORD_REFERENCE(tex1D, cudaTextureType1D, float x, x)
SCORD_REFERENCE(tex2D, cudaTextureType2D, float x SCORD_COMMA float y, x SCORD_COMMA y)
SCORD_REFERENCE(tex3D, cudaTextureType3D, float x SCORD_COMMA float y SCORD_COMMA float z, x SCORD_COMMA y SCORD_COMMA z)
SCORD_REFERENCE(tex1DLayered, cudaTextureType1DLayered, float x SCORD_COMMA int layer, x SCORD_COMMA layer)
SCORD_REFERENCE(tex2DLayered, cudaTextureType2DLayered, float x SCORD_COMMA float y SCORD_COMMA int layer,
                x SCORD_COMMA y SCORD_COMMA layer)
SCORD_REFERENCE(texCubemap, cudaTextureTypeCubemap, float x SCORD_COMMA float y SCORD_COMMA float z,
                x SCORD_COMMA y SCORD_COMMA z)
SCORD_REFERENCE(tex2DLod, cudaTextureType2D, float x SCORD_COMMA float y SCORD_COMMA float level,
                x SCORD_COMMA y SCORD_COMMA level)
SCORD_REFERENCE(tex2Dgather, cudaTextureType2D, float x SCORD_COMMA float y, x SCORD_COMMA y)
#undef SCORD_REFERENCE
#define SCORD_SURFACE_REFERENCE(name, dimensions, parameters, arguments)                                               \
    template <typename T>                                                                                              \
    SCORD_DEVICE T name##read(surface<void, dimensions> reference, int x parameters,                                   \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                   \
        return name##read<T>(*(const cudaSurfaceObject_t *)&reference, x arguments, mode);                             \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    SCORD_DEVICE void name##read(T *to, surface<void, dimensions> reference, int x parameters,                         \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
        *to = name##read<T>(*(const cudaSurfaceObject_t *)&reference, x arguments, mode);                              \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    SCORD_DEVICE void name##write(T value, surface<void, dimensions> reference, int x parameters,                      \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                               \
        name##write<T>(value, *(const cudaSurfaceObject_t *)&reference, x arguments, mode);                            \
    }
SCORD_SURFACE_REFERENCE(surf1D, cudaSurfaceType1D, SCORD_NOTHING, SCORD_NOTHING)
SCORD_SURFACE_REFERENCE(surf2D, cudaSurfaceType2D, SCORD_COMMA int y, SCORD_COMMA y)
SCORD_SURFACE_REFERENCE(surf3D, cudaSurfaceType3D, SCORD_COMMA int y SCORD_COMMA int z, SCORD_COMMA y SCORD_COMMA z)
SCORD_SURFACE_REFERENCE(surf2DLayered, cudaSurfaceType2DLayered, SCORD_COMMA int y SCORD_COMMA int z,
                        SCORD_COMMA y SCORD_COMMA z)
#undef SCORD_SURFACE_REFERENCE
#undef SCORD_COMMA
#undef SCORD_NOTHING

/* ---- binding of references: their format and size are the type's and the array's where none is given ---- */
#define SCORD_BIND static __inline__ __attribute__((host))
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                       const cudaChannelFormatDesc &format, size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, (const textureReference *)&reference, pointer, &format, bytes);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                       size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, (const textureReference *)&reference, pointer, &reference.channelDesc, bytes);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                         const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, (const textureReference *)&reference, pointer, &format, width, height, pitch);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                                         size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, (const textureReference *)&reference, pointer, &reference.channelDesc, width, height,
                             pitch);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array,
                                              const cudaChannelFormatDesc &format) {
    return cudaBindTextureToArray((const textureReference *)&reference, array, &format);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array) {
    return cudaBindTextureToArray((const textureReference *)&reference, array, &reference.channelDesc);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaUnbindTexture(const texture<T, dimensions, mode> &reference) {
    return cudaUnbindTexture((const textureReference *)&reference);
}
template <class T, int dimensions, cudaTextureReadMode mode>
SCORD_BIND cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, dimensions, mode> &reference) {
    return cudaGetTextureAlignmentOffset(offset, (const textureReference *)&reference);
}
template <class T, int dimensions>
SCORD_BIND cudaError_t cudaBindSurfaceToArray(const surface<T, dimensions> &reference, cudaArray_const_t array) {
    return cudaBindSurfaceToArray((const surfaceReference *)&reference, array, &reference.channelDesc);
}
template <class T, int dimensions>
SCORD_BIND cudaError_t cudaBindSurfaceToArray(const surface<T, dimensions> &reference, cudaArray_const_t array,
                                              const cudaChannelFormatDesc &format) {
    return cudaBindSurfaceToArray((const surfaceReference *)&reference, array, &format);
}
#undef SCORD_BIND

#endif
