/* SPDX-License-Identifier: Apache-2.0 */
/* task_runtime.h: a work-sharing task runtime for persistent threads (Hower et al., "Heterogeneous-race-free Memory
 * Models", ASPLOS 2014, section 7, Figure 9).
 *
 * A program says what a single worker does with a task: how many children it has, and what the children are. The
 * runtime collects children into *fronts* of 32 tasks of the same function, a lane each, and shares the fronts out:
 *
 *     device queue ── a queue a work-group (block) ── a queue a sub-group (warp)
 *
 * A sub-group puts a full front onto its own queue. It then donates its oldest front to the work-group's queue when
 * that holds fewer than `minGroup`, and the oldest of the work-group's queue to the device's when that holds fewer than
 * `minDevice`. It takes its own newest front, else the work-group's oldest, else the device's oldest; and when there is
 * none, the front that it is still filling (a partial front: at the begin, and where a tree is thin).
 *
 * A front is published once: all lanes release it (taskRelease) when it is full, and all lanes acquire it when it is
 * taken. What travels through the queues is its number, so the donor of a front need not be its producer. Two
 * versions, which differ in scopes only:
 *
 *   HRF_DIRECT    it is open who will take a front, and producer and consumer must name the same scope: everything
 *                 has device scope
 *   HRF_INDIRECT  (default) block scope for fronts and the work-group's queue; device scope for the device's queue
 *                 alone. Whoever donates to it passes on what it acquired from the producer (transitivity, Figure 6).
 *
 * CUDA has no scope of a warp, so the least scope of a front is the block's; a sub-group's own queue, used by one lane,
 * needs none. How many fronts are left is counted by relaxed atomics, of device scope in both versions: no data follow
 * from it.
 *
 * TASK_MISTAKE=N (1 to 5, see TaskMistake) plants one scope that is too small, for tests.
 *
 * A program gives a structure, `App`:
 *   struct App::Task              a task, of 32-bit words
 *   struct App::Tally             what a lane adds up
 *   enum { App::FUNCTIONS }       functions of tasks, from 0
 *   __device__ int visit(int function, Task &task, Tally &tally) const       does a task; returns how many children
 *   __device__ int child(int function, const Task &task, int i, Task &made) const     child i; returns its function
 *   __device__ void end(const Tally &tally) const       by each lane, once
 */
#ifndef TASK_RUNTIME_H
#define TASK_RUNTIME_H

#include <cstdio>
#include <cstdlib>

#if defined(HRF_DIRECT) && defined(HRF_INDIRECT)
#error "HRF_DIRECT and HRF_INDIRECT are two versions of the runtime: define one"
#endif
#ifndef TASK_MISTAKE
#define TASK_MISTAKE 0
#endif
#if TASK_MISTAKE < 0 || TASK_MISTAKE > 5
#error "TASK_MISTAKE is 0 (none) to 5"
#endif

enum TaskMistake {
    FRONT_NOT_RELEASED = 1,     // sub-group's level: lanes publish a front without fence, and without a step together
    GROUP_QUEUE_UNFENCED,       // work-group's level: its queue's lock without fences
    DEVICE_LOCK_BLOCK_SCOPE,    // device's level: its queue is locked by an atomicCAS of block scope
    DEVICE_RELEASE_BLOCK_SCOPE, // the fence before it is unlocked has block scope
    DEVICE_ACQUIRE_BLOCK_SCOPE, // the fence after it is locked has block scope
};

enum TaskScope { TASK_NO_SCOPE, TASK_BLOCK, TASK_DEVICE };
enum TaskLimits {
    TASK_LANES = 32,
    FRONT_HEADER = 32,   // words: how many tasks, their function, and what is released and acquired; a line of its own
    SUB_GROUP_QUEUE = 256, // fronts of a sub-group's queue
    FREE_FRONTS = 256,   // fronts that a sub-group keeps for its next ones
    CREDITS = 8,         // fronts that a sub-group counts at a time
};

// The scope of fronts and of the work-group's queue.
#ifdef HRF_DIRECT
static const TaskScope TASK_COMMON = TASK_DEVICE;
#else
static const TaskScope TASK_COMMON = TASK_BLOCK;
#endif

// Why a run ended before its tasks did.
enum TaskFailure { TASK_FINE, TASK_POOL_EMPTY, TASK_QUEUE_FULL, TASK_STUCK, TASK_BROKEN };

// A queue of front numbers; atomics and what the lock protects in lines of their own.
struct TaskQueue {
    int lock, work, padding0[30]; // work: fronts in it, for those who do not hold the lock
    unsigned head, tail, padding1[30];
    int ring[1]; // queueRoom of the runtime
};

struct TaskStatistics {
    unsigned long long tasks, fronts, partialFronts, groupDonations, deviceDonations, groupTakes, deviceTakes,
        idleTurns;
};

// Parameters of a run, and the device memory that it uses; made by taskRuntimeMake.
template <class App> struct TaskRuntime {
    App app;
    int blocks, warps;               // of the grid, of a block
    int minGroup, minDevice;         // occupancies below which a sub-group donates
    int queueRoom;                   // fronts of a shared queue; a power of two
    int poolFronts;                  // fronts there are
    int idleTurns;                   // turns without work after which a sub-group gives up
    unsigned *pool;                  // fronts
    char *queues;                    // TaskQueue: of the device, of block 0, 1 …
    int *privates;                   // [sub-group][SUB_GROUP_QUEUE + FREE_FRONTS]
    int *nextFront, *pending, *failure;
    TaskStatistics *statistics;

    __host__ __device__ static constexpr int taskWords() { return sizeof(typename App::Task) / 4; }
    __host__ __device__ static constexpr int frontWords() { return FRONT_HEADER + taskWords() * TASK_LANES; }
    __host__ __device__ size_t queueBytes() const
    {
        return (sizeof(TaskQueue) + sizeof(int) * (queueRoom - 1) + 127) / 128 * 128;
    }
    __device__ unsigned *front(int number) const { return pool + (size_t)number * frontWords(); }
    __device__ TaskQueue &deviceQueue() const { return *(TaskQueue *)queues; }
    __device__ TaskQueue &groupQueue() const { return *(TaskQueue *)(queues + queueBytes() * (1 + blockIdx.x)); }
};

// ---- synchronisation ----

// A fence of CUDA releases and acquires; with HRF_ONE_SIDED it does what is needed alone, as OpenCL's do.
enum TaskOrder { TASK_ACQUIRES, TASK_RELEASES };
template <TaskScope SCOPE, TaskOrder ORDER> __device__ void taskFence()
{
#ifdef HRF_ONE_SIDED
    if (SCOPE == TASK_DEVICE && ORDER == TASK_RELEASES)
        asm volatile("fence.release.gpu;" ::: "memory");
    else if (SCOPE == TASK_DEVICE)
        asm volatile("fence.acquire.gpu;" ::: "memory");
    else if (SCOPE == TASK_BLOCK && ORDER == TASK_RELEASES)
        asm volatile("fence.release.cta;" ::: "memory");
    else if (SCOPE == TASK_BLOCK)
        asm volatile("fence.acquire.cta;" ::: "memory");
#else
    if (SCOPE == TASK_DEVICE)
        __threadfence();
    else if (SCOPE == TASK_BLOCK)
        __threadfence_block();
#endif
}
template <TaskScope SCOPE> __device__ int taskAdd(int *word, int value)
{
    return SCOPE == TASK_DEVICE ? atomicAdd(word, value) : atomicAdd_block(word, value);
}

// The lock of a queue: of the common scope for a work-group's, of the device for the device's.
// False: another worker holds it. None waits: the lock is held for some memory latencies, in which there is work.
template <bool DEVICE_QUEUE> __device__ bool taskLock(int *lock)
{
    const TaskScope scope = DEVICE_QUEUE ? TASK_DEVICE : TASK_COMMON;
    const TaskScope atomics = DEVICE_QUEUE && TASK_MISTAKE == DEVICE_LOCK_BLOCK_SCOPE ? TASK_BLOCK : scope;
    const TaskScope fence = DEVICE_QUEUE && TASK_MISTAKE == DEVICE_ACQUIRE_BLOCK_SCOPE ? TASK_BLOCK
                            : !DEVICE_QUEUE && TASK_MISTAKE == GROUP_QUEUE_UNFENCED    ? TASK_NO_SCOPE
                                                                                       : scope;
    if ((atomics == TASK_DEVICE ? atomicCAS(lock, 0, 1) : atomicCAS_block(lock, 0, 1)) != 0)
        return false;
    taskFence<fence, TASK_ACQUIRES>();
    return true;
}
template <bool DEVICE_QUEUE> __device__ void taskUnlock(int *lock)
{
    const TaskScope scope = DEVICE_QUEUE ? TASK_DEVICE : TASK_COMMON;
    const TaskScope fence = DEVICE_QUEUE && TASK_MISTAKE == DEVICE_RELEASE_BLOCK_SCOPE ? TASK_BLOCK
                            : !DEVICE_QUEUE && TASK_MISTAKE == GROUP_QUEUE_UNFENCED    ? TASK_NO_SCOPE
                                                                                       : scope;
    taskFence<fence, TASK_RELEASES>();
    if (scope == TASK_DEVICE)
        atomicExch(lock, 0);
    else
        atomicExch_block(lock, 0);
}

// All lanes have written the front: each releases it, for it does not know whose lane will take which task. A lane that
// relied on its neighbour's release would synchronise at two scopes, which HRF-direct does not join.
__device__ inline void taskRelease(unsigned *front)
{
    if (TASK_MISTAKE != FRONT_NOT_RELEASED) {
        __syncwarp();
        taskFence<TASK_COMMON, TASK_RELEASES>();
    }
    taskAdd<TASK_COMMON>((int *)front + 2, 1);
}
__device__ inline void taskAcquire(unsigned *front)
{
    taskAdd<TASK_COMMON>((int *)front + 2, 0);
    taskFence<TASK_COMMON, TASK_ACQUIRES>();
}

// ---- shared queues, by lane 0 ----

// How many fronts are in it; a hint.
template <bool DEVICE_QUEUE> __device__ int taskOccupancy(TaskQueue &queue)
{
    return taskAdd<DEVICE_QUEUE ? TASK_DEVICE : TASK_COMMON>(&queue.work, 0);
}

enum TaskPut { TASK_PUT, TASK_BUSY, TASK_FULL };

template <bool DEVICE_QUEUE> __device__ TaskPut taskPut(TaskQueue &queue, int room, int front)
{
    if (!taskLock<DEVICE_QUEUE>(&queue.lock))
        return TASK_BUSY;
    const unsigned tail = queue.tail;
    const bool fits = tail - queue.head < (unsigned)room;
    if (fits) {
        queue.ring[tail & (room - 1)] = front;
        queue.tail = tail + 1;
    }
    taskUnlock<DEVICE_QUEUE>(&queue.lock);
    if (fits)
        taskAdd<DEVICE_QUEUE ? TASK_DEVICE : TASK_COMMON>(&queue.work, 1);
    return fits ? TASK_PUT : TASK_FULL;
}

// The oldest front; -1: there is none, or the queue is busy.
template <bool DEVICE_QUEUE> __device__ int taskTake(TaskQueue &queue, int room)
{
    int front = -1;
    if (!taskLock<DEVICE_QUEUE>(&queue.lock))
        return front;
    const unsigned head = queue.head;
    if (head != queue.tail) {
        front = queue.ring[head & (room - 1)];
        queue.head = head + 1;
    }
    taskUnlock<DEVICE_QUEUE>(&queue.lock);
    if (front >= 0)
        taskAdd<DEVICE_QUEUE ? TASK_DEVICE : TASK_COMMON>(&queue.work, -1);
    return front;
}

// ---- a sub-group ----

// Equal in all lanes, but for what says lane 0.
template <class App> struct SubGroup {
    const TaskRuntime<App> &runtime;
    int *own, *freed;           // its queue and its unused fronts, used by lane 0 alone
    unsigned head, tail;        // of its queue
    int freeCount, credits;     // credits: fronts that `pending` counts and that do not exist
    int filling[App::FUNCTIONS], filled[App::FUNCTIONS]; // front that is being filled (-1: none), and its tasks
    int failure;                // TaskFailure
    unsigned tasks, fronts, partialFronts, groupDonations, deviceDonations, groupTakes, deviceTakes, idle; // lane 0

    __device__ static bool leads() { return (threadIdx.x & (TASK_LANES - 1)) == 0; }
    __device__ static int fromLeader(int value) { return __shfl_sync(0xffffffffu, value, 0); }
    __device__ void fail(int why) { failure = failure == TASK_FINE ? why : failure; }

    __device__ SubGroup(const TaskRuntime<App> &of) : runtime(of)
    {
        const int number = blockIdx.x * (blockDim.x / TASK_LANES) + threadIdx.x / TASK_LANES;
        own = of.privates + (size_t)number * (SUB_GROUP_QUEUE + FREE_FRONTS);
        freed = own + SUB_GROUP_QUEUE;
        head = tail = 0;
        freeCount = failure = 0;
        credits = number == 0 ? CREDITS : 0; // taskRun has counted them
        for (int f = 0; f < App::FUNCTIONS; f++)
            filling[f] = -1, filled[f] = 0;
        tasks = fronts = partialFronts = groupDonations = deviceDonations = groupTakes = deviceTakes = idle = 0;
    }

    // A front to fill. -1: there are no more (failure).
    __device__ int newFront()
    {
        if (credits == 0) {
            if (leads())
                atomicAdd(runtime.pending, CREDITS);
            credits = CREDITS;
        }
        credits--;
        int front = -1;
        if (freeCount > 0) {
            if (leads())
                front = freed[freeCount - 1];
            freeCount--;
            return fromLeader(front);
        }
        if (leads())
            front = atomicAdd(runtime.nextFront, 1);
        front = fromLeader(front);
        if (front < runtime.poolFronts)
            return front;
        fail(TASK_POOL_EMPTY);
        return -1;
    }

    // The front has been read by all lanes.
    __device__ void freeFront(int front)
    {
        credits++;
        if (freeCount == FREE_FRONTS)
            return; // more than it will use: left behind
        if (leads())
            freed[freeCount] = front;
        freeCount++;
    }

    // Lane 0, after a front came onto its queue: shares the oldest, own or work-group's, out. What a busy queue does not
    // take stays here.
    __device__ void donate()
    {
        const TaskRuntime<App> &run = runtime;
        if (tail - head > 1 && taskOccupancy<false>(run.groupQueue()) < run.minGroup) {
            const TaskPut put = taskPut<false>(run.groupQueue(), run.queueRoom, own[head % SUB_GROUP_QUEUE]);
            head += put == TASK_PUT;
            groupDonations += put == TASK_PUT;
            if (put == TASK_FULL)
                fail(TASK_QUEUE_FULL);
        }
        if (tail - head == SUB_GROUP_QUEUE || taskOccupancy<true>(run.deviceQueue()) >= run.minDevice)
            return;
        int front = -1;
        if (taskOccupancy<false>(run.groupQueue()) > 0)
            front = taskTake<false>(run.groupQueue(), run.queueRoom);
        if (front < 0 && tail - head > 1)
            front = own[head++ % SUB_GROUP_QUEUE];
        if (front < 0)
            return;
        const TaskPut put = taskPut<true>(run.deviceQueue(), run.queueRoom, front);
        deviceDonations += put == TASK_PUT;
        if (put != TASK_PUT)
            own[--head % SUB_GROUP_QUEUE] = front;
        if (put == TASK_FULL)
            fail(TASK_QUEUE_FULL);
    }

    // A full front goes onto the sub-group's queue.
    __device__ void publish(int front, int function)
    {
        unsigned *at = runtime.front(front);
        if (leads()) {
            at[0] = TASK_LANES;
            at[1] = (unsigned)function;
        }
        taskRelease(at);
        if (tail - head == SUB_GROUP_QUEUE) {
            fail(TASK_QUEUE_FULL);
            return;
        }
        if (leads()) {
            own[tail % SUB_GROUP_QUEUE] = front;
            tail++;
            donate();
            fronts++;
        }
        head = (unsigned)fromLeader((int)head);
        tail = (unsigned)fromLeader((int)tail);
        failure = fromLeader(failure);
    }

    __device__ void write(int front, int place, const typename App::Task &task)
    {
        unsigned *words = runtime.front(front) + FRONT_HEADER + place;
        const unsigned *from = (const unsigned *)&task;
#pragma unroll
        for (int word = 0; word < TaskRuntime<App>::taskWords(); word++)
            words[word * TASK_LANES] = from[word];
    }

    // The lanes that have a task of FUNCTION put it into the front of that function.
    __device__ void put(bool has, const typename App::Task &task, int function)
    {
        const unsigned lanes = __ballot_sync(0xffffffffu, has);
        const int count = __popc(lanes), lane = threadIdx.x & (TASK_LANES - 1);
        if (count == 0 || failure != TASK_FINE)
            return;
        const int place = filled[function] + __popc(lanes & ((1u << lane) - 1));
        if (filling[function] < 0)
            filling[function] = newFront();
        if (filling[function] < 0)
            return;
        if (has && place < TASK_LANES)
            write(filling[function], place, task);
        filled[function] += count;
        if (filled[function] < TASK_LANES)
            return;
        publish(filling[function], function);
        filling[function] = -1;
        filled[function] -= TASK_LANES;
        if (filled[function] == 0 || failure != TASK_FINE)
            return;
        filling[function] = newFront();
        if (filling[function] >= 0 && has && place >= TASK_LANES)
            write(filling[function], place - TASK_LANES, task);
    }

    // The next front to do: all lanes have acquired it. count: of its tasks. -1: there is none.
    __device__ int take(int *count, int *function)
    {
        int front = -1;
        if (tail != head) {
            tail--;
            if (leads())
                front = own[tail % SUB_GROUP_QUEUE];
        } else if (leads())
            front = takeShared();
        front = fromLeader(front);
        if (front < 0)
            return takePartial(count, function);
        if (front >= runtime.poolFronts) {
            fail(TASK_BROKEN);
            return -1;
        }
        __syncwarp();
        const unsigned *at = runtime.front(front);
        taskAcquire(runtime.front(front));
        *count = (int)at[0];
        *function = (int)at[1];
        return front;
    }
    __device__ int takeShared() // lane 0
    {
        int front = -1;
        if (taskOccupancy<false>(runtime.groupQueue()) > 0) {
            front = taskTake<false>(runtime.groupQueue(), runtime.queueRoom);
            groupTakes += front >= 0;
        }
        if (front < 0 && taskOccupancy<true>(runtime.deviceQueue()) > 0) {
            front = taskTake<true>(runtime.deviceQueue(), runtime.queueRoom);
            deviceTakes += front >= 0;
        }
        return front;
    }
    // The front that it is filling: never published, the warp's own.
    __device__ int takePartial(int *count, int *function)
    {
        for (int f = 0; f < App::FUNCTIONS; f++) {
            if (filled[f] == 0)
                continue;
            const int front = filling[f];
            *count = filled[f];
            *function = f;
            filling[f] = -1;
            filled[f] = 0;
            partialFronts++;
            __syncwarp();
            return front;
        }
        return -1;
    }

    // Every lane does its task of a front; the children go into fronts.
    __device__ void work(int front, int count, int function, typename App::Tally &tally)
    {
        typename App::Task task;
        const int lane = threadIdx.x & (TASK_LANES - 1);
        const bool mine = lane < count;
        unsigned *to = (unsigned *)&task;
        const unsigned *words = runtime.front(front) + FRONT_HEADER + lane;
#pragma unroll
        for (int word = 0; word < TaskRuntime<App>::taskWords(); word++)
            to[word] = mine ? words[word * TASK_LANES] : 0;
        __syncwarp();
        freeFront(front);
        tasks += (unsigned)count;
        const int children = mine ? runtime.app.visit(function, task, tally) : 0;
        __syncwarp();
        for (int i = 0; __any_sync(0xffffffffu, i < children) && failure == TASK_FINE; i++) {
            typename App::Task made;
            int of = -1;
            if (i < children)
                of = runtime.app.child(function, task, i, made);
            for (int f = 0; f < App::FUNCTIONS; f++)
                put(of == f, made, f);
        }
    }

    // Nothing to do here: true when the run is over.
    __device__ bool isOver()
    {
        int left = 0;
        if (leads()) {
            left = credits == 0 ? atomicAdd(runtime.pending, 0) : atomicAdd(runtime.pending, -credits) - credits;
            if (left > 0 && atomicAdd(runtime.failure, 0) != TASK_FINE)
                left = 0;
        }
        credits = 0;
        return fromLeader(left) <= 0;
    }

    __device__ void end()
    {
        if (!leads())
            return;
        if (failure != TASK_FINE)
            atomicCAS(runtime.failure, TASK_FINE, failure);
        TaskStatistics &sums = *runtime.statistics;
        atomicAdd(&sums.tasks, tasks);
        atomicAdd(&sums.fronts, fronts);
        atomicAdd(&sums.partialFronts, partialFronts);
        atomicAdd(&sums.groupDonations, groupDonations);
        atomicAdd(&sums.deviceDonations, deviceDonations);
        atomicAdd(&sums.groupTakes, groupTakes);
        atomicAdd(&sums.deviceTakes, deviceTakes);
        atomicAdd(&sums.idleTurns, idle);
    }
};

// The persistent threads. One task, ROOT of FUNCTION, is there at the begin: block 0's warp 0 has it.
template <class App>
__global__ void taskWorkers(TaskRuntime<App> runtime, typename App::Task root, int function)
{
    SubGroup<App> sub(runtime);
    typename App::Tally tally = {};
    if (blockIdx.x == 0 && threadIdx.x < TASK_LANES)
        sub.put(threadIdx.x == 0, root, function);
    int waited = 0;
    while (sub.failure == TASK_FINE) {
        int count = 0, of = 0;
        const int front = sub.take(&count, &of);
        if (front >= 0) {
            sub.work(front, count, of, tally);
            waited = 0;
            continue;
        }
        if (sub.isOver())
            break;
        sub.idle++;
        if (++waited == runtime.idleTurns)
            sub.fail(TASK_STUCK);
    }
    runtime.app.end(tally);
    sub.end();
}

// ---- host ----

inline void taskCheck(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "task runtime: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

// Device memory of zeros.
template <class T> T *taskArray(size_t count)
{
    T *array = nullptr;
    taskCheck(cudaMalloc(&array, count * sizeof(T)), "device memory");
    taskCheck(cudaMemset(array, 0, count * sizeof(T)), "device memory");
    return array;
}

// The rest of RUNTIME, whose parameters are set.
template <class App> void taskRuntimeMake(TaskRuntime<App> *runtime)
{
    const size_t subGroups = (size_t)runtime->blocks * runtime->warps;
    runtime->pool = taskArray<unsigned>((size_t)runtime->poolFronts * TaskRuntime<App>::frontWords());
    runtime->queues = taskArray<char>(runtime->queueBytes() * (1 + runtime->blocks));
    runtime->privates = taskArray<int>(subGroups * (SUB_GROUP_QUEUE + FREE_FRONTS));
    runtime->nextFront = taskArray<int>(32); // each counter in a line of its own
    runtime->pending = taskArray<int>(32);
    runtime->failure = taskArray<int>(32);
    runtime->statistics = taskArray<TaskStatistics>(1);
}

// Does ROOT and everything that comes of it. Returns a TaskFailure, and says in a line on standard error what it is.
template <class App>
int taskRun(const TaskRuntime<App> &runtime, const typename App::Task &root, int function, TaskStatistics *statistics)
{
    // The first sub-group's credits: the others look for work at once, and must see that there is some.
    const int first = CREDITS;
    taskCheck(cudaMemcpy(runtime.pending, &first, sizeof first, cudaMemcpyHostToDevice), "copy to the device");
    taskWorkers<App><<<runtime.blocks, runtime.warps * TASK_LANES>>>(runtime, root, function);
    taskCheck(cudaGetLastError(), "launch");
    taskCheck(cudaDeviceSynchronize(), "kernel");
    int failure = TASK_FINE;
    taskCheck(cudaMemcpy(&failure, runtime.failure, sizeof failure, cudaMemcpyDeviceToHost), "copy to the host");
    taskCheck(cudaMemcpy(statistics, runtime.statistics, sizeof *statistics, cudaMemcpyDeviceToHost),
              "copy to the host");
    static const char *const why[] = {
        "",
        "the pool of fronts is empty: --pool gives it more",
        "a queue of fronts is full: --queue gives the shared ones more room",
        "no front is left in any queue, but not all are done: a sub-group gave up",
        "a queue held a number that is no front's"};
    if (failure != TASK_FINE)
        fprintf(stderr, "task runtime: %s\n", why[failure]);
    return failure;
}

#endif
