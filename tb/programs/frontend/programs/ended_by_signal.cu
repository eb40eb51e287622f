// A race, and then a signal that ends the program: in the thread and at the time of a launch, as a
// failed assertion of the model would (a timer's handler aborts), or in the program's own code
// (-DOUTSIDE).
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/time.h>

__global__ void race(int *word) { *word = (int)blockIdx.x; }

__global__ void work(int *word, int rounds) {
    int value = (int)threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        value = value * 5 + i;
        if (i % 64 == 0) word[threadIdx.x] = value;
    }
}

static void on_alarm(int) { abort(); }

int main() {
    int *word;
    cudaMalloc(&word, 32 * sizeof *word);
    race<<<2, 1>>>(word);
#ifdef OUTSIDE
    abort();
#endif
    signal(SIGALRM, on_alarm);
    const struct itimerval soon = {{0, 0}, {0, 100000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    work<<<1, 32>>>(word, 1 << 30);
    printf("never printed\n");
    return 0;
}
