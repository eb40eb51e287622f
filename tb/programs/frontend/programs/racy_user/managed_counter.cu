// A managed variable that every block changes without an atomic. rule: b
__managed__ int visits;
__global__ void visit() {
    if (threadIdx.x == 0) visits++; // RACE
}
int main() { visit<<<6, 32>>>(); cudaDeviceSynchronize(); return visits < 1; }
