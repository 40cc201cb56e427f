// The instructions of asynchronous copies, mbarriers and cache hints, as cuda::ptx and CUTLASS
// spell them.
#include "decode/bodies.h"
#include "decoded.h"

using gtl::decode::Program;

namespace {

/// Why the instruction is refused; empty when it is not.
std::string refusal_of(const std::string& instruction) {
  const auto program = gtl::test::decoded(
      ".visible .entry k(.param .u64 p)\n{\n"
      ".reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<5>; .reg .b16 %rs<3>; .reg .f32 %f<3>;\n" +
      instruction + "\nret;\n}\n");
  if (!program.ok()) return program.error().what;
  Program copy = program.value();
  const auto error = gtl::decode::decode_reachable(copy, 0);
  return error ? error->what : "";
}

}  // namespace

TEST_CASE("every_spelling_of_an_asynchronous_instruction_is_known") {
  for (const char* instruction : {
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, "
           "[%r3];",
           "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r1], %r2, %rs1;",
           "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%rd1], [%r1], %r2, %rd2;",
           "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [%rd1], [%r1], %r2, "
           "%rd2, %rs1;",
           "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd1, {%r1}], [%r2];",
           "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint [%rd1, {%r1, "
           "%r2}], [%r3], %rd2;",
           "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], "
           "[%rd1, {%r1,%r2,%r3}], [%r3];",
           "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
           "cluster.L2::cache_hint [%r1], [%rd1, {%r1,%r2}], [%r3], %rs1, %rd2;",
           "cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], "
           "[%rd1, {%r1,%r2,%r3,%r1,%r2}], [%r3];",
           "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {%r1,%r2}];",
           "cp.async.bulk.prefetch.tensor.2d.L2.global [%rd1, {%r1,%r2}];",
           "cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.tile.bulk_group [%rd1, "
           "{%r1,%r2,%r3,%r1}], [%r2];",
           "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group.L2::cache_hint "
           "[%rd1, {%r1,%r2}], [%r2], %rd2;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%rd1], [%r1], %r2;",
           "cp.async.bulk.prefetch.L2.global.L2::cache_hint [%rd1], %r2, %rd2;",
           "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
           "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
           "fence.acquire.sync_restrict::shared::cluster.cluster;",
           "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
           "fence.proxy.tensormap::generic.release.sys;",
           "fence.mbarrier_init.release.cluster;",
           "fence.proxy.async.shared::cluster;",
           "setmaxnreg.inc.sync.aligned.u32 240;",
           "setmaxnreg.dec.sync.aligned.u32 40;",
           "st.bulk.weak.shared::cta [%r1], %rd1, 0;",
           "st.bulk.weak.shared::cta [%rd1], %rd1, 0;",
           "discard.global.L2 [%rd1], 128;",
           "applypriority.global.L2::evict_normal [%rd1], 128;",
           "createpolicy.cvt.L2.b64 %rd1, %rd2;",
           "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd1, [%rd2], 128, %r2;",
           "createpolicy.fractional.L2::evict_first.b64 %rd1;",
           "createpolicy.fractional.L2::evict_first.b64 %rd1, %f1;",
           "prefetch.tensormap [%rd1];",
           "prefetch.param.tensormap [%rd1];",
           "prefetch.global.L2::evict_last [%rd1];",
           "prefetch.global.L1 [%rd1];",
           "tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;",
           "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r1], 1;",
           "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, %r2;",
           "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r1], 0, %rd2;",
           "tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1], 7;",
           "tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd1], 3;",
           "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
           "[%rd1], [%r1], 128;",
           "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [%r1], %r2, %r3;",
           "mbarrier.try_wait.acquire.cluster.shared::cta.b64 %p1, [%r1], %rd1;",
           "mbarrier.test_wait.parity.relaxed.cluster.shared::cta.b64 %p1, [%r1], %r2;",
           "mbarrier.arrive.release.cta.b64 %rd1, [%rd2];",
           "mbarrier.arrive_drop.shared.b64 _, [%r1];",
           "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd1, [%r1], %r2;",
           "mbarrier.inval.shared.b64 [%r1];",
           "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r1], 4;",
           "cp.async.ca.shared.global.L2::256B [%r1], [%rd1], 16, %r2;",
           "cp.async.cg.shared::cta.global [%r1+16], [%rd1+32], 16, !%p1;",
           "cp.async.wait_group 3;",
           "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r1];",
           "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.and.b32 [%r1], "
           "%r2, [%r3];",
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r1], "
           "{%r1,%r2,%r3,%r1}, [%r3];",
           "ld.global.L1::evict_last.L2::cache_hint.v4.f32 {%f1,%f1,%f1,%f1}, [%rd1], %rd2;",
           "st.global.L1::no_allocate.L2::cache_hint.v2.u64 [%rd1], {%rd2,%rd2}, %rd2;",
           "atom.global.add.L2::cache_hint.f32 %f1, [%rd1], %f1, %rd2;",
           "atom.global.cas.L2::cache_hint.b32 %r1, [%rd1], %r2, %r3, %rd2;",
       }) {
    CAPTURE(instruction);
    CHECK(refusal_of(instruction) == "");
  }
}

TEST_CASE("what_is_not_built_is_refused_by_name") {
  CHECK(refusal_of(
            "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
            "[%r1], [%rd1, {%r1, %r2, %r3, %r1}], [%r3], {%rs1, %rs1};")
            .find("im2col") != std::string::npos);
  CHECK(refusal_of("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4"
                   ".mbarrier::complete_tx::bytes [%r1], [%rd1, {%r1, %r2, %r3, %r1, %r2}], [%r3];")
            .find("gather4") != std::string::npos);
}

TEST_CASE("a_copy_names_as_many_coordinates_as_its_tensor_has_dimensions") {
  CHECK(refusal_of("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%rd1, {%r1, %r2}], "
                   "[%r3];")
            .find("needs 3 coordinates") != std::string::npos);
}

TEST_CASE("cp_async_copies_4_8_or_16_bytes") {
  CHECK(refusal_of("cp.async.ca.shared.global [%r1], [%rd1], 12;").find("4, 8 or 16 bytes") !=
        std::string::npos);
}
