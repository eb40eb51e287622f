/* SPDX-License-Identifier: Apache-2.0 */
// pipeline.h: an image of four bytes a pixel is halved by a filtering texture, its luminance
// equalised, and its edges found.
#ifndef PIPELINE_H
#define PIPELINE_H

#include <cuda_runtime.h>
#include <vector>

struct Image {
    int width, height;
    std::vector<uchar4> pixels;
    uchar4 &at(int x, int y) { return pixels[y * width + x]; }
    const uchar4 &at(int x, int y) const { return pixels[y * width + x]; }
};
struct Processed {
    Image equalised;
    std::vector<unsigned> histogram;
    std::vector<unsigned char> edges;
};

#ifdef __CUDACC__
// Integers, so that both sides agree to the bit.
__host__ __device__ inline unsigned luminance(uchar4 p) {
    return (77u * p.x + 150u * p.y + 29u * p.z + 128u) >> 8;
}
#endif
Processed process_on_host(const Image &image);
Processed process_on_device(const Image &image);

#endif
