// render.cuh: colours of rays, and the kernel that shoots one for each pixel.
#pragma once
#include "scene.cuh"

struct Camera {
    int width, height;
    Vec3 origin, lower_left, horizontal, vertical;
    BOTH Ray ray(int x, int y) const {
        const float u = (x + 0.5f) / width, v = (y + 0.5f) / height;
        return Ray{origin, lower_left + u * horizontal + v * vertical - origin};
    }
};

BOTH Vec3 colour(const Ray &ray, const Shape *world, Sky sky, int depth);
__global__ void render(uchar4 *image, const Shape *const *world, Camera camera, int sky, int depth);
BOTH uchar4 to_pixel(const Vec3 &colour);
