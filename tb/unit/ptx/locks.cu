// locks.cu: lanes of one warp that depend on each other. Every kernel must end, with the count it protects right.
struct data { unsigned lock, count, turn, ticket, flag[64]; };

// clang turns this into spin-before-critical-section: the lane that holds the lock waits behind the lanes that spin
extern "C" __global__ void lock_if(data *d, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        bool done = false;
        do {
            if (atomicCAS(&d->lock, 0, 1) == 0) {
                fence();
                d->count = d->count + 1;
                fence();
                atomicExch(&d->lock, 0);
                done = true;
            }
        } while (!done);
    }
}
extern "C" __global__ void lock_while(data *d, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        while (atomicCAS(&d->lock, 0, 1) != 0) { }
        fence();
        d->count = d->count + 1;
        fence();
        atomicExch(&d->lock, 0);
    }
}
// released by a weak store: nothing tells the spinning lanes but fairness
extern "C" __global__ void lock_plain_release(data *d, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        while (atomicCAS(&d->lock, 0, 1) != 0) { }
        d->count = d->count + 1;
        asm volatile("" ::: "memory");
        d->lock = 0;
        asm volatile("" ::: "memory");
    }
}
extern "C" __global__ void lock_ticket(data *d, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        unsigned mine = atomicAdd(&d->ticket, 1);
        while (*(volatile unsigned *)&d->turn != mine) { }
        d->count = d->count + 1;
        fence();
        *(volatile unsigned *)&d->turn = mine + 1;
    }
}
// lane t waits for lane t+1: the highest goes first
extern "C" __global__ void chain(data *d, unsigned) {
    unsigned t = thread_x();
    if (t + 1 < threads_x()) while (*(volatile unsigned *)&d->flag[t + 1] == 0) { }
    d->count = d->count + 1;
    fence();
    *(volatile unsigned *)&d->flag[t] = 1;
}
// the same with weak loads: the spin shows no strong load, only the limit of instructions helps
extern "C" __global__ void chain_plain(data *d, unsigned) {
    unsigned t = thread_x();
    if (t + 1 < threads_x()) while (d->flag[t + 1] == 0) asm volatile("" ::: "memory");
    d->count = d->count + 1;
    asm volatile("" ::: "memory");
    d->flag[t] = 1;
}
// odd lanes wait inside a called function, even lanes set the flag inside another
static __device__ __attribute__((noinline)) void wait_for(volatile unsigned *f) { while (!*f) { } }
static __device__ __attribute__((noinline)) void set_flag(volatile unsigned *f) { *f = 1; }
extern "C" __global__ void chain_calls(data *d, unsigned) {
    unsigned t = thread_x();
    if (t & 1) wait_for(&d->flag[t ^ 1]);
    else set_flag(&d->flag[t]);
    atomicAdd(&d->count, 1);
}
// a lock inside a loop of different length per lane, then a block barrier that all must reach
extern "C" __global__ void lock_then_barrier(data *d, unsigned rounds) {
    __shared__ unsigned before;
    unsigned t = thread_x();
    for (unsigned i = 0; i < (t & 3) + rounds; i++) {
        bool done = false;
        while (!done)
            if (atomicCAS(&d->lock, 0, 1) == 0) { d->count = d->count + 1; fence(); atomicExch(&d->lock, 0); done = true; }
    }
    __syncthreads();
    if (t == 0) before = d->count;
    __syncthreads();
    d->flag[t & 63] = before;
}
