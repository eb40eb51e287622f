/* reads_input: prints its arguments and standard input; a harmless race. */
#include <cstdio>

__device__ int flag;

__global__ void set() { flag = 1; }

int main(int argc, char **argv)
{
    char line[80] = "nothing";
    if (!fgets(line, sizeof line, stdin)) return 3;
    set<<<2, 1>>>();
    for (int i = 1; i < argc; i++) printf("%s\n", argv[i]);
    printf("%s", line);
    return cudaDeviceSynchronize() != cudaSuccess;
}
