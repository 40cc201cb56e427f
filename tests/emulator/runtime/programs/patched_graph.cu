// Programs that capture once and then patch the captured kernels: found by their function, their arguments changed.
// out: kernels 2, of which scale 1
// out: first 20 2
// out: patched 30 2
// out: memory pool: 64 bytes in use, then 0
#include <cstdio>
#include <vector>

__global__ void scale(float* data, float factor) { data[threadIdx.x] *= factor; }
__global__ void increase(float* data) { data[threadIdx.x] += 1; }

int main() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  float *data, *other, out[2];
  cudaMallocAsync(&data, 32, stream);
  cudaMallocAsync(&other, 32, stream);
  cudaMemsetAsync(data, 0, 32, stream);
  cudaMemsetAsync(other, 0, 32, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  increase<<<1, 8, 0, stream>>>(data);
  cudaMemcpyAsync(other, data, 32, cudaMemcpyDeviceToDevice, stream);
  scale<<<1, 8, 0, stream>>>(data, 20.0f);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  increase<<<1, 8, 0, stream>>>(other);
  cudaMemcpyAsync(&out[0], data, 4, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(&out[1], other, 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);

  size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  std::vector<cudaGraphNode_t> nodes(count);
  cudaGraphGetNodes(graph, nodes.data(), &count);
  int kernels = 0, scales = 0;
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);
    if (type != cudaGraphNodeTypeKernel) continue;
    ++kernels;
    cudaKernelNodeParams parameters;
    cudaGraphKernelNodeGetParams(node, &parameters);
    if (parameters.func != reinterpret_cast<void*>(scale)) continue;
    ++scales;
    *static_cast<float*>(parameters.kernelParams[1]) = 30.0f;
    cudaGraphKernelNodeSetParams(node, &parameters);
  }
  printf("kernels %d, of which scale %d\n", kernels, scales);
  printf("first %g %g\n", out[0], out[1]);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(exec, graph, &info);
  cudaMemsetAsync(data, 0, 32, stream);
  cudaGraphLaunch(exec, stream);
  increase<<<1, 8, 0, stream>>>(other);
  cudaMemcpyAsync(&out[0], data, 4, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(&out[1], other, 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("patched %g %g\n", out[0], out[1]);

  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  unsigned long long before = 0, after = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &before);
  cudaFreeAsync(data, stream);
  cudaFreeAsync(other, stream);
  cudaStreamSynchronize(stream);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &after);
  printf("memory pool: %llu bytes in use, then %llu\n", before, after);
}
