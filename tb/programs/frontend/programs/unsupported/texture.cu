texture<float, 2> levels;
int main() {
    cudaMipmappedArray_t array;
    cudaBindTextureToMipmappedArray(levels, array); // HERE
}
