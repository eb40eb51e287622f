// scene.cu: see scene.cuh.
#include "scene.cuh"

BOTH Shape *new_scene(int ring) {
    Group *const world = new Group(3);
    world->add(new Plane(-1.0f, Material{Vec3(0.9f, 0.9f, 0.8f), 0.1f, Pattern::Checker}));
    world->add(new Sphere(Vec3(0, 0, -5), 1.0f, Material{Vec3(0.9f, 0.8f, 0.3f), 0.6f, Pattern::Plain}));
    Group *const around = new Group(ring);
    for (int i = 0; i < ring; i++) {
        const float angle = 6.2831853f * i / ring;
        around->add(new Sphere(Vec3(2 * cosf(angle), -0.5f, -5 + 2 * sinf(angle)), 0.5f,
                               Material{Vec3(0.3f + 0.1f * (i % 7), 0.4f, 0.8f - 0.1f * (i % 5)), 0.3f * (i % 2), Pattern::Plain}));
    }
    world->add(around);
    return world;
}

__global__ void create_scene(Shape **world, int ring) {
    if (threadIdx.x == 0 && blockIdx.x == 0) *world = new_scene(ring);
}

__global__ void destroy_scene(Shape **world) {
    if (threadIdx.x == 0 && blockIdx.x == 0) delete *world;
}

BOTH Vec3 evening_sky(const Vec3 &direction) {
    const float t = 0.5f * (unit(direction).y() + 1.0f);
    return (1.0f - t) * Vec3(1.0f, 0.6f, 0.4f) + t * Vec3(0.3f, 0.3f, 0.7f);
}

BOTH Vec3 grey_sky(const Vec3 &) { return Vec3(0.5f); }

__device__ Sky sky_table[2] = {evening_sky, grey_sky};
