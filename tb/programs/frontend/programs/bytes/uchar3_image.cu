// An image of three bytes a pixel; each warp of a block writes another channel, so that every word
// of the image is written by three warps, and no byte by two. In any order, the second and the third
// of the three stores to a word meet another warp's: two reports a word, 24 words a block, 4 blocks.
// races: 0
// not counted: 192
#include <cstdio>

enum { BLOCKS = 4, PIXELS = 32 * BLOCKS, CHANNELS = 3 };

__global__ void fill(unsigned char *image) {
    const int pixel = blockIdx.x * 32 + threadIdx.x;
    image[pixel * CHANNELS + threadIdx.y] = (unsigned char)(pixel + threadIdx.y);
}

int main() {
    unsigned char *image, host[PIXELS * CHANNELS];
    int wrong = 0;
    cudaMalloc(&image, sizeof host);
    fill<<<BLOCKS, dim3(32, CHANNELS)>>>(image);
    cudaMemcpy(host, image, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < PIXELS * CHANNELS; i++)
        wrong += host[i] != (unsigned char)(i / CHANNELS + i % CHANNELS);
    printf("wrong %d\n", wrong);
    return 0;
}
