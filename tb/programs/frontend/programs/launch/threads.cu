// flags: -std=c++17
// Several threads of the host (docs/launch-order.md). What passes order is C++'s or pthread's own;
// `later` passes none: it keeps the order in which the calls come.
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>
#include "cases.h"

static void later() { // longer on a machine that is busy
    for (int i = 0; i < 40; i++) usleep(1000);
}
static volatile int sink;

// One thread fills and waits, the other copies: only what stands between them orders the two.
static int *p, *q, *m;
static Streams *s;
static void start() {
    s = new Streams(cudaStreamNonBlocking);
    p = device();
    q = device();
    m = managed();
}
static void produce() {
    FILL(p, s->a);
    cudaStreamSynchronize(s->a);
}
static void consume() { copy<<<8, 256, 0, s->b>>>(q, p, N); } // FOUND

CASE(joined_too_late, launch/streams) { // not by nvcc
    start();
    std::thread a(produce);
    if (!wrong) a.join();
    later();
    consume();
    if (wrong) a.join();
}
CASE(two_threads_one_buffer, launch/streams) { // not by nvcc
    start();
    std::thread a(produce), b([] {
        later();
        if (wrong)
            consume();
        else
            fill<<<8, 256, 0, s->b>>>(q, N, 1);
    });
    a.join();
    b.join();
}
CASE(a_lock, launch/streams) { // taken behind the wait, or between launch and wait // not by nvcc
    static std::mutex lock;
    start();
    std::thread a([] {
        lock.lock();
        FILL(p, s->a);
        if (!wrong) cudaStreamSynchronize(s->a);
        lock.unlock();
        if (wrong) cudaStreamSynchronize(s->a);
    });
    later();
    lock.lock();
    consume();
    lock.unlock();
    a.join();
}
CASE(another_lock, launch/streams) { // not by nvcc
    static std::mutex lock[2];
    start();
    std::thread a([] {
        std::lock_guard<std::mutex> held(lock[0]);
        produce();
    });
    later();
    {
        std::lock_guard<std::mutex> held(lock[wrong]);
        consume();
    }
    a.join();
}
CASE(a_condition, launch/streams) { // the notification comes behind the wait, or before // not by nvcc
    static std::mutex lock;
    static std::condition_variable condition;
    static bool ready;
    start();
    std::thread a([] {
        FILL(p, s->a);
        if (!wrong) cudaStreamSynchronize(s->a);
        {
            std::lock_guard<std::mutex> held(lock);
            ready = true;
        }
        condition.notify_one();
        if (wrong) cudaStreamSynchronize(s->a);
    });
    {
        std::unique_lock<std::mutex> held(lock);
        condition.wait(held, [] { return ready; });
    }
    later();
    consume();
    a.join();
}
CASE(an_atomic, launch/streams) { // released and acquired, or relaxed // not by nvcc
    static std::atomic<bool> ready;
    start();
    std::thread a([] {
        produce();
        ready.store(true, wrong ? std::memory_order_relaxed : std::memory_order_release);
    });
    while (!ready.load(std::memory_order_acquire)) {}
    consume();
    a.join();
}
CASE(relaxed_with_fences, launch/streams) { // not by nvcc
    static std::atomic<bool> ready;
    start();
    std::thread a([] {
        produce();
        if (!wrong) std::atomic_thread_fence(std::memory_order_release);
        ready.store(true, std::memory_order_relaxed);
    });
    while (!ready.load(std::memory_order_relaxed)) {}
    std::atomic_thread_fence(std::memory_order_acquire);
    consume();
    a.join();
}
CASE(a_counter, launch/streams) { // each increment releases // not by nvcc
    static std::atomic<int> count;
    start();
    std::thread a([] {
        produce();
        count.fetch_add(1, std::memory_order_acq_rel);
    });
    std::thread b([] { count.fetch_add(1); });
    while (count.load(wrong ? std::memory_order_relaxed : std::memory_order_acquire) < 2) {}
    consume();
    a.join();
    b.join();
}
CASE(a_spin_lock, launch/streams) { // not by nvcc
    static std::atomic_flag busy = ATOMIC_FLAG_INIT;
    start();
    std::thread a([] {
        while (busy.test_and_set(std::memory_order_acquire)) {}
        produce();
        busy.clear(std::memory_order_release);
    });
    later();
    if (!wrong)
        while (busy.test_and_set(std::memory_order_acquire)) {}
    consume();
    a.join();
}
CASE(a_future, launch/streams) { // not by nvcc
    start();
    auto result = std::async(std::launch::async, produce);
    if (!wrong) result.get();
    later();
    consume();
    if (wrong) result.get();
}
CASE(a_promise, launch/streams) { // not by nvcc
    static std::promise<void> promise;
    start();
    std::thread a([] {
        FILL(p, s->a);
        if (wrong) promise.set_value();
        cudaStreamSynchronize(s->a);
        if (!wrong) promise.set_value();
    });
    promise.get_future().wait();
    later();
    consume();
    a.join();
}
CASE(a_semaphore, launch/streams) { // not by nvcc
    static sem_t semaphore;
    start();
    sem_init(&semaphore, 0, 0);
    std::thread a([] {
        produce();
        sem_post(&semaphore);
    });
    later();
    if (!wrong) sem_wait(&semaphore);
    consume();
    a.join();
}
CASE(a_barrier, launch/streams) { // not by nvcc
    static pthread_barrier_t barrier;
    start();
    pthread_barrier_init(&barrier, NULL, 2);
    std::thread a([] {
        FILL(p, s->a);
        if (wrong) pthread_barrier_wait(&barrier);
        cudaStreamSynchronize(s->a);
        if (!wrong) pthread_barrier_wait(&barrier);
    });
    pthread_barrier_wait(&barrier);
    later();
    consume();
    a.join();
}
CASE(a_reader_lock, launch/streams) { // not by nvcc
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    start();
    std::thread a([] {
        pthread_rwlock_wrlock(&lock);
        produce();
        pthread_rwlock_unlock(&lock);
    });
    later();
    if (!wrong) pthread_rwlock_rdlock(&lock);
    consume();
    if (!wrong) pthread_rwlock_unlock(&lock);
    a.join();
}
CASE(what_is_made_once, launch/streams) { // not by nvcc
    static std::once_flag once;
    start();
    std::thread a([] { std::call_once(once, produce); });
    later();
    if (!wrong) std::call_once(once, produce);
    consume();
    a.join();
}
CASE(a_static_variable, launch/streams) { // not by nvcc
    struct Made {
        Made() { produce(); }
    };
    static auto make = [] { static Made made; (void)made; };
    start();
    std::thread a([] { make(); });
    later();
    if (!wrong) make();
    consume();
    a.join();
}
CASE(an_event_of_another_thread, launch/streams) { // the stream waits, whichever thread records
    static cudaEvent_t done;
    start();
    done = event();
    std::thread a([] {
        FILL(p, s->a);
        if (!wrong) cudaEventRecord(done, s->a);
    });
    a.join();
    cudaStreamWaitEvent(s->b, done, 0);
    consume();
}
CASE(through_a_third, launch/streams) { // a waits, b learns of it, and main of b // not by nvcc
    static std::atomic<int> step;
    start();
    std::thread a([] {
        produce();
        if (!wrong) step.store(1);
    });
    std::thread b([] {
        while (!wrong && step.load() != 1) {}
        step.store(2);
    });
    later();
    while (step.load() != 2) {}
    consume();
    a.join();
    b.join();
}
CASE(pool_of_threads, launch/streams) { // jobs under a lock; a job of its own for each buffer
    enum { THREADS = 3, JOBS = 6 };
    static std::mutex lock;
    static int next;
    static int *buffer[JOBS];
    start();
    for (auto &b : buffer) b = device();
    std::thread pool[THREADS];
    for (auto &t : pool)
        t = std::thread([] {
            cudaStream_t own;
            cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
            for (;;) {
                int job;
                {
                    std::lock_guard<std::mutex> held(lock);
                    job = next++;
                }
                if (job >= JOBS) break;
                later(); // the others take theirs
                fill<<<8, 256, 0, own>>>(buffer[wrong ? 0 : job], N, job); // FOUND
            }
            cudaStreamSynchronize(own);
        });
    for (auto &t : pool) t.join();
}
CASE(host_of_another_thread, launch/host) { // managed memory // not by nvcc
    start();
    std::thread a([] {
        FILL(m, s->a);
        cudaStreamSynchronize(s->a);
        later();
        later();
    });
    later();
    if (!wrong) a.join();
    sink = m[0]; // FOUND
    if (wrong) a.join();
}
CASE(host_that_is_told, launch/host) { // a reader that waits in a condition
    static std::mutex lock;
    static std::condition_variable condition;
    static bool ready;
    start();
    std::thread reader([] {
        std::unique_lock<std::mutex> held(lock);
        condition.wait(held, [] { return ready; });
        sink = m[1]; // FOUND
    });
    FILL(m, s->a);
    if (!wrong) cudaStreamSynchronize(s->a);
    {
        std::lock_guard<std::mutex> held(lock);
        ready = true;
    }
    condition.notify_all();
    reader.join();
}
