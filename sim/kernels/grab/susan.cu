/* susan: how little the neighbourhood of every pixel resembles it, by a mask of 3 x 3 (after Smith, Brady, IJCV 1997; the second case study
 * of GRAB, Tables 3 to 5: 512 x 512 pixels of a byte).
 *
 * usage: susan basic|modified [--objects] [--table3 | WIDTH HEIGHT]      (see app.h)
 *
 * A pixel's area is the sum, over its neighbours, of a likeness that a table gives for the difference in brightness; what the area lacks
 * of the largest is the response, high at edges and corners. basic: a thread a pixel, blocks of 128, image and table in global memory.
 * modified: a block a row, which loads three rows and the table into shared memory first (GRAB section 5, fault type m*h).
 */
#include <cmath>

#include "../apps/app.h"

#define BASIC_THREADS 128
#define MOST_WIDTH 1024      // threads of a block
#define LEVELS 256           // of brightness
#define LIKENESSES (2 * LEVELS)
#define THRESHOLD 20         // differences in brightness above it count as unlike
#define LARGEST_AREA 730     // above: no edge
#define OWN_AREA 100         // of the pixel itself

enum Version { BASIC, MODIFIED };
typedef unsigned char byte;

// Of the pixel at CENTRE in rows WIDTH apart; LIKENESS: by the difference of two pixels, LEVELS added.
static __host__ __device__ __forceinline__ int response(const byte *centre, int width, const byte *likeness)
{
    const byte *mine = likeness + LEVELS + *centre;
    int area = OWN_AREA;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (x != 0 || y != 0)
                area += mine[-(int)centre[y * width + x]];
    return area <= LARGEST_AREA ? LARGEST_AREA - area : 0;
}

static __host__ __device__ __forceinline__ bool inside(int x, int y, int width, int height)
{
    return x > 0 && x < width - 1 && y > 0 && y < height - 1;
}

__global__ void susanBasic(int *responses, const byte *image, const byte *likeness, int width, int height)
{
    const int pixel = blockIdx.x * BASIC_THREADS + threadIdx.x;
    const int x = pixel % width, y = pixel / width;
    if (inside(x, y, width, height))
        responses[pixel] = response(image + pixel, width, likeness);
}

__global__ void susanModified(int *responses, const byte *image, const byte *likeness, int width, int height)
{
    __shared__ byte rows[3 * MOST_WIDTH], table[LIKENESSES];
    const int x = threadIdx.x, y = blockIdx.x + 1;
    for (int i = x; i < LIKENESSES; i += width)
        table[i] = likeness[i];
    for (int row = 0; row < 3; row++)
        rows[row * width + x] = image[(y + row - 1) * width + x];
    __syncthreads();
    if (inside(x, y, width, height))
        responses[y * width + x] = response(rows + width + x, width, table);
}

static std::vector<int> susanOnHost(const std::vector<byte> &image, const std::vector<byte> &likeness, int width, int height)
{
    std::vector<int> responses(image.size(), 0);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (inside(x, y, width, height))
                responses[y * width + x] = response(&image[y * width + x], width, likeness.data());
    return responses;
}

static std::vector<byte> likenesses()
{
    std::vector<byte> likeness(LIKENESSES);
    for (int i = 0; i < LIKENESSES; i++)
        likeness[i] = (byte)(100 * std::exp(-std::pow((double)(i - LEVELS) / THRESHOLD, 6)));
    return likeness;
}

// Squares of different brightness, and noise.
static std::vector<byte> randomImage(int width, int height)
{
    const std::vector<int> noise = randomInts((size_t)width * height, 0, 15, 1);
    std::vector<byte> image(noise.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image[y * width + x] = (byte)((x / 24 * 5 + y / 24 * 3) % 8 * 30 + noise[y * width + x]);
    return image;
}

int main(int argc, char **argv)
{
    const App app = {"susan", 0, {{"WIDTH", 96, 512, 3, MOST_WIDTH}, {"HEIGHT", 32, 512, 3, 8192}}, {"basic", "modified"}};
    const Options options = parseArguments(app, argc, argv);
    const int width = options.sizes[0], height = options.sizes[1], pixels = width * height;
    const std::vector<byte> image = randomImage(width, height), likeness = likenesses();

    const byte *deviceImage = deviceArray(options, "image", image), *deviceLikeness = deviceArray(options, "likeness", likeness);
    int *responses = deviceArray<int>(options, "responses", pixels);
    if (options.version == BASIC)
        susanBasic<<<(pixels + BASIC_THREADS - 1) / BASIC_THREADS, BASIC_THREADS>>>(responses, deviceImage, deviceLikeness, width, height);
    else
        susanModified<<<height - 2, width>>>(responses, deviceImage, deviceLikeness, width, height);
    checkKernel("susan");
    return verdict(toHost(responses, pixels) == susanOnHost(image, likeness, width, height));
}
