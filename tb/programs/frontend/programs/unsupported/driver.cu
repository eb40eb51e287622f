#include <cuda.h>
__global__ void work() {}
int main() {
    CUcontext context;
    cuInit(0);
    cuGraphicsUnregisterResource(nullptr); // HERE
    cuCtxCreate(&context, 0, 0);
}
