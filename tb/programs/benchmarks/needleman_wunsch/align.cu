/* needleman_wunsch [tiles_down tiles_across penalty]: aligns two proteins on the device. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "needle.h"
#include "check.h"
#include "needle_kernel.cu"

static ScoreMatrix align_on_device(const std::vector<unsigned char> &down, const std::vector<unsigned char> &across, int penalty) {
    const int stride = (int)across.size() + 1, tiles_down = (int)down.size() / TILE_SIZE, tiles_across = (int)across.size() / TILE_SIZE;
    ScoreMatrix scores((down.size() + 1) * stride);
    unsigned char *d_down, *d_across;
    int *d_scores, *staging;
    const size_t bytes = scores.size() * sizeof(int), shared = ((TILE_SIZE + 1) * (TILE_SIZE + 1) + TILE_SIZE * TILE_SIZE) * sizeof(int);
    CHECK(cudaMemcpyToSymbol(c_blosum, blosum62, sizeof blosum62));
    CHECK(cudaMalloc(&d_down, down.size()));
    CHECK(cudaMalloc(&d_across, across.size()));
    CHECK(cudaMalloc(&d_scores, bytes));
    CHECK(cudaMallocHost(&staging, bytes));
    memset(staging, 0, bytes);
    for (size_t i = 1; i <= down.size(); i++) staging[i * stride] = -(int)i * penalty;
    for (int j = 1; j < stride; j++) staging[j] = -j * penalty;
    CHECK(cudaMemcpyAsync(d_down, down.data(), down.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(d_across, across.data(), across.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(d_scores, staging, bytes, cudaMemcpyHostToDevice));
    dim3 dimGrid, dimBlock(TILE_SIZE, 1);
    for (int diagonal = 0; diagonal < tiles_down + tiles_across - 1; diagonal++) {
        const int first = diagonal < tiles_down ? 0 : diagonal - tiles_down + 1;
        const int last = diagonal < tiles_across ? diagonal : tiles_across - 1;
        dimGrid.x = last - first + 1;
        dimGrid.y = 1;
        if (diagonal < tiles_down)
            needle_diagonal<true><<<dimGrid, dimBlock, shared>>>(d_down, d_across, d_scores, stride, penalty, diagonal, tiles_down, tiles_across);
        else
            needle_diagonal<false><<<dimGrid, dimBlock, shared>>>(d_down, d_across, d_scores, stride, penalty, diagonal, tiles_down, tiles_across);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(staging, d_scores, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(0));
    memcpy(scores.data(), staging, bytes);
    CHECK(cudaFreeHost(staging));
    CHECK(cudaFree(d_down));
    CHECK(cudaFree(d_across));
    CHECK(cudaFree(d_scores));
    return scores;
}

int main(int argc, char **argv) {
    int tiles_down = 7, tiles_across = 10, penalty = 5;
    if (argc == 4) {
        tiles_down = atoi(argv[1]);
        tiles_across = atoi(argv[2]);
        penalty = atoi(argv[3]);
    } else if (argc != 1) {
        fprintf(stderr, "Usage: %s <tiles down> <tiles across> <penalty>\n", argv[0]);
        return 1;
    }
    assert(tiles_down > 0 && tiles_across > 0);
    unsigned seed = 7;
    const std::vector<unsigned char> down = random_protein(tiles_down * TILE_SIZE, &seed);
    std::vector<unsigned char> across = random_protein(tiles_across * TILE_SIZE, &seed);
    std::copy(down.begin() + 20, down.begin() + 90 < down.end() ? down.begin() + 90 : down.end(), across.begin() + 11); /* a part in common */
    const ScoreMatrix device = align_on_device(down, across, penalty), host = align_on_host(down, across, penalty);
    const std::string operations = trace_back(device, down, across, penalty);
    printf("%zu x %zu acids, score %d\n%s\n", down.size(), across.size(), device.back(), operations.c_str());
    const bool right = device == host && score_of(operations, down, across, penalty) == host.back();
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
