#include <cassert>
__global__ void expect_small(int limit) {
    assert((int)threadIdx.x < limit);  // HERE
}
int main() {
    expect_small<<<1, 32>>>(32);
    expect_small<<<2, 32>>>(20);
    return 0;
}
