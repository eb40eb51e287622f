/* SPDX-License-Identifier: Apache-2.0 */
// reference.cpp: an image with speckle, and what the kernels do to it, pixel by pixel.
#include "image.h"

#include <algorithm>
#include <cmath>
#include <random>

Image speckled(int width, int height) {
    std::mt19937 random(11);
    std::exponential_distribution<float> noise(4.0f);
    Image image{width, height, std::vector<float>((std::size_t)width * height)};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const bool inside = std::hypot(x - width / 2.0, y - height / 2.0) < height / 3.0;
            image.at[(std::size_t)y * width + x] = (inside ? 2.0f : 1.0f) * (0.8f + noise(random));
        }
    return image;
}

void diffuse_plain(Image &image, float step) {
    const int w = image.width, h = image.height;
    const std::vector<float> old = image.at;
    double sum = 0, square = 0;
    for (float v : old) sum += v, square += (double)v * v;
    const double mean = sum / (w * h);
    const float q0 = (float)((square / (w * h) - mean * mean) / (mean * mean));
    auto pixel = [&](int x, int y) {
        return old[std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1)];
    };
    std::vector<float> coefficient(old.size());
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const float here = pixel(x, y), n = pixel(x, y - 1) - here, s = pixel(x, y + 1) - here;
            const float west = pixel(x - 1, y) - here, east = pixel(x + 1, y) - here;
            const float gradient = (n * n + s * s + west * west + east * east) / (here * here);
            const float laplacian = (n + s + west + east) / here, base = 1 + 0.25f * laplacian;
            const float q = (0.5f * gradient - laplacian * laplacian / 16) / (base * base);
            coefficient[y * w + x] = std::clamp(1 / (1 + (q - q0) / (q0 * (1 + q0))), 0.0f, 1.0f);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const float here = pixel(x, y), c = coefficient[y * w + x];
            const float south = y + 1 < h ? coefficient[(y + 1) * w + x] : c;
            const float east = x + 1 < w ? coefficient[y * w + x + 1] : c;
            const float flow = c * (pixel(x, y - 1) - here) + south * (pixel(x, y + 1) - here) +
                               c * (pixel(x - 1, y) - here) + east * (pixel(x + 1, y) - here);
            image.at[y * w + x] = here + step / 4 * flow;
        }
}

Image convolve_plain(const Image &image, const float (&weights)[2 * kRadius + 1]) {
    const int w = image.width, h = image.height;
    Image between = image, result = image;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int r = -kRadius; r <= kRadius; r++)
                if (x + r >= 0 && x + r < w) sum += weights[kRadius - r] * image.at[y * w + x + r];
            between.at[y * w + x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int r = -kRadius; r <= kRadius; r++)
                if (y + r >= 0 && y + r < h)
                    sum += weights[kRadius - r] * between.at[(y + r) * w + x];
            result.at[y * w + x] = sum;
        }
    return result;
}
