// main.cu: steps of diffusion, then the smoothed image beside the edges that are left; each against the plain code.
#include "../check.h"
#include "image.h"

#include <cmath>
#include <getopt.h>

static double worst(const std::vector<float> &a, const std::vector<float> &b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); i++) most = std::fmax(most, std::fabs(a[i] - b[i]));
    return most;
}
static double roughness(const Image &image) { // how far neighbours in a row are apart
    double sum = 0;
    for (int y = 0; y < image.height; y++)
        for (int x = 1; x < image.width; x++)
            sum += std::fabs(image.at[y * image.width + x] - image.at[y * image.width + x - 1]);
    return sum / (image.width * image.height);
}

int main(int argc, char **argv) {
    int width = 96, height = 64, steps = 4, option;
    while ((option = getopt(argc, argv, "w:h:n:")) != -1) switch (option) {
        case 'w': width = (std::atoi(optarg) + 15) / 16 * 16; break;
        case 'h': height = (std::atoi(optarg) + 15) / 16 * 16; break;
        case 'n': steps = std::atoi(optarg); break;
        default: fprintf(stderr, "usage: %s [-w width] [-h height] [-n steps]\n", argv[0]); return 2;
        }
    const Image before = speckled(width, height);
    Image plain = before, found = before;
    const std::size_t bytes = before.at.size() * sizeof(float);
    float weights[2 * kRadius + 1], total = 0;
    for (int i = 0; i <= 2 * kRadius; i++) total += weights[i] = std::exp(-(i - kRadius) * (i - kRadius) / 8.0f);
    for (float &weight : weights) weight /= total;
    set_kernel(weights);

    cudaStream_t stream;
    cudaEvent_t start, end;
    float *image, *smooth, *scratch[5], milliseconds;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaMallocAsync(&image, bytes, stream));
    CHECK(cudaMallocAsync(&smooth, bytes, stream));
    for (float *&part : scratch) CHECK(cudaMallocAsync(&part, bytes, stream));
    CHECK(cudaMemcpyAsync(image, before.at.data(), bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(start, stream));
    for (int i = 0; i < steps; i++) {
        diffuse(image, {scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]}, width, height, 0.5f, stream);
        diffuse_plain(plain, 0.5f);
    }
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaMemcpyAsync(found.at.data(), image, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    int wrong = worst(found.at, plain.at) > 1e-4 || milliseconds < 0;
    printf("roughness %.3f, after %d steps %.3f\n", roughness(before), steps, roughness(found));
    wrong += steps > 0 && roughness(found) > 0.8 * roughness(before);

    convolve(smooth, scratch[0], image, width, height, stream);
    CHECK(cudaMemcpyAsync(found.at.data(), smooth, bytes, cudaMemcpyDeviceToHost, stream));
    for (float *part : scratch) CHECK(cudaFreeAsync(part, stream));
    CHECK(cudaFreeAsync(image, stream));
    CHECK(cudaFreeAsync(smooth, stream));
    CHECK(cudaStreamSynchronize(stream));
    wrong += worst(found.at, convolve_plain(plain, weights).at) > 1e-4;
    printf("smoothed %.3f\n", roughness(found));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaStreamDestroy(stream));
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
