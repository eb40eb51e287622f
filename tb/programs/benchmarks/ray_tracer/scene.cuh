// scene.cuh: the scene, the same on both sides, and the sky as a function to be chosen.
#pragma once
#include "shapes.cuh"

typedef Vec3 (*Sky)(const Vec3 &direction);

BOTH Shape *new_scene(int ring);
__global__ void create_scene(Shape **world, int ring);
__global__ void destroy_scene(Shape **world);
BOTH Vec3 evening_sky(const Vec3 &direction);
BOTH Vec3 grey_sky(const Vec3 &direction);
extern __device__ Sky sky_table[2];
