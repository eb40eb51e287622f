// Loads the file that is named.
#include "sum.h"

int main(int argc, char **argv) {
    CUmodule module;
    start();
    return argc == 2 && cuModuleLoad(&module, argv[1]) == CUDA_SUCCESS ? print_sum(module) : 3;
}
