// flags: -std=c++17
// Registered memory that has parts of pages: other data of the program's heap lie beside it, and all that is done with
// them goes on (docs/launch-order.md).
#include <csignal>
#include <iostream>
#include <map>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#include "cases.h"
static volatile int sink;

struct Heap { // `h` is registered
    Streams s{cudaStreamNonBlocking};
    int *h, *other, *d;
    std::string *text;
    Heap(int bytes = 256) {
        h = (int *)malloc(bytes);
        other = (int *)malloc(256);
        text = new std::string("a text that is longer than the string's own place");
        d = device(16384);
        memset(h, 0, bytes);
        cudaHostRegister(h, bytes, cudaHostRegisterDefault);
    }
    ~Heap() {
        cudaDeviceSynchronize();
        cudaHostUnregister(h);
        free(h);
    }
    void order() {
        if (!wrong) cudaStreamSynchronize(s.a);
    }
};
static void expect(bool holds, const char *what) {
    if (!holds) printf("wrong result: %s\n", what);
}

CASE(part_written, launch/host) {
    Heap m;
    cudaMemcpyAsync(m.d, m.h, 256, cudaMemcpyHostToDevice, m.s.a);
    m.order();
    m.h[3] = 7; // FOUND
}
CASE(part_read, launch/host) {
    Heap m;
    cudaMemcpyAsync(m.h, m.d, 256, cudaMemcpyDeviceToHost, m.s.a);
    m.order();
    sink = m.h[63]; // FOUND
}
CASE(parts_of_many_pages, launch/host) { // the first and the last
    Heap m(16384);
    cudaMemcpyAsync(m.h, m.d, 16384, cudaMemcpyDeviceToHost, m.s.a);
    m.order();
    sink = m.h[0] + m.h[4095]; // FOUND
}
CASE(beside_the_part, launch/host) { // data, allocations, output and system calls in the same page
    Heap m;
    std::vector<char *> blocks;
    for (int i = 0; i < 20; i++) blocks.push_back((char *)malloc(64));
    std::map<int, std::string> map;
    auto *lock = new std::mutex;
    auto *status = new struct stat;
    struct pollfd *polled = new pollfd{1, 0, 0};
    char *folder = (char *)malloc(1000);
    cudaMemcpyAsync(m.h, m.d, 256, cudaMemcpyDeviceToHost, m.s.a);
    m.order();
    for (int i = 0; i < 50; i++) map[i] = std::to_string(i) + *m.text;
    for (auto *block : blocks) {
        memset(block, 1, 64);
        free(block);
    }
    printf("%s\n", map[40].c_str());
    std::cout << map[7] << std::endl;
    lock->lock();
    lock->unlock();
    expect(getcwd(folder, 1000) == folder, "getcwd");
    expect(stat(folder, status) == 0, "stat");
    expect(poll(polled, 1, 0) >= 0, "poll");
    for (int i = 0; i < 64; i++) m.other[i] = i;
    expect(m.other[63] == 63 && map[40].size() == m.text->size() + 2, "data beside it");
    try {
        throw *m.text;
    } catch (std::string &) {
    }
    sink = m.h[3]; // FOUND
}
CASE(processes_beside_the_part, launch/host) {
    Heap m;
    int status = 0;
    cudaMemcpyAsync(m.d, m.h, 256, cudaMemcpyHostToDevice, m.s.a);
    m.order();
    const pid_t child = fork();
    if (child == 0) _exit(write(1, m.text->data(), m.text->size()) > 0 ? 5 : 1);
    waitpid(child, &status, 0);
    expect(WEXITSTATUS(status) == 5, "fork");
    m.h[5] = 1; // FOUND
    expect(system("exit 3") == 3 << 8, "system");
    FILE *pipe = popen("echo hello", "r");
    char *line = (char *)malloc(50);
    expect(fgets(line, 50, pipe) && strcmp(line, "hello\n") == 0, "popen");
    pclose(pipe);
}
CASE(a_thread_beside_the_part, launch/host) { // it begins while the page is protected
    Heap m;
    cudaMemcpyAsync(m.h, m.d, 256, cudaMemcpyDeviceToHost, m.s.a);
    m.order();
    sink = m.h[3]; // FOUND
    std::thread other([&] {
        m.text->append(", and more");
        expect(write(1, m.text->data(), m.text->size()) > 0, "write");
    });
    other.join();
}
static volatile int alarms;
CASE(alarms_beside_the_part, launch/host) { // signals of the program's come meanwhile
    Heap m;
    signal(SIGALRM, [](int) { alarms++; });
    const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {};
    setitimer(ITIMER_REAL, &often, NULL);
    cudaMemcpyAsync(m.d, m.h, 256, cudaMemcpyHostToDevice, m.s.a);
    m.order();
    for (int i = 0; i < 1000; i++) m.other[i % 64] += (int)write(1, "", 0);
    while (alarms < 3) usleep(1000);
    m.h[5] = 1; // FOUND
    setitimer(ITIMER_REAL, &never, NULL);
}
CASE(two_parts_of_a_page, launch/host) { // one is free again, the other is not
    Heap m;
    cudaHostRegister(m.other, 256, cudaHostRegisterDefault);
    cudaMemcpyAsync(m.d, m.h, 256, cudaMemcpyHostToDevice, m.s.a);
    m.other[4] = 3;
    cudaMemcpyAsync(m.d + 100, m.other, 256, cudaMemcpyHostToDevice, m.s.b);
    cudaStreamSynchronize(m.s.a);
    m.h[4] = 3;
    if (!wrong) cudaStreamSynchronize(m.s.b);
    m.other[5] = 1; // FOUND
    cudaDeviceSynchronize();
    cudaHostUnregister(m.other);
}
CASE(kernel_on_a_part, launch/host) {
    Heap m;
    int *mapped;
    cudaHostGetDevicePointer((void **)&mapped, m.h, 0);
    fill<<<1, 64, 0, m.s.a>>>(mapped, 64, 5);
    m.other[1] = 1;
    m.order();
    for (int i = 0; i < 64; i++) sink = m.h[i]; // FOUND
    cudaDeviceSynchronize();
    expect(m.h[7] == 12, "the kernel's");
}
CASE(function_on_a_part, launch/streams) { // not by nvcc
    static Heap *m;
    m = new Heap;
    cudaEvent_t copied = event();
    cudaMemcpyAsync(m->h, m->d, 256, cudaMemcpyDeviceToHost, m->s.a);
    cudaEventRecord(copied, m->s.a);
    if (!wrong) cudaStreamWaitEvent(m->s.b, copied, 0);
    cudaLaunchHostFunc(m->s.b, [](void *) {
        for (int i = 0; i < 64; i++) m->other[0] += m->h[i]; // FOUND
        printf("%s\n", m->text->c_str());
    }, NULL);
    cudaDeviceSynchronize();
    delete m;
}
