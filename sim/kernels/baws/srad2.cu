/* srad2: speckle-reducing anisotropic diffusion, second version (Rodinia "srad_v2"; Table 2: SRAD2, 6 blocks an SM x
 * 8 warps).
 *
 * usage: srad2 [SEED [SCALE]]      (see baws.h)
 *
 * Two kernels an iteration, blocks of 16 x 16 threads. diffuse computes the derivatives and the diffusion coefficient of
 * every pixel from its four neighbours: image and neighbouring pixels go into tiles of shared memory, a barrier behind
 * each kind of load, branches by the thread's place at the tile's edge, results through shared memory to device memory.
 * update does the same with the coefficients of the southern and eastern neighbours and adds the divergence to the
 * image. Kernels, tiles, barriers (4 and 6) and branches are Rodinia's; the statistics of the speckle, which Rodinia's
 * host takes of a corner of the image, are taken of the whole image. The image is 240 x 288, one iteration; SCALE
 * multiplies the iterations.
 * -DBREAK: no barrier behind the load of the image.
 */
#include "baws.h"

#define TILE 16
#define ROWS (15 * TILE)
#define COLUMNS (18 * TILE)
#define PIXELS (ROWS * COLUMNS)
#define LAMBDA 0.5f

// Planes of one array: each has a value for every pixel.
enum { IMAGE, NORTH, SOUTH, WEST, EAST, COEFFICIENT, PLANES };

// A thread's pixel, and whether its neighbours are in its block's tile.
struct Place {
    int row, column, index;
};

static __device__ __forceinline__ Place placeOfThread()
{
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    return {row, column, row * COLUMNS + column};
}

// Derivatives in the four directions and the diffusion coefficient of every pixel.
__global__ void diffuse(float *planes, float speckle)
{
    __shared__ struct {
        float tile[TILE][TILE], coefficients[TILE][TILE];
        float northern[TILE], southern[TILE], western[TILE], eastern[TILE]; // neighbours beyond the tile's edges
    } shared;
    const int x = threadIdx.x, y = threadIdx.y;
    const Place place = placeOfThread();
    float *const mine = planes + place.index;
    if (y == 0)
        shared.northern[x] = mine[place.row == 0 ? 0 : -COLUMNS];
    if (y == TILE - 1)
        shared.southern[x] = mine[place.row == ROWS - 1 ? 0 : COLUMNS];
    __syncthreads();
    if (x == 0)
        shared.western[y] = mine[place.column == 0 ? 0 : -1];
    if (x == TILE - 1)
        shared.eastern[y] = mine[place.column == COLUMNS - 1 ? 0 : 1];
    __syncthreads();
    shared.tile[y][x] = mine[IMAGE * PIXELS];
    BARRIER_UNLESS_BROKEN();
    const float here = shared.tile[y][x];
    float n, s, w, e;
    if (y == 0)
        n = shared.northern[x] - here;
    else
        n = shared.tile[y - 1][x] - here;
    if (y == TILE - 1)
        s = shared.southern[x] - here;
    else
        s = shared.tile[y + 1][x] - here;
    if (x == 0)
        w = shared.western[y] - here;
    else
        w = shared.tile[y][x - 1] - here;
    if (x == TILE - 1)
        e = shared.eastern[y] - here;
    else
        e = shared.tile[y][x + 1] - here;
    const float gradient = (n * n + s * s + w * w + e * e) / (here * here), laplacian = (n + s + w + e) / here;
    const float scaled = 1.0f + 0.25f * laplacian;
    const float variation = (0.5f * gradient - (1.0f / 16.0f) * laplacian * laplacian) / (scaled * scaled);
    const float c = 1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle)));
    if (c < 0)
        shared.coefficients[y][x] = 0;
    else if (c > 1)
        shared.coefficients[y][x] = 1;
    else
        shared.coefficients[y][x] = c;
    __syncthreads();
    mine[COEFFICIENT * PIXELS] = shared.coefficients[y][x];
    mine[NORTH * PIXELS] = n;
    mine[SOUTH * PIXELS] = s;
    mine[WEST * PIXELS] = w;
    mine[EAST * PIXELS] = e;
}

// The image after one step of diffusion.
__global__ void update(float *planes)
{
    __shared__ struct {
        float tile[TILE][TILE], coefficients[TILE][TILE], results[TILE][TILE];
        float southern[TILE][TILE], eastern[TILE][TILE]; // full tiles, of which the last row and column are used
    } shared;
    const int x = threadIdx.x, y = threadIdx.y;
    const Place place = placeOfThread();
    float *const mine = planes + place.index;
    shared.tile[y][x] = mine[IMAGE * PIXELS];
    __syncthreads();
    shared.southern[y][x] = mine[COEFFICIENT * PIXELS + (place.row == ROWS - 1 ? 0 : COLUMNS)];
    __syncthreads();
    shared.eastern[y][x] = mine[COEFFICIENT * PIXELS + (place.column == COLUMNS - 1 ? 0 : 1)];
    __syncthreads();
    shared.coefficients[y][x] = mine[COEFFICIENT * PIXELS];
    __syncthreads();
    const float here = shared.coefficients[y][x];
    float s, e;
    if (x == TILE - 1 && y == TILE - 1) {
        s = shared.southern[y][x];
        e = shared.eastern[y][x];
    } else if (x == TILE - 1) {
        s = shared.coefficients[y + 1][x];
        e = shared.eastern[y][x];
    } else if (y == TILE - 1) {
        s = shared.southern[y][x];
        e = shared.coefficients[y][x + 1];
    } else {
        s = shared.coefficients[y + 1][x];
        e = shared.coefficients[y][x + 1];
    }
    const float divergence = here * mine[NORTH * PIXELS] + s * mine[SOUTH * PIXELS] +
                             here * mine[WEST * PIXELS] + e * mine[EAST * PIXELS];
    shared.results[y][x] = shared.tile[y][x] + 0.25f * LAMBDA * divergence;
    __syncthreads();
    mine[IMAGE * PIXELS] = shared.results[y][x];
    __syncthreads();
}

// Variance over squared mean of the image.
static float speckleOf(const std::vector<float> &image)
{
    double sum = 0, squares = 0;
    for (float pixel : image) {
        sum += pixel;
        squares += (double)pixel * pixel;
    }
    const double mean = sum / image.size(), variance = squares / image.size() - mean * mean;
    return (float)(variance / (mean * mean));
}

// Derivatives of pixel (row, column): north, south, west, east.
struct Derivatives {
    float n, s, w, e;
};

static Derivatives derivativesAt(const std::vector<float> &image, int row, int column)
{
    const int i = row * COLUMNS + column;
    return {image[row == 0 ? i : i - COLUMNS] - image[i], image[row == ROWS - 1 ? i : i + COLUMNS] - image[i],
            image[column == 0 ? i : i - 1] - image[i], image[column == COLUMNS - 1 ? i : i + 1] - image[i]};
}

static float coefficientAt(const Derivatives &d, float here, float speckle)
{
    const float gradient = (d.n * d.n + d.s * d.s + d.w * d.w + d.e * d.e) / (here * here);
    const float laplacian = (d.n + d.s + d.w + d.e) / here, scaled = 1.0f + 0.25f * laplacian;
    const float variation = (0.5f * gradient - (1.0f / 16.0f) * laplacian * laplacian) / (scaled * scaled);
    return fminf(1, fmaxf(0, 1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle)))));
}

static std::vector<float> stepOnHost(const std::vector<float> &image, float speckle)
{
    std::vector<float> coefficient(image.size()), result(image.size());
    for (int i = 0; i < PIXELS; i++)
        coefficient[i] = coefficientAt(derivativesAt(image, i / COLUMNS, i % COLUMNS), image[i], speckle);
    for (int i = 0; i < PIXELS; i++) {
        const int row = i / COLUMNS, column = i % COLUMNS;
        const Derivatives d = derivativesAt(image, row, column);
        const float s = coefficient[row == ROWS - 1 ? i : i + COLUMNS], e = coefficient[column == COLUMNS - 1 ? i : i + 1];
        result[i] = image[i] + 0.25f * LAMBDA * (coefficient[i] * d.n + s * d.s + coefficient[i] * d.w + e * d.e);
    }
    return result;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("srad2", argc, argv);
    Random random(workload.seed);
    std::vector<float> image(PIXELS), expected;
    for (float &pixel : image)
        pixel = expf(random.unit()); // as Rodinia, which takes the exponential of an image from 0 to 1
    expected = image;
    float *planes = deviceArray<float>((size_t)PLANES * PIXELS);
    toDevice(planes + IMAGE * PIXELS, image);
    const dim3 grid(COLUMNS / TILE, ROWS / TILE), block(TILE, TILE);

    for (int iteration = 0; iteration < workload.scale; iteration++) {
        const float speckle = speckleOf(image);
        diffuse<<<grid, block>>>(planes, speckle);
        checkKernel("diffuse");
        update<<<grid, block>>>(planes);
        checkKernel("update");
        image = toHost(planes, PIXELS);
        expected = stepOnHost(expected, speckle);
    }

    Check check(workload);
    check.near("image", image, expected, 1e-4);
    return check.result();
}
