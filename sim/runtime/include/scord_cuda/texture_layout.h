/* SPDX-License-Identifier: Apache-2.0 */
/* texture_layout.h: what a texture or surface object is: the address of this, in the device's memory. Written by
 * sim/runtime/textures.c, read by the fetches of textures.h. */
#ifndef SCORD_CUDA_TEXTURE_LAYOUT_H
#define SCORD_CUDA_TEXTURE_LAYOUT_H

struct scord_texture {
    unsigned long long data, pitch, slice;      /* where texel (0, 0, 0) lies; bytes of a row and of a layer */
    int size[3];                                /* in texels; 1 where the dimension is not there */
    int channels, channel_bytes, kind;          /* kind: cudaChannelFormatKind */
    int address[3], filter, normalized_floats, normalized_coordinates;
    float border[4];
    /* of mipmaps: how many objects follow, of smaller levels; between them: cudaTextureFilterMode */
    int levels, level_filter;
    float level_bias, level_least, level_most;
    int reserved;
};

#endif
