// A runtime call that scord does not declare.
int main() {
    void *pool = nullptr;
    cudaImportExternalMemory(&pool, nullptr);  // HERE
    return 0;
}
