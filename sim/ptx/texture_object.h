/* SPDX-License-Identifier: Apache-2.0 */
/* texture_object.h: where the members of a texture or surface object lie: of scord_texture, by
 * which programs that clang compiled know it (sim/runtime/include/scord_cuda/texture_layout.h;
 * sim/runtime/textures.c compares the two). */
#ifndef PTX_TEXTURE_OBJECT_H
#define PTX_TEXTURE_OBJECT_H

enum {
    TEXTURE_DATA = 0,
    TEXTURE_PITCH = 8,
    TEXTURE_SLICE = 16,
    TEXTURE_SIZE = 24, /* three */
    TEXTURE_CHANNELS = 36,
    TEXTURE_CHANNEL_BYTES = 40,
    TEXTURE_KIND = 44,
    TEXTURE_ADDRESS = 48, /* three */
    TEXTURE_FILTER = 60,
    TEXTURE_NORMALIZED_FLOATS = 64,
    TEXTURE_NORMALIZED_COORDINATES = 68,
    TEXTURE_BORDER = 72, /* four */
    TEXTURE_LEVELS = 88,
    TEXTURE_LEVEL_FILTER = 92,
    TEXTURE_LEVEL_BIAS = 96,
    TEXTURE_LEVEL_LEAST = 100,
    TEXTURE_LEVEL_MOST = 104,
    TEXTURE_BYTES = 112 /* the next level's object follows */
};

#endif
