int main() {
    cudaMipmappedArray_t levels;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(4, 4, 0), 2, 0); // HERE
}
