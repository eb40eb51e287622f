// A block larger than the device takes; the program does not look at the error.
__global__ void nothing() {}
int main() {
    nothing<<<1, 32>>>();
    nothing<<<1, 2048>>>();
    return 0;
}
