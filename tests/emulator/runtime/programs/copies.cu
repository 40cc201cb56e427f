// Pitched copies, fills, and what is wrong with a copy.
// out: pitch 512
// out: 11 12 13
// out: 21 22 23
// out: filled 0x07070707
// out: too long cudaErrorInvalidValue
// out: swapped cudaErrorInvalidValue
// out: default kind 22
// err: 4 bytes past the end of allocation
// err: destination first
#include <cstdio>

int main() {
  const int matrix[2][4] = {{11, 12, 13, 0}, {21, 22, 23, 0}};
  int *rows, *four, out[2][3] = {};
  size_t pitch = 0;
  cudaMallocPitch(&rows, &pitch, 3 * sizeof(int), 2);
  printf("pitch %zu\n", pitch);
  cudaMemcpy2D(rows, pitch, matrix, sizeof matrix[0], 3 * sizeof(int), 2, cudaMemcpyHostToDevice);
  cudaMemcpy2D(out, sizeof out[0], rows, pitch, 3 * sizeof(int), 2, cudaMemcpyDeviceToHost);
  for (auto& row : out) printf("%d %d %d\n", row[0], row[1], row[2]);

  cudaMalloc(&four, 4 * sizeof(int));
  cudaMemset(four, 7, 4 * sizeof(int));
  int values[5] = {};
  cudaMemcpy(values, four, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("filled 0x%08x\n", values[3]);
  printf("too long %s\n", cudaGetErrorName(cudaMemcpy(four, values, sizeof values, cudaMemcpyHostToDevice)));
  printf("swapped %s\n", cudaGetErrorName(cudaMemcpy(values, four, 16, cudaMemcpyHostToDevice)));
  cudaMemcpy(values, reinterpret_cast<char*>(rows) + pitch + 4, 4, cudaMemcpyDefault);
  printf("default kind %d\n", values[0]);
}
