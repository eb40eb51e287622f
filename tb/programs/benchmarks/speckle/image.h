/* SPDX-License-Identifier: Apache-2.0 */
// image.h: images of floats; their sides are multiples of 16.
#ifndef IMAGE_H
#define IMAGE_H

#include <vector>

struct Image {
    int width, height;
    std::vector<float> at;
};
constexpr int kRadius = 6;

// On the device, rows without padding. Scratch memory is made and freed by the stream.
// One step of speckle reducing anisotropic diffusion (Yu, Acton 2002).
struct Directions {
    float *north, *south, *west, *east, *coefficient;
};
void diffuse(float *image, Directions directions, int width, int height, float step, void *stream);
void set_kernel(const float (&weights)[2 * kRadius + 1]);
void convolve(float *to, float *scratch, const float *from, int width, int height, void *stream);

// reference.cpp: the same, plainly
void diffuse_plain(Image &image, float step);
Image convolve_plain(const Image &image, const float (&weights)[2 * kRadius + 1]);
Image speckled(int width, int height);

#endif
