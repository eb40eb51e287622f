// render.cu: Whitted's recursion (1980): light of one lamp, shadows, and what a mirror shows.
#include "render.cuh"

#define LAMP Vec3(5, 8, 2)

BOTH Vec3 colour(const Ray &ray, const Shape *world, Sky sky, int depth) {
    Hit hit;
    if (!world->hit(ray, 1e-3f, 1e30f, hit)) return sky(ray.direction);
    Vec3 own = hit.material->colour;
    if (hit.material->pattern == Pattern::Checker && (((int)floorf(hit.place.x()) + (int)floorf(hit.place.z())) & 1)) own *= 0.3f;
    const Vec3 to_lamp = LAMP - hit.place;
    Hit shadow;
    float light = 0.15f;
    if (!world->hit(Ray{hit.place, to_lamp}, 1e-3f, 1.0f, shadow)) light += 0.85f * fmaxf(0.0f, dot(hit.normal, unit(to_lamp)));
    own *= light;
    const float mirror = hit.material->mirror;
    if (mirror > 0 && depth > 0)
        own = (1 - mirror) * own + mirror * colour(Ray{hit.place, reflect(ray.direction, hit.normal)}, world, sky, depth - 1);
    return own;
}

BOTH uchar4 to_pixel(const Vec3 &c) {
    unsigned char byte[3];
    for (int i = 0; i < 3; i++) byte[i] = (unsigned char)(255.99f * fminf(fmaxf(sqrtf(c[i]), 0.0f), 1.0f));
    return make_uchar4(byte[0], byte[1], byte[2], 255);
}

__global__ void render(uchar4 *image, const Shape *const *world, Camera camera, int sky, int depth) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= camera.width || y >= camera.height) return;
    image[y * camera.width + x] = to_pixel(colour(camera.ray(x, y), *world, sky_table[sky], depth));
}
