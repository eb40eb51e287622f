/* SPDX-License-Identifier: Apache-2.0 */
/* textures.c: arrays, texture and surface objects. An array is pitched device memory; an object is
 * a description of one (texture_layout.h) in the device's memory, which fetches read
 * (include/scord_cuda/textures.h); of mipmaps an object for each level, one behind the other. */
#include <stdlib.h>
#include <string.h>

#include "sim/ptx/texture_object.h"
#include "sim/runtime/include/scord_cuda/texture_layout.h"
#include "sim/runtime/session.h"

/* Fetches of programs that nvcc compiled know it by its offsets (sim/ptx/macros_texture.c). */
#define SAME_PLACE(name, member)                                                                   \
    _Static_assert(TEXTURE_##name == offsetof(struct scord_texture, member), #member)
SAME_PLACE(DATA, data);
SAME_PLACE(PITCH, pitch);
SAME_PLACE(SLICE, slice);
SAME_PLACE(SIZE, size);
SAME_PLACE(CHANNELS, channels);
SAME_PLACE(CHANNEL_BYTES, channel_bytes);
SAME_PLACE(KIND, kind);
SAME_PLACE(ADDRESS, address);
SAME_PLACE(FILTER, filter);
SAME_PLACE(NORMALIZED_FLOATS, normalized_floats);
SAME_PLACE(NORMALIZED_COORDINATES, normalized_coordinates);
SAME_PLACE(BORDER, border);
SAME_PLACE(LEVELS, levels);
SAME_PLACE(LEVEL_FILTER, level_filter);
SAME_PLACE(LEVEL_BIAS, level_bias);
SAME_PLACE(LEVEL_LEAST, level_least);
SAME_PLACE(LEVEL_MOST, level_most);
_Static_assert(TEXTURE_BYTES == sizeof(struct scord_texture), "levels follow each other");

struct cudaArray {
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; /* height, depth 0: no such dimension */
    unsigned int flags;
    char *data;
    size_t pitch;
};

static cudaError_t leave(cudaError_t error) { return session_leave(session_enter(), error); }

static int channels_of(const struct cudaChannelFormatDesc *format) {
    return (format->x > 0) + (format->y > 0) + (format->z > 0) + (format->w > 0);
}
static size_t texel_bytes(const struct cudaChannelFormatDesc *format) {
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}
static bool is_format(const struct cudaChannelFormatDesc *format) {
    return format && (format->x == 8 || format->x == 16 || format->x == 32) &&
           format->f <= cudaChannelFormatKindFloat;
}
static size_t at_least_one(size_t count) { return count > 0 ? count : 1; }

/* ---- arrays ---- */

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags) {
    if (!array || !is_format(format) || extent.width == 0) return leave(cudaErrorInvalidValue);
    cudaArray_t made = calloc(1, sizeof *made);
    if (!made) return leave(cudaErrorMemoryAllocation);
    *made = (struct cudaArray){.format = *format, .extent = extent, .flags = flags};
    void *data;
    const size_t rows = at_least_one(extent.height) * at_least_one(extent.depth);
    const cudaError_t error = cudaMallocPitch(&data, &made->pitch,
                                              extent.width * texel_bytes(format), rows);
    made->data = data;
    if (error == cudaSuccess)
        *array = made;
    else
        free(made);
    return error;
}
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags) {
    return cudaMalloc3DArray(array, format, make_cudaExtent(width, height, 0), flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
    if (!array) return leave(cudaSuccess);
    const cudaError_t error = cudaFree(array->data);
    free(array);
    return error;
}
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array) {
    if (!array) return leave(cudaErrorInvalidResourceHandle);
    if (format) *format = array->format;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return leave(cudaSuccess);
}
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array) {
    if (!array) return leave(cudaErrorInvalidResourceHandle);
    *format = array->format;
    return leave(cudaSuccess);
}

/* ---- mipmaps: an array for each level ---- */

enum { LEVELS_MOST = 32 };
struct cudaMipmappedArray {
    unsigned int levels;
    cudaArray_t level[LEVELS_MOST];
};

static size_t halved(size_t size, unsigned int level) {
    return size == 0 ? 0 : at_least_one(size >> level);
}
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
    cudaError_t error = cudaSuccess;
    for (unsigned int i = 0; mipmap && i < mipmap->levels && error == cudaSuccess; i++)
        error = cudaFreeArray(mipmap->level[i]);
    free(mipmap);
    return leave(error);
}
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags) {
    const bool layers = flags & (cudaArrayLayered | cudaArrayCubemap);
    if (!mipmap || levels == 0) return leave(cudaErrorInvalidValue);
    struct cudaMipmappedArray *made = calloc(1, sizeof *made);
    if (!made) return leave(cudaErrorMemoryAllocation);
    while (made->levels < levels && made->levels < LEVELS_MOST) {
        const unsigned int i = made->levels;
        const struct cudaExtent size = {halved(extent.width, i), halved(extent.height, i),
                                        layers ? extent.depth : halved(extent.depth, i)};
        const cudaError_t error = cudaMalloc3DArray(&made->level[i], format, size, flags);
        if (error != cudaSuccess) {
            cudaFreeMipmappedArray(made);
            return leave(error);
        }
        made->levels++;
        if (size.width <= 1 && size.height <= 1 && (layers || size.depth <= 1)) break;
    }
    *mipmap = made;
    return leave(cudaSuccess);
}
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t mipmap,
                                       unsigned int number) {
    if (!level || !mipmap || number >= mipmap->levels) return leave(cudaErrorInvalidValue);
    *level = mipmap->level[number];
    return leave(cudaSuccess);
}

struct cudaPitchedPtr array_as_pitched(cudaArray_const_t array, struct cudaPos *position,
                                       struct cudaExtent *extent) {
    const size_t texel = texel_bytes(&array->format);
    position->x *= texel; /* of an array in texels, of memory in bytes */
    if (extent) extent->width *= texel;
    return make_cudaPitchedPtr(array->data, array->pitch, array->extent.width * texel,
                               at_least_one(array->extent.height));
}

/* Whether X bytes from X on and HEIGHT rows from Y on lie in the array. */
static bool inside(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height) {
    const size_t row = array->extent.width * texel_bytes(&array->format);
    const size_t rows = at_least_one(array->extent.height) * at_least_one(array->extent.depth);
    return x <= row && width <= row - x && y <= rows && height <= rows - y;
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    if (!to || !inside(to, x, y, width, height)) return leave(cudaErrorInvalidValue);
    return cudaMemcpy2D(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (!to || !inside(to, x, y, width, height)) return leave(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height,
                             kind, stream);
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    if (!from || !inside(from, x, y, width, height)) return leave(cudaErrorInvalidValue);
    return cudaMemcpy2D(to, pitch, from->data + y * from->pitch + x, from->pitch, width, height,
                        kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (!from || !inside(from, x, y, width, height)) return leave(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(to, pitch, from->data + y * from->pitch + x, from->pitch, width,
                             height, kind, stream);
}

/* BYTES from (x, y) on, row behind row. */
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    if (!to) return leave(cudaErrorInvalidResourceHandle);
    const size_t row = to->extent.width * texel_bytes(&to->format);
    cudaError_t error = cudaSuccess;
    for (size_t done = 0; done < bytes && error == cudaSuccess; x = 0, y++) {
        const size_t part = x < row && bytes - done > row - x ? row - x : bytes - done;
        error = cudaMemcpy2DToArray(to, x, y, (const char *)from + done, part, part, 1, kind);
        done += part;
    }
    return error;
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    if (!from) return leave(cudaErrorInvalidResourceHandle);
    const size_t row = from->extent.width * texel_bytes(&from->format);
    cudaError_t error = cudaSuccess;
    for (size_t done = 0; done < bytes && error == cudaSuccess; x = 0, y++) {
        const size_t part = x < row && bytes - done > row - x ? row - x : bytes - done;
        error = cudaMemcpy2DFromArray((char *)to + done, part, from, x, y, part, 1, kind);
        done += part;
    }
    return error;
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    (void)stream;
    return cudaMemcpyToArray(to, x, y, from, bytes, kind);
}
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    (void)stream;
    return cudaMemcpyFromArray(to, from, x, y, bytes, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t x, size_t y, size_t width,
                                     size_t height, enum cudaMemcpyKind kind) {
    if (!from || !inside(from, x, y, width, height)) return leave(cudaErrorInvalidValue);
    return cudaMemcpy2DToArray(to, to_x, to_y, from->data + y * from->pitch + x, from->pitch, width,
                               height, kind);
}
/* As CUDA defines it: BYTES of one row, or of rows that follow each other in both arrays. */
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind) {
    if (!from || !to) return leave(cudaErrorInvalidResourceHandle);
    const size_t row = from->extent.width * texel_bytes(&from->format);
    cudaError_t error = cudaSuccess;
    for (size_t done = 0; done < bytes && error == cudaSuccess; x = to_x = 0, y++, to_y++) {
        const size_t part = x < row && bytes - done > row - x ? row - x : bytes - done;
        error = cudaMemcpy2DArrayToArray(to, to_x, to_y, from, x, y, part, 1, kind);
        done += part;
    }
    return error;
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int device) {
    if (device != 0 || !is_format(format)) return leave(cudaErrorInvalidValue);
    *texels = 268435456;
    return leave(cudaSuccess);
}

/* ---- objects, and what they were made of ---- */

typedef struct object_origin {
    unsigned long long object;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct cudaResourceViewDesc view; /* all 0: none */
    struct object_origin *next;
} object_origin_t;
static object_origin_t *origins;

static const object_origin_t *origin_of(unsigned long long object) {
    const object_origin_t *at = origins;
    while (at && at->object != object) at = at->next;
    return at;
}
static cudaError_t note_origin(unsigned long long object, const struct cudaResourceDesc *resource,
                               const struct cudaTextureDesc *texture,
                               const struct cudaResourceViewDesc *view) {
    object_origin_t *made = calloc(1, sizeof *made);
    if (!made) return leave(cudaErrorMemoryAllocation);
    *made = (object_origin_t){.object = object, .resource = *resource, .next = origins};
    if (texture) made->texture = *texture;
    if (view) made->view = *view;
    origins = made;
    return leave(cudaSuccess);
}
static void forget_origin(unsigned long long object) {
    object_origin_t **at = &origins;
    while (*at && (*at)->object != object) at = &(*at)->next;
    object_origin_t *gone = *at;
    if (!gone) return;
    *at = gone->next;
    free(gone);
}
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *to,
                                             cudaTextureObject_t object) {
    const object_origin_t *origin = origin_of(object);
    if (origin) *to = origin->resource;
    return leave(origin ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *to,
                                            cudaTextureObject_t object) {
    const object_origin_t *origin = origin_of(object);
    if (origin) *to = origin->texture;
    return leave(origin ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *to,
                                                 cudaTextureObject_t object) {
    const object_origin_t *origin = origin_of(object);
    const bool view = origin && origin->view.width != 0;
    if (view) *to = origin->view;
    return leave(view ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *to,
                                             cudaSurfaceObject_t object) {
    return cudaGetTextureObjectResourceDesc(to, object);
}

/* Where the texels lie. False: not a resource that scord has. */
static bool describe(struct scord_texture *texture, const struct cudaResourceDesc *resource) {
    struct cudaChannelFormatDesc format = {0};
    struct cudaExtent extent = {1, 1, 1};
    const void *data = NULL;
    if (resource->resType == cudaResourceTypeArray && resource->res.array.array) {
        const struct cudaArray *array = resource->res.array.array;
        format = array->format;
        extent = array->extent;
        data = array->data;
        texture->pitch = array->pitch;
    } else if (resource->resType == cudaResourceTypeLinear) {
        format = resource->res.linear.desc;
        data = resource->res.linear.devPtr;
        if (is_format(&format))
            extent.width = resource->res.linear.sizeInBytes / texel_bytes(&format);
    } else if (resource->resType == cudaResourceTypePitch2D) {
        format = resource->res.pitch2D.desc;
        data = resource->res.pitch2D.devPtr;
        extent.width = resource->res.pitch2D.width;
        extent.height = resource->res.pitch2D.height;
        texture->pitch = resource->res.pitch2D.pitchInBytes;
    }
    if (!data || !is_format(&format)) return false;
    texture->data = (uintptr_t)data;
    texture->size[0] = (int)extent.width;
    texture->size[1] = (int)at_least_one(extent.height);
    texture->size[2] = (int)at_least_one(extent.depth);
    texture->slice = texture->pitch * (unsigned)texture->size[1];
    texture->channels = channels_of(&format);
    texture->channel_bytes = format.x / 8;
    texture->kind = format.f;
    return true;
}

/* To make an object, or to destroy it, is no operation: it waits for none and orders none. */
static cudaError_t make_object(unsigned long long *object, const struct scord_texture *texture,
                               size_t count) {
    void *place;
    const cudaError_t error = cudaMalloc(&place, count * sizeof *texture);
    if (error != cudaSuccess) return error;
    *object = (uintptr_t)place;
    session_t *session = session_enter();
    memcpy(device_memory_translate(session->memory, *object, count * sizeof *texture), texture,
           count * sizeof *texture);
    unwritten_set(&session->unwritten, *object, count * sizeof *texture, false);
    return session_leave(session, cudaSuccess);
}
static cudaError_t destroy_object(unsigned long long object) {
    return memory_release((void *)(uintptr_t)object, "cudaFree", false);
}

/* The texels of an array as others of the same size, and a part of its layers. False: as CUDA, a
 * view of other texels or another size, or blocks of compressed texels, which scord does not have.
 */
static bool view_texels(struct scord_texture *texture, const struct cudaResourceDesc *resource,
                        const struct cudaResourceViewDesc *view, unsigned int level) {
    if (resource->resType != cudaResourceTypeArray) return false;
    const struct cudaArray *array = resource->res.array.array;
    if (halved(view->width, level) != array->extent.width ||
        at_least_one(halved(view->height, level)) != at_least_one(array->extent.height))
        return false;
    if (view->format !=
        cudaResViewFormatNone) { /* kinds of three formats each, one to four channels */
        static const struct {
            int bytes;
            enum cudaChannelFormatKind kind;
        } kinds[] = {{1, cudaChannelFormatKindUnsigned}, {1, cudaChannelFormatKindSigned},
                     {2, cudaChannelFormatKindUnsigned}, {2, cudaChannelFormatKindSigned},
                     {4, cudaChannelFormatKindUnsigned}, {4, cudaChannelFormatKindSigned},
                     {2, cudaChannelFormatKindFloat},    {4, cudaChannelFormatKindFloat}};
        const unsigned int number = (unsigned int)view->format - 1;
        if (number >= 3 * sizeof kinds / sizeof *kinds) return false;
        const int channels = 1 << number % 3, bytes = kinds[number / 3].bytes;
        if (channels * bytes != texture->channels * texture->channel_bytes) return false;
        texture->channels = channels;
        texture->channel_bytes = bytes;
        texture->kind = kinds[number / 3].kind;
    }
    if (array->flags & (cudaArrayLayered | cudaArrayCubemap)) {
        if (view->lastLayer < view->firstLayer || view->lastLayer >= (unsigned)texture->size[2])
            return false;
        texture->data += view->firstLayer * (uint64_t)texture->slice;
        texture->size[2] = (int)(view->lastLayer - view->firstLayer + 1);
    }
    return true;
}

/* The same, with how it is read. */
static bool describe_texture(struct scord_texture *to, const struct cudaResourceDesc *resource,
                             const struct cudaTextureDesc *texture,
                             const struct cudaResourceViewDesc *view, unsigned int level) {
    struct scord_texture made = {0};
    if (!describe(&made, resource)) return false;
    if (view && !view_texels(&made, resource, view, level)) return false;
    made.normalized_coordinates = texture->normalizedCoords;
    for (int i = 0; i < 3; i++) { /* these two are for normalized coordinates */
        const enum cudaTextureAddressMode mode = texture->addressMode[i];
        const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
        made.address[i] = repeats && !texture->normalizedCoords ? cudaAddressModeClamp : mode;
    }
    made.filter = texture->filterMode;
    made.normalized_floats = texture->readMode == cudaReadModeNormalizedFloat;
    memcpy(made.border, texture->borderColor, sizeof made.border);
    made.level_filter = texture->mipmapFilterMode;
    made.level_bias = texture->mipmapLevelBias;
    made.level_least = texture->minMipmapLevelClamp;
    made.level_most = texture->maxMipmapLevelClamp;
    const bool integers = made.kind != cudaChannelFormatKindFloat && !made.normalized_floats;
    *to = made;
    return (made.filter != cudaFilterModeLinear || !integers) &&
           (!made.normalized_floats || made.channel_bytes != 4);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view) {
    struct scord_texture levels[LEVELS_MOST];
    static bool said; /* of anisotropy, once */
    if (!object || !resource || !texture) return leave(cudaErrorInvalidValue);
    if (texture->maxAnisotropy > 1 && !said) {
        fprintf(stderr,
                "scord: note: cudaCreateTextureObject: maxAnisotropy %u is taken as 1: fetches by "
                "derivatives are isotropic (docs/cuda.md)\n",
                texture->maxAnisotropy);
        said = true;
    }
    const cudaMipmappedArray_t mipmap = resource->resType == cudaResourceTypeMipmappedArray
                                            ? resource->res.mipmap.mipmap
                                            : NULL;
    const unsigned int first = mipmap && view ? view->firstMipmapLevel : 0;
    unsigned int count = mipmap ? mipmap->levels : 1;
    if (first >= count) return leave(cudaErrorInvalidValue);
    count -= first;
    if (mipmap && view && view->lastMipmapLevel - first < count)
        count = view->lastMipmapLevel - first + 1;
    for (unsigned int i = 0; i < count; i++) {
        struct cudaResourceDesc level = *resource;
        if (mipmap) {
            level.resType = cudaResourceTypeArray;
            level.res.array.array = mipmap->level[first + i];
        }
        if (!describe_texture(&levels[i], &level, texture, view, first + i))
            return leave(cudaErrorInvalidValue);
    }
    levels[0].levels = (int)count - 1;
    const cudaError_t error = make_object(object, levels, count);
    return error != cudaSuccess ? error : note_origin(*object, resource, texture, view);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    forget_origin(object);
    return destroy_object(object);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource) {
    struct scord_texture made = {0};
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return leave(cudaErrorInvalidValue);
    if (!describe(&made, resource)) return leave(cudaErrorInvalidValue);
    const cudaError_t error = make_object(object, &made, 1);
    return error != cudaSuccess ? error : note_origin(*object, resource, NULL, NULL);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    forget_origin(object);
    return destroy_object(object);
}
