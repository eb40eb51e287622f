#include <cstdio>
#include <thrust/device_vector.h> // HERE
int main() { thrust::device_vector<int> v(10); }
