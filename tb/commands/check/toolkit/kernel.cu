__global__ void twice(float4 *data) {
    if (threadIdx.x == 0) data->x = 2; // RACE
}
void launch(float4 *data) { twice<<<2, 32>>>(data); }
