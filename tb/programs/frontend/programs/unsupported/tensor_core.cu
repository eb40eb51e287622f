#include <mma.h> // HERE
using namespace nvcuda;
__global__ void multiply() { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; wmma::fill_fragment(c, 0.0f); }
int main() { multiply<<<1, 32>>>(); }
