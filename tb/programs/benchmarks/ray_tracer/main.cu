// ray_tracer [WIDTH HEIGHT [FILE.ppm]]: renders a scene that a kernel builds with new, on the device and on the host.
#include "render.cuh"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
static void check_cuda(cudaError_t result, char const *const func, const char *const file, int const line) {
    if (result) {
        fprintf(stderr, "CUDA error = %u at %s:%d '%s'\n", static_cast<unsigned int>(result), file, line, func);
        cudaDeviceReset();
        exit(99);
    }
}

static bool write_ppm(const char *name, const Camera &camera, const uchar4 *image) {
    FILE *file = fopen(name, "wb");
    if (!file) return false;
    fprintf(file, "P6\n%d %d\n255\n", camera.width, camera.height);
    for (int y = camera.height - 1; y >= 0; y--)
        for (int x = 0; x < camera.width; x++) fwrite(&image[y * camera.width + x], 1, 3, file);
    return fclose(file) == 0;
}

int main(int argc, char **argv) {
    const int width = argc > 2 ? atoi(argv[1]) : 64, height = argc > 2 ? atoi(argv[2]) : 40, ring = 7, depth = 4;
    const float aspect = (float)width / height;
    const Camera camera{width, height, Vec3(0, 0.6f, 1), Vec3(-aspect, -0.6f, -1), Vec3(2 * aspect, 0, 0), Vec3(0, 2, 0)};
    size_t stack = 0, heap = 0;
    checkCudaErrors(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    checkCudaErrors(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20));
    checkCudaErrors(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    checkCudaErrors(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));

    uchar4 *image;
    Shape **world;
    checkCudaErrors(cudaMallocManaged((void **)&image, width * height * sizeof(uchar4)));
    checkCudaErrors(cudaMalloc((void **)&world, sizeof(Shape *)));
    create_scene<<<1, 1>>>(world, ring);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaDeviceSynchronize());
    const std::unique_ptr<Shape> own(new_scene(ring));
    const dim3 threads(8, 8), blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    const Sky skies[2] = {evening_sky, grey_sky};
    bool right = stack >= 8192 && heap >= (4u << 20);
    for (int sky = 0; sky < 2; sky++) {
        render<<<blocks, threads>>>(image, world, camera, sky, depth);
        checkCudaErrors(cudaGetLastError());
        checkCudaErrors(cudaDeviceSynchronize());
        int differing = 0;
        for (int i = 0; i < width * height; i++) {
            const uchar4 host = to_pixel(colour(camera.ray(i % width, i / width), own.get(), skies[sky], depth));
            differing += abs(host.x - image[i].x) > 2 || abs(host.y - image[i].y) > 2 || abs(host.z - image[i].z) > 2;
        }
        if (differing > width * height / 100) right = false, printf("%d pixels differ\n", differing); // edges may be elsewhere by a bit
    }
    if (argc > 3) right = write_ppm(argv[3], camera, image) && right;
    destroy_scene<<<1, 1>>>(world);
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaFree(world));
    checkCudaErrors(cudaFree(image));
    printf("%d x %d pixels, two skies\n%s\n", width, height, right ? "PASSED" : "FAILED");
    cudaDeviceReset();
    return right ? 0 : 1;
}
