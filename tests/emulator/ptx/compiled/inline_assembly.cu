// What programmers write themselves: scopes with registers of their own, labels, vectors, odd
// spacing.
__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__global__ void assembly(int* data, float4* vectors) {
  int value = data[0];
  asm volatile("{ .reg .pred %%p; setp.ne.b32 %%p, %0, 0; @%%p add.s32 %0, %0, 1; }" : "+r"(value));
  asm volatile(
      "{\n\t.reg .pred found;\n\t.reg .b32 t<3>;\n\tmov.b32 t0, 0x1F;\n\tmov.b32 t2, %0;\n"
      "again:\n\tadd.u32 t1,t2,t0; setp.gt.u32 found , t1, 100;\n\t@!found bra again;\n\tmov.b32 "
      "%0,t1;\n}"
      : "+r"(value));
  asm("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(value) : "r"(1), "r"(2));
  float4 v;
  asm("ld.global.nc.L1::no_allocate.v4.f32 {%0,%1,%2,%3}, [%4+16];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(vectors));
  vectors[0] = v;
  data[0] = value;
}

__global__ void copies(const int* data, int* out) {
  __shared__ alignas(16) int tile[256];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile)), "l"(data)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1) tensor(const __grid_constant__ int4 map, int* out) {
  __shared__ alignas(128) int tile[1024];
  __shared__ unsigned long long barrier;
  const unsigned bar = shared_address(&barrier);
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar));
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(0), "r"(1), "r"(bar)
      : "memory");
  asm volatile(
      "{\n.reg .pred P1;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra "
      "DONE;\nbra WAIT;\n"
      "DONE:\n}" ::"r"(bar),
      "r"(0));
  out[threadIdx.x] = tile[threadIdx.x];
}
#endif
