// What the language brings into PTX: calls, tables of pointers, virtual functions, initialised
// variables.
struct Shape {
  __device__ virtual float area() const { return 0; }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};

struct __attribute__((packed)) Tagged {
  char tag;
  const char* text;
};

using Function = int (*)(int);
__device__ __noinline__ int triple(int x) { return x * 3; }
__device__ __noinline__ int fibonacci(int x) {
  return x < 2 ? x : fibonacci(x - 1) + fibonacci(x - 2);
}

__device__ int table[4] = {1, 2, 3, 4};
__device__ int* middle = table + 2;
__device__ Function functions[2] = {triple, fibonacci};
__device__ Tagged tagged = {'a', "packed"};
__constant__ float weights[3] = {1.f, 2.f, 3.5f};
__managed__ int managed;

__device__ Shape* make(int kind) {
  if (kind == 0) return new Shape;
  return new Square(static_cast<float>(kind));
}

__global__ void __launch_bounds__(256, 2) calls(int* out, int n, Square by_value) {
  extern __shared__ float dynamic[];
  __shared__ int fixed[32];
  const int i = threadIdx.x;
  fixed[i & 31] = functions[n & 1](i);
  dynamic[i] = weights[n % 3] + by_value.area();
  __syncthreads();
  Shape* shape = make(n);
  out[i] = fixed[31 - (i & 31)] + *middle + tagged.text[n] +
           static_cast<int>(shape->area() + dynamic[i ^ 1]);
  delete shape;
  managed = n;
}

__global__ void jumps(int* out, int n) {
  switch (n) {
    case 0:
      out[0] = fibonacci(n);
      break;
    case 1:
      out[1] = out[7] / 3;
      break;
    case 2:
      out[2] = out[8] % 5;
      break;
    case 3:
      out[3] = out[9] << 2;
      break;
    case 4:
      out[4] = __popc(out[3]);
      break;
    case 5:
      out[5] = __clz(out[2]);
      break;
    case 6:
      out[6] = __brev(out[1]);
      break;
    default:
      out[n] = 0;
  }
}
