/* Opens the driver's library itself, takes functions by cuGetProcAddress, and calls one of those
 * that scord does not have. No header of CUDA's. */
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    int (*get)(const char *, void **, int, unsigned long long), (*init)(unsigned), (*count)(int *),
        (*graph)(void *, unsigned);
    int devices = 0;
    void *place, *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library || !(*(void **)&get = dlsym(library, "cuGetProcAddress"))) return 1;
    if (get("cuInit", &place, 11000, 0) != 0) return 2;
    *(void **)&init = place;
    if (get("cuDeviceGetCount", &place, 11000, 0) != 0) return 3;
    *(void **)&count = place;
    if (get("cuNothing", &place, 11000, 0) != 500 || place) return 4;
    if (init(0) != 0 || count(&devices) != 0) return 5;
    printf("devices %d\n", devices);
    *(void **)&graph = dlsym(library, "cuGraphCreate");
    return graph ? graph(&place, 0) : 6;
}
