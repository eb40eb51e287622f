/* octp: octree partitioning with work stealing (BAWS Table 2: 4 blocks an SM, 8 warps a block; Cederman and Tsigas, "On
 * Dynamic Load Balancing on Graphics Processors", 2008).
 *
 * usage: octp [SEED [SCALE]]      (see baws.h)
 *
 * Persistent blocks, each with a queue of tasks. A task is a cell and its particles; the block that takes it sorts them
 * into the eight octants of the cell and puts each octant with more than LEAF particles on its own queue as a new task.
 * A block whose queue is empty steals from the others, a few tries at a time, until no particle is left.
 *
 * Phases of a task, between barriers: thread 0 takes it (the other 255 wait) · all classify particles, the octants of the
 * first STAGED are kept in shared memory · 8 steps of a scan over the threads' octant counts, four 16-bit counts a word ·
 * 9 threads add up the octants before theirs · all move particles to the other buffer, scattered stores · thread 0 puts
 * the children on the queue. 12 barriers a task, 2 a turn that finds none. Shared memory holds the SM to 4 blocks.
 *
 * Stand-in, and how it differs: particles have integer coordinates of 16 bits, so that a cell needs no box. The owner
 * takes its oldest task, as thieves do, not its newest (in the original a deque of Arora, Blumofe and Plaxton). The tree
 * starts from 64 cells, a few on each of a quarter of the queues, not from the root on one: a root of 8,500 particles
 * would leave 14 SMs idle at first.
 *
 * Race-free by: a task is one 64-bit word that travels by atomicExch; thread 0 fences before it gives one away and after
 * it has taken one; every thread fences after moving particles too, because the detector knows a fence as its warp's
 * alone; particles are volatile, because other blocks read what a block wrote (Table IV(c) of ScoRD). No
 * compare-and-swap, which the detector would take for a lock. A block has three fences a task, so its counters do not
 * wrap (D9) below 21 tasks a block; SCALE 1 has about three.
 * -DBREAK: no barrier between computing where the octants start and moving the particles there.
 */
#include <algorithm>

#include "baws.h"

#define THREADS 256
#define BLOCKS (4 * BAWS_SMS) // all resident at once
#define LEAF 48               // particles of a cell that is not divided any more
#define DEEPEST 15            // levels of the tree below the root
#define COARSE 2              // level of the cells that the host begins with: 64 of them
#define STAGED 2048           // particles of a task whose octants are kept in shared memory
#define TRIES 4               // queues that an idle block looks at in a turn
#define PARTICLES 8500

typedef unsigned long long Task; // first particle : 24, particles : 24, level : 8; 0 is no task

__host__ __device__ __forceinline__ Task makeTask(int first, int count, int level)
{
    return (Task)first << 32 | (Task)count << 8 | (Task)level;
}
__host__ __device__ __forceinline__ int firstOf(Task task) { return (int)(task >> 32); }
__host__ __device__ __forceinline__ int countOf(Task task) { return (int)(task >> 8 & 0xffffff); }
__host__ __device__ __forceinline__ int levelOf(Task task) { return (int)(task & 0xff); }

__host__ __device__ __forceinline__ int octantAt(int x, int y, int z, int level)
{
    const int shift = 15 - level;
    return (x >> shift & 1) | (y >> shift & 1) << 1 | (z >> shift & 1) << 2;
}

struct Octree {
    volatile int *particles; // [buffer][x, y, z][particle]; level L is read from buffer L mod 2
    int count;
    Task *queue; // [block][capacity]; a place is used once
    int capacity;
    int *head; // [block] the first place that may hold a task
    const int *tailAtStart;
    int *left; // particles that are not in a leaf yet
    int *leaf; // [first particle] level << 24 | particles, of each leaf
};

__constant__ Octree tree; // as a parameter its pointers would be in registers all the time, and blocks would not fit

typedef unsigned long long Counts; // of four octants, 16 bits each

struct Shared {
    Counts counts[2][2][THREADS]; // [side][octants 0 to 3, 4 to 7][thread]: 8 KB
    unsigned char octants[STAGED];
    int before[9];                // particles in the octants below
    Task task;                    // 0: none was found
    bool finished;                // and none is left
    int tail, victim;             // of thread 0: the end of the own queue, the queue it tried last
};

// ---- queues, by thread 0 ----

static __device__ __forceinline__ Task takeFrom(int block)
{
    const int place = atomicAdd(&tree.head[block], 0);
    const Task task = atomicExch(&tree.queue[block * tree.capacity + place], 0ull);
    if (task != 0) {
        atomicMax(&tree.head[block], place + 1);
        __threadfence(); // acquires: the particles are read behind it
    }
    return task;
}

// From the own queue, else from the next victims in turn.
static __device__ __forceinline__ void takeTask(Shared &shared)
{
    Task task = takeFrom(blockIdx.x);
    for (int tries = 0; task == 0 && tries < TRIES; tries++) {
        shared.victim = shared.victim + 1 == gridDim.x ? 0 : shared.victim + 1;
        task = takeFrom(shared.victim);
    }
    shared.task = task;
    shared.finished = task == 0 && atomicAdd(tree.left, 0) == 0;
}

static __device__ __forceinline__ void putChildren(Shared &shared)
{
    const int level = levelOf(shared.task) + 1;
    int inLeaves = 0;
    __threadfence(); // releases: what all threads of the block have moved, for who takes a child
    for (int octant = 0; octant < 8; octant++) {
        const int first = firstOf(shared.task) + shared.before[octant];
        const int count = shared.before[octant + 1] - shared.before[octant];
        if (count > LEAF && level < DEEPEST) {
            atomicExch(&tree.queue[blockIdx.x * tree.capacity + shared.tail++], makeTask(first, count, level));
        } else if (count > 0) {
            tree.leaf[first] = level << 24 | count;
            inLeaves += count;
        }
    }
    if (inLeaves > 0)
        atomicSub(tree.left, inLeaves);
}

// ---- one task, by all threads of a block ----

// threadIdx.x, read anew: what is computed from it does not stay in registers from phase to phase.
static __device__ __forceinline__ int threadNumber()
{
    int number;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
    return number;
}

// x of a particle in the buffer of the level; y and z are tree.count and 2 tree.count words further.
static __device__ __forceinline__ volatile int *particleAt(int level, int place)
{
    return tree.particles + ((level & 1) * 3 * tree.count + place);
}

// That of an octant among a thread's counts.
static __device__ __forceinline__ unsigned short *octantCount(Counts *own, int octant)
{
    return (unsigned short *)(own + (octant >> 2) * THREADS) + (octant & 3);
}

static __device__ __forceinline__ void classify(Shared &shared)
{
    Counts *own = &shared.counts[0][0][threadNumber()];
    own[0] = own[THREADS] = 0;
    const int level = levelOf(shared.task), count = countOf(shared.task);
    for (int i = threadNumber(); i < count; i += THREADS) {
        const volatile int *x = particleAt(level, firstOf(shared.task) + i);
        const int octant = octantAt(x[0], x[tree.count], x[2 * tree.count], level);
        if (i < STAGED)
            shared.octants[i] = (unsigned char)octant;
        ++*octantCount(own, octant);
    }
}

// Afterwards counts[0] has the sums of the threads up to and including each.
static __device__ __forceinline__ void scanCounts(Shared &shared)
{
    const int thread = threadNumber();
    Counts *own = &shared.counts[0][0][thread];
#pragma unroll
    for (int step = 0; step < 8; step++) {
        const int side = step & 1, distance = 1 << step;
        __syncthreads();
#pragma unroll
        for (int half = 0; half < 2; half++) {
            Counts *from = own + (2 * side + half) * THREADS, *to = own + (2 * (side ^ 1) + half) * THREADS;
            *to = thread >= distance ? *from + from[-distance] : *from;
        }
    }
    __syncthreads();
}

// Where the octants start, and each thread's rank in every octant.
static __device__ __forceinline__ void rankThreads(Shared &shared)
{
    const int thread = threadNumber();
    if (thread < 9) {
        int sum = 0;
        for (int octant = 0; octant < thread; octant++)
            sum += shared.counts[0][octant >> 2][THREADS - 1] >> 16 * (octant & 3) & 0xffff;
        shared.before[thread] = sum;
    }
    Counts *own = &shared.counts[0][0][thread];
    own[2 * THREADS] = thread == 0 ? 0 : own[-1];
    own[3 * THREADS] = thread == 0 ? 0 : own[THREADS - 1];
    BARRIER_UNLESS_BROKEN();
}

static __device__ __forceinline__ void moveParticles(Shared &shared)
{
    Counts *own = &shared.counts[1][0][threadNumber()];
    const int level = levelOf(shared.task), count = countOf(shared.task);
    for (int i = threadNumber(); i < count; i += THREADS) {
        const volatile int *from = particleAt(level, firstOf(shared.task) + i);
        const int x = from[0], y = from[tree.count], z = from[2 * tree.count];
        const int octant = i < STAGED ? shared.octants[i] : octantAt(x, y, z, level);
        const int rank = (*octantCount(own, octant))++;
        volatile int *to = particleAt(level + 1, firstOf(shared.task) + shared.before[octant] + rank);
        to[0] = x;
        to[tree.count] = y;
        to[2 * tree.count] = z;
    }
    __threadfence(); // for the detector, which knows a fence as its warp's alone
}

__global__ void partition()
{
    __shared__ Shared shared;
    if (threadIdx.x == 0) {
        shared.tail = tree.tailAtStart[blockIdx.x];
        shared.victim = blockIdx.x;
    }
    for (;;) {
        if (threadIdx.x == 0)
            takeTask(shared);
        __syncthreads();
        if (shared.finished)
            break;
        if (shared.task != 0) {
            classify(shared);
            scanCounts(shared);
            rankThreads(shared);
            moveParticles(shared);
        }
        __syncthreads();
        if (threadIdx.x == 0 && shared.task != 0)
            putChildren(shared);
    }
}

// ---- host ----

struct Particle {
    int x, y, z;
    bool operator<(const Particle &other) const
    {
        return x != other.x ? x < other.x : y != other.y ? y < other.y : z < other.z;
    }
    bool operator!=(const Particle &other) const { return *this < other || other < *this; }
};

static int octantOf(const Particle &particle, int level) { return octantAt(particle.x, particle.y, particle.z, level); }

// A third everywhere, the others in 24 clusters.
static std::vector<Particle> randomParticles(Random &random, int count)
{
    Particle centres[24];
    for (Particle &centre : centres)
        centre = {random.between(4000, 61000), random.between(4000, 61000), random.between(4000, 61000)};
    std::vector<Particle> particles(count);
    for (Particle &particle : particles) {
        const int kind = random.between(0, 35);
        const Particle centre = kind < 24 ? centres[kind] : Particle{32768, 32768, 32768};
        const int spread = kind < 24 ? 1000 + 120 * kind : 32767;
        particle = {centre.x + random.between(-spread, spread), centre.y + random.between(-spread, spread),
                    centre.z + random.between(-spread, spread)};
    }
    return particles;
}

// The tree as the host divides it: sorted by octants, the particles of a leaf sorted by coordinates.
struct Reference {
    std::vector<Particle> particles;
    std::vector<int> leaf;
    std::vector<Task> start; // tasks of level COARSE
    int tasks;               // of that level and below
    int left;                // particles in them

    // Divides first .. first + count - 1, which are one cell of this level.
    void divide(int first, int count, int level)
    {
        if (level >= COARSE && (count <= LEAF || level == DEEPEST)) {
            leaf[first] = level << 24 | count;
            std::sort(particles.begin() + first, particles.begin() + first + count);
            return;
        }
        if (level == COARSE) {
            start.push_back(makeTask(first, count, level));
            left += count;
        }
        tasks += level >= COARSE;
        const auto byOctant = [level](const Particle &a, const Particle &b) {
            return octantOf(a, level) < octantOf(b, level);
        };
        std::stable_sort(particles.begin() + first, particles.begin() + first + count, byOctant);
        for (int i = first, end; i < first + count; i = end) {
            for (end = i; end < first + count && octantOf(particles[end], level) == octantOf(particles[i], level);)
                end++;
            divide(i, end - i, level + 1);
        }
    }
};

static Reference divideOnHost(const std::vector<Particle> &particles)
{
    Reference reference = {particles, std::vector<int>(particles.size(), 0), {}, 0, 0};
    reference.divide(0, (int)particles.size(), 0);
    return reference;
}

// Four tasks each on queues 0, 1, …: the other blocks begin by stealing.
static void fillQueues(Octree &octree, const Reference &reference)
{
    std::vector<int> tail(BLOCKS, 0);
    std::vector<Task> queue((size_t)BLOCKS * octree.capacity, 0);
    for (size_t i = 0; i < reference.start.size(); i++) {
        const int block = (int)(i / 4) % BLOCKS;
        queue[(size_t)block * octree.capacity + tail[block]++] = reference.start[i];
    }
    octree.queue = deviceArray(queue);
    octree.tailAtStart = deviceArray(tail);
}

// All in the buffer of level COARSE, its cells in the order of the tree (a leaf of that level is in its place).
static std::vector<int> particleWords(const std::vector<Particle> &particles)
{
    const size_t count = particles.size();
    std::vector<int> words(6 * count, -1);
    for (size_t i = 0; i < count; i++) {
        words[i] = particles[i].x;
        words[count + i] = particles[i].y;
        words[2 * count + i] = particles[i].z;
    }
    return words;
}

// The particles in the order of the tree, those of each leaf sorted.
static std::vector<Particle> particlesFound(const Octree &octree, const std::vector<int> &leaf)
{
    const size_t count = leaf.size();
    std::vector<Particle> found(count, Particle{-1, -1, -1});
    const std::vector<int> words = toHost((const int *)octree.particles, 6 * count);
    for (size_t first = 0; first < count; first++) {
        const size_t particles = leaf[first] & 0xffffff, buffer = (leaf[first] >> 24 & 1) * 3 * count;
        if (particles == 0 || particles > count - first)
            continue;
        for (size_t i = first; i < first + particles; i++)
            found[i] = {words[buffer + i], words[buffer + count + i], words[buffer + 2 * count + i]};
        std::sort(found.begin() + first, found.begin() + first + particles);
    }
    return found;
}

// Leaves of level COARSE, which no task makes.
static std::vector<int> leavesAtStart(const Reference &reference)
{
    std::vector<int> leaf(reference.leaf);
    for (int &entry : leaf)
        entry = entry >> 24 == COARSE ? entry : 0;
    return leaf;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("octp", argc, argv);
    Random random(workload.seed);
    const Reference reference = divideOnHost(randomParticles(random, PARTICLES * workload.scale));

    Octree octree = {};
    octree.particles = deviceArray(particleWords(reference.particles));
    octree.count = (int)reference.particles.size();
    octree.capacity = reference.tasks + 1;
    fillQueues(octree, reference);
    octree.head = deviceArray<int>(BLOCKS);
    octree.left = deviceArray(std::vector<int>(1, reference.left));
    octree.leaf = deviceArray(leavesAtStart(reference));
    checkCuda(cudaMemcpyToSymbol(tree, &octree, sizeof octree), "tree");

    partition<<<BLOCKS, THREADS>>>();
    checkKernel("partition");

    Check check(workload);
    const std::vector<int> leaf = toHost(octree.leaf, reference.particles.size());
    check.equal("left", toHost(octree.left, 1), std::vector<int>(1, 0));
    check.equal("leaf", leaf, reference.leaf);
    const std::vector<Particle> found = particlesFound(octree, leaf);
    for (size_t i = 0; i < found.size(); i++)
        check.holds("particle", i, !(found[i] != reference.particles[i]));
    return check.result();
}
