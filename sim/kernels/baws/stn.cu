/* stn: 7-point stencil with a barrier between all blocks after every step (the STN of the study of coherence that the
 * paper cites, after Parboil's "stencil"; Table 2: 2 blocks an SM x 16 warps).
 *
 * usage: stn [SEED [SCALE]]      (see baws.h)
 *
 * Jacobi steps over a 34 x 18 x 122 grid whose border stays as it is. A block owns consecutive planes and walks through
 * them, a point of the plane a thread: the plane lies in shared memory (a barrier behind its store, one behind its last
 * read), the points below and above are in registers or loaded. All blocks meet after every step at a global barrier
 * (Xiao and Feng's simple one: a counter that one thread a block adds to and polls), so as many blocks are launched as are
 * resident.
 * Stand-in: the source of the paper's STN was not at hand; the planes, the shared tile and the global barrier follow the
 * two descriptions. Parboil's blocks own tiles of the plane and all planes; here a block owns whole planes, so that only
 * planes are shared between blocks. Dynamic shared memory beyond the tile (20 KB in all) holds the SM to 2 blocks.
 * Because ScoRD wants words of several blocks volatile on both sides (Table IV(c)), the grid is accessed volatile and
 * every thread fences its stores; the L1 cache would not be coherent either.
 * The number of instructions depends on the time spent polling.
 * -DBREAK: the global barrier does not wait.
 */
#include "baws.h"

#define WIDTH 32 // inner points of a plane
#define HEIGHT 16
#define PLANES 120 // inner planes
#define ROW (WIDTH + 2)
#define PLANE (ROW * (HEIGHT + 2))
#define POINTS (PLANE * (PLANES + 2))
#define STEPS 7 // times SCALE
#define SHARED_BYTES (20 * 1024)
#define CENTRE (-6.0f / 16.0f + 1.0f)
#define NEIGHBOUR (1.0f / 16.0f)

// Returns when the thread blocks of the grid have come here GENERATION times. *arrived was 0 before the launch.
static __device__ __forceinline__ void globalBarrier(unsigned *arrived, unsigned generation)
{
    __threadfence(); // each thread's own stores, before the block's arrival is seen
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        atomicAdd(arrived, 1);
        UNLESS_BROKEN(while (atomicAdd(arrived, 0) < generation * gridDim.x));
        __threadfence();
    }
    __syncthreads();
}

// One step over the planes FIRST up to but not including END; PLACE is the thread's point in plane 0.
static __device__ __forceinline__ void step(const volatile float *from, volatile float *to, float *tile, int place,
                                            int first, int end)
{
    const int point = (threadIdx.y + 1) * ROW + threadIdx.x + 1;
    float below = from[(first - 1) * PLANE + place], here = from[first * PLANE + place];
    for (int plane = first; plane < end; plane++) {
        const float above = from[(plane + 1) * PLANE + place];
        tile[point] = here;
        __syncthreads();
        const float sides = tile[point - 1] + tile[point + 1] + tile[point - ROW] + tile[point + ROW];
        to[plane * PLANE + place] = CENTRE * here + NEIGHBOUR * (sides + below + above);
        __syncthreads();
        below = here;
        here = above;
    }
}

__global__ void stencil(volatile float *from, volatile float *to, unsigned *arrived, int steps)
{
    extern __shared__ float tile[]; // a plane; its border is 0, as the grid's is
    for (int i = threadIdx.y * WIDTH + threadIdx.x; i < PLANE; i += WIDTH * HEIGHT)
        tile[i] = 0;
    __syncthreads();
    const int first = 1 + blockIdx.x * PLANES / gridDim.x, end = 1 + (blockIdx.x + 1) * PLANES / gridDim.x;
    const int place = (threadIdx.y + 1) * ROW + threadIdx.x + 1;
    for (int done = 1; done <= steps; done++) {
        step(from, to, tile, place, first, end);
        globalBarrier(arrived, done);
        volatile float *const next = from;
        from = to;
        to = next;
    }
}

static void stepOnHost(const std::vector<float> &from, std::vector<float> &to)
{
    for (int z = 1; z <= PLANES; z++)
        for (int y = 1; y <= HEIGHT; y++)
            for (int x = 1; x <= WIDTH; x++) {
                const int i = z * PLANE + y * ROW + x;
                const float sides = from[i - 1] + from[i + 1] + from[i - ROW] + from[i + ROW];
                to[i] = CENTRE * from[i] + NEIGHBOUR * (sides + from[i - PLANE] + from[i + PLANE]);
            }
}

// Random inner points; the border of every plane is 0, those of the two outer planes are random too.
static std::vector<float> randomGrid(Random &random)
{
    std::vector<float> grid(POINTS, 0.0f);
    for (int z = 0; z < PLANES + 2; z++)
        for (int y = 1; y <= HEIGHT; y++)
            for (int x = 1; x <= WIDTH; x++)
                grid[z * PLANE + y * ROW + x] = random.unit();
    return grid;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("stn", argc, argv);
    Random random(workload.seed);
    const int steps = STEPS * workload.scale;
    std::vector<float> grid = randomGrid(random), other = grid;
    float *from = deviceArray(grid), *to = deviceArray(grid);
    unsigned *arrived = deviceArray<unsigned>(1);
    const int resident = residentBlocks(stencil, WIDTH * HEIGHT, SHARED_BYTES);

    stencil<<<resident < PLANES ? resident : PLANES, dim3(WIDTH, HEIGHT), SHARED_BYTES>>>(from, to, arrived, steps);
    checkKernel("stencil");

    for (int done = 0; done < steps; done++) {
        stepOnHost(grid, other);
        grid.swap(other);
    }
    Check check(workload);
    check.near("grid", toHost(steps % 2 == 0 ? from : to, POINTS), grid, 1e-5);
    return check.result();
}
