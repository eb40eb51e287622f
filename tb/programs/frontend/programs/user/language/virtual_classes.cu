// Virtual functions on objects made by device new, abstract bases, deletion through the base, placement new.
#include <cstdio>
#include <new>
class Shape {
  public:
    __device__ explicit Shape(int id_) : id(id_) {}
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual const char *name() const { return "shape"; }
    __device__ int number() const { return id; }

  protected:
    int id;
};
__device__ int destroyed;
class Circle : public Shape {
  public:
    __device__ Circle(int id_, float r_) : Shape(id_), r(r_) {}
    __device__ ~Circle() override { atomicAdd(&destroyed, 1); }
    __device__ float area() const override { return 3.0f * r * r; }
    __device__ const char *name() const override { return "circle"; }

  private:
    float r;
};
class Rectangle : public Shape {
  public:
    __device__ Rectangle(int id_, float a_, float b_) : Shape(id_), a(a_), b(b_) {}
    __device__ float area() const override { return a * b; }

  protected:
    float a, b;
};
class Square final : public Rectangle {
  public:
    __device__ Square(int id_, float a_) : Rectangle(id_, a_, a_) {}
    __device__ float area() const override { return Rectangle::area() + 0.5f; }
    __device__ const char *name() const override { return "square"; }
};
__global__ void make(Shape **shapes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0) shapes[i] = new Circle(i, (float)i);
    else if (i % 3 == 1) shapes[i] = new Rectangle(i, (float)i, 2.0f);
    else shapes[i] = new Square(i, (float)i);
}
__global__ void use(Shape **shapes, float *areas, char *letters, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        areas[i] = shapes[i]->area() + shapes[i]->number();
        letters[i] = shapes[i]->name()[0] == 's' ? shapes[i]->name()[1] : 'c';
    }
}
__global__ void unmake(Shape **shapes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}
__global__ void in_place(float *out) {
    __shared__ __align__(16) char storage[32][sizeof(Square)];
    Shape *s = threadIdx.x % 2 ? static_cast<Shape *>(new (storage[threadIdx.x]) Square(1, 2.0f))
                               : new (storage[threadIdx.x]) Rectangle(1, 5.0f, 5.0f);
    out[threadIdx.x] = s->area();
}
int main() {
    const int n = 70;
    Shape **shapes;
    float *d_areas, areas[n];
    char *d_letters, letters[n];
    int wrong = 0, count;
    cudaMalloc(&shapes, n * sizeof(Shape *));
    cudaMalloc(&d_areas, sizeof areas);
    cudaMalloc(&d_letters, n);
    make<<<2, 40>>>(shapes, n);
    use<<<3, 32>>>(shapes, d_areas, d_letters, n);
    unmake<<<2, 40>>>(shapes, n);
    cudaMemcpy(areas, d_areas, sizeof areas, cudaMemcpyDeviceToHost);
    cudaMemcpy(letters, d_letters, n, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, destroyed, sizeof count);
    for (int i = 0; i < n; i++) {
        wrong += areas[i] != (i % 3 == 0 ? 3.0f * i * i : i % 3 == 1 ? 2.0f * i : (float)i * i + 0.5f) + i;
        wrong += letters[i] != (i % 3 == 0 ? 'c' : i % 3 == 1 ? 'h' : 'q');
    }
    in_place<<<1, 32>>>(d_areas);
    cudaMemcpy(areas, d_areas, 32 * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += areas[i] != (i % 2 ? 4.5f : 25.0f);
    printf("wrong %d\n", wrong + (count != 24));
}
