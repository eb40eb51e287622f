// hotspot [rows columns iterations pyramid_height]: temperatures of a chip by the device, against those of the host.
#include "hotspot.cuh"

#include <cmath>
#include <string>
#include <string_view>

int main(int argc, char *argv[]) {
    using namespace std::literals;
    if (argc > 1 && (argc != 5 || argv[1] == "-h"sv)) {
        fprintf(stderr, "Usage: %s <rows> <columns> <iterations> <pyramid_height>\n", argv[0]);
        return 1;
    }
    const int rows = argc > 1 ? std::stoi(argv[1]) : 70, columns = argc > 1 ? std::stoi(argv[2]) : 100;
    const int iterations = argc > 1 ? std::stoi(argv[3]) : 12, pyramid_height = argc > 1 ? std::stoi(argv[4]) : 2;
    int devices = 0;
    gpuErrchk(cudaGetDeviceCount(&devices));
    if (devices == 0) return EXIT_FAILURE;
    Chip device(rows, columns), host(device);
    simulate(device, iterations, pyramid_height);
    for (int t = 0; t < iterations; t++) host.step_on_host();
    float worst = 0, change = 0;
    const Chip start(rows, columns);
    for (size_t i = 0; i < host.temperature.size(); i++) {
        worst = std::fmax(worst, std::fabs(host.temperature[i] - device.temperature[i]));
        change = std::fmax(change, std::fabs(host.temperature[i] - start.temperature[i]));
    }
    printf("pyramidHeight: %d\ngridSize: [%d, %d]\nblocks of %d x %d\n", pyramid_height, columns, rows, BLOCK_SIZE, BLOCK_SIZE);
    const bool right = worst < 2e-3f && change > 20 * worst;
    if (!right) printf("differs by %g; changed by %g\n", worst, change);
    puts(right ? "PASSED" : "FAILED");
    return !right;
}
