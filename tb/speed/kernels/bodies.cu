// bodies: the forces between 2048 bodies, each by each. Single precision, one load of 16 bytes for 20 operations.
__global__ void forces(const float4 *body, float4 *force, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = body[i];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        const float4 other = body[j];
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float near = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), pull = other.w * near * near * near;
        x += dx * pull;
        y += dy * pull;
        z += dz * pull;
    }
    force[i] = make_float4(x, y, z, 0);
}
int main() {
    const int n = 2048;
    float4 *body, *force;
    cudaMalloc(&body, n * sizeof *body);
    cudaMalloc(&force, n * sizeof *force);
    cudaMemset(body, 0, n * sizeof *body);
    forces<<<n / 256, 256>>>(body, force, n);
    return cudaDeviceSynchronize();
}
