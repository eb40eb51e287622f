// A race without any header of the toolkit.
__global__ void add_one(int *word) {
    *word += 1; // RACE
}

int main() {
    int *word, result = -1;
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    add_one<<<2, 1>>>(word);
    cudaMemcpy(&result, word, sizeof result, cudaMemcpyDeviceToHost);
    return result > 0 ? 0 : 1;
}
