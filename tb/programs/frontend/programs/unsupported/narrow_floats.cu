#include <cuda_fp4.h> // HERE
int main() { return 0; }
