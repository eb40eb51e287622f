/* SPDX-License-Identifier: Apache-2.0 */
/* programs.h: functions that programs.cu runs on the device and test_programs.c on the host: same
 * text, two compilers. */
#ifndef TB_PTX_PROGRAMS_H
#define TB_PTX_PROGRAMS_H
#ifdef __CUDA__
#define BOTH     static __device__
#define SEPARATE static __device__ __attribute__((noinline))
#else
#define BOTH     static
#define SEPARATE static
#endif

typedef struct record {
    int a;
    double b;
    float c[3];
    char d;
} record_t;

SEPARATE int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
SEPARATE int triple(int x) { return 3 * x + 1; }
SEPARATE int halve(int x) { return x / 2; }
SEPARATE record_t make_record(int x) {
    record_t r;
    r.a = x, r.b = x * 0.5, r.c[0] = (float)x, r.c[1] = r.c[2] = (float)-x, r.d = (char)x;
    return r;
}

SEPARATE int nested(int t, int depth) { /* locals of every caller must survive the calls */
    int mine[8];
    for (int i = 0; i < 8; i++) mine[i] = t * 100 + depth * 10 + i;
    int below = depth ? nested(t + (t & 1), depth - 1) : 0;
    return mine[(t + below) & 7] + below;
}
BOTH long mix_integers(int t) {
    unsigned long h = (unsigned long)t;
    for (int i = 0; i < 20 + t % 7; i++) {
        unsigned u = (unsigned)h * 2654435761u + (unsigned)i;
        h ^= (unsigned long)(u >> (t & 15)) << (i % 9);
        h = h * 31 + (h >> 7) - (unsigned long)(t / (i + 1)) +
            (unsigned long)((long)(u % 97) * (t % 5 - 2));
        switch ((int)(h % 9)) {
        case 0: h += 3; break;
        case 1: h -= (unsigned long)t; break;
        case 2: h = ~h; break;
        case 3: h ^= 0x5555; break;
        case 4: h = (unsigned long)((long)h / 3); break;
        case 5: h = 0 - h; break;
        default: h += (unsigned long)i;
        }
    }
    return (long)h;
}
BOTH double mix_floats(int t) {
    double x = t * 0.37 + 1;
    float y = (float)t / 3.0f;
    for (int i = 1; i < 12; i++) {
        x = x * 1.0625 - (double)y / i;
        y = y * 0.5f + (float)(int)x;
        if (x > 100 || y < -1e6f) x = -x / 2;
    }
    return x + (double)y;
}
BOTH int local_sort(int t) {
    int a[16];
    for (int i = 0; i < 16; i++) a[i] = (i * 7919 + t * 104729) % 101;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j + 1 < 16 - i; j++)
            if (a[j] > a[j + 1]) {
                int swap = a[j];
                a[j] = a[j + 1];
                a[j + 1] = swap;
            }
    return a[t % 16] * 1000 + a[15];
}
BOTH int calls(int t) {
    int (*function)(int) = t % 3 ? triple : halve;
    record_t r = make_record(t);
    return nested(t, t % 5) + function(t) + fibonacci(t % 11) + (int)r.b + (int)r.c[t % 3] + r.d +
           r.a;
}
BOTH unsigned long wide(int t) {
    unsigned __int128 p = (unsigned __int128)(0x123456789abcdefUL + (unsigned long)t) *
                          (0xfedcba987654321UL - (unsigned long)t * 977);
    p += (unsigned __int128)t << 70;
    return (unsigned long)(p >> 64) ^ (unsigned long)p;
}
#endif
