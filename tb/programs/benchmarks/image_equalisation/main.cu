// image_equalisation [WIDTH HEIGHT]: a drawn image goes through the pipeline on both sides, to the bit.
#include "check.h"
#include "pipeline.h"

#include <cmath>

int main(int argc, char **argv) {
    Image image = {argc > 2 ? atoi(argv[1]) / 2 * 2 : 128, argc > 2 ? atoi(argv[2]) / 2 * 2 : 96, {}};
    image.pixels.resize((size_t)image.width * image.height);
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++) { // discs on a dark gradient
            const int u = x / 2, v = y / 2;
            const bool disc = std::hypot(u % 20 - 10.0, v % 16 - 8.0) < 6;
            const int grey = 20 + (u + 2 * v) / 8 + (disc ? 40 : 0) + ((x ^ y) & 1 ? 1 : -1);
            image.at(x, y) = make_uchar4(grey, grey / 2 * 2 + (disc ? 20 : 4), 30 + u % 7, 255);
        }
    const Processed device = process_on_device(image), host = process_on_host(image);
    int pixels = 0, bins = 0, edges = 0;
    unsigned darkest = 255, brightest = 0;
    for (size_t i = 0; i < host.edges.size(); i++) {
        const uchar4 a = device.equalised.pixels[i], b = host.equalised.pixels[i];
        pixels += a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w;
        edges += device.edges[i] != host.edges[i];
        darkest = a.w < darkest ? a.w : darkest;
        brightest = a.w > brightest ? a.w : brightest;
    }
    for (size_t i = 0; i < host.histogram.size(); i++) bins += device.histogram[i] != host.histogram[i];
    printf("%d x %d pixels, luminance from %u to %u; differing: %d pixels, %d bins, %d edges\n", image.width, image.height, darkest, brightest, pixels, bins, edges);
    const bool right = pixels == 0 && bins == 0 && edges == 0 && brightest == 255 && darkest < 20;
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
