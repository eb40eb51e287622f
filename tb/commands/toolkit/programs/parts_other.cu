__device__ int offset = 7;
__managed__ int calls = 1000;
__device__ int twice(int value) { return 2 * value; }
