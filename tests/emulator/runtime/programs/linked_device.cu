// The other half of linked_main.cu.
static __device__ int hidden = 0;
__device__ int offset = 17;

__device__ int twice(int x) { return 2 * x + hidden; }
