#include "decode/special_registers.h"

#include <charconv>
#include <unordered_map>

namespace gtl::decode {

namespace {

SpecialRegister warp_register(uint32_t slot) {
  return {Operand::at(Operand::WarpSpecials, slot * kSpecialBytes), 4};
}
SpecialRegister block_register(uint32_t slot, uint32_t bytes = 4) {
  return {Operand::at(Operand::BlockSpecials, slot * kSpecialBytes), bytes};
}

using Table = std::unordered_map<std::string_view, SpecialRegister>;

const Table& table() {
  namespace warp = warp_special;
  namespace block = block_special;
  static const Table kTable = {
      {"%tid.x", warp_register(warp::TidX)},
      {"%tid.y", warp_register(warp::TidY)},
      {"%tid.z", warp_register(warp::TidZ)},
      {"%laneid", warp_register(warp::LaneId)},
      {"%lanemask_eq", warp_register(warp::MaskEq)},
      {"%lanemask_le", warp_register(warp::MaskLe)},
      {"%lanemask_lt", warp_register(warp::MaskLt)},
      {"%lanemask_ge", warp_register(warp::MaskGe)},
      {"%lanemask_gt", warp_register(warp::MaskGt)},
      {"%warpid", warp_register(warp::WarpId)},
      {"%ntid.x", block_register(block::NtidX)},
      {"%ntid.y", block_register(block::NtidY)},
      {"%ntid.z", block_register(block::NtidZ)},
      {"%ctaid.x", block_register(block::CtaidX)},
      {"%ctaid.y", block_register(block::CtaidY)},
      {"%ctaid.z", block_register(block::CtaidZ)},
      {"%nctaid.x", block_register(block::NctaidX)},
      {"%nctaid.y", block_register(block::NctaidY)},
      {"%nctaid.z", block_register(block::NctaidZ)},
      {"%nwarpid", block_register(block::NwarpId)},
      {"%smid", block_register(block::SmId)},
      {"%nsmid", block_register(block::NsmId)},
      {"%dynamic_smem_size", block_register(block::DynamicSharedBytes)},
      {"%aggr_smem_size", block_register(block::TotalSharedBytes)},
      {"%current_graph_exec", block_register(block::Zero64, 8)},
      {"%total_smem_size", block_register(block::TotalSharedBytes)},
      {"%clusterid.x", block_register(block::ClusterIdX)},
      {"%clusterid.y", block_register(block::ClusterIdY)},
      {"%clusterid.z", block_register(block::ClusterIdZ)},
      {"%nclusterid.x", block_register(block::NclusterIdX)},
      {"%nclusterid.y", block_register(block::NclusterIdY)},
      {"%nclusterid.z", block_register(block::NclusterIdZ)},
      {"%cluster_ctaid.x", block_register(block::ClusterCtaidX)},
      {"%cluster_ctaid.y", block_register(block::ClusterCtaidY)},
      {"%cluster_ctaid.z", block_register(block::ClusterCtaidZ)},
      {"%cluster_nctaid.x", block_register(block::ClusterNctaidX)},
      {"%cluster_nctaid.y", block_register(block::ClusterNctaidY)},
      {"%cluster_nctaid.z", block_register(block::ClusterNctaidZ)},
      {"%cluster_ctarank", block_register(block::ClusterCtaRank)},
      {"%cluster_nctarank", block_register(block::ClusterNctaRank)},
      {"%is_explicit_cluster", block_register(block::IsExplicitCluster, 0)},
      {"%envreg0", block_register(block::EnvReg0)},
      {"%envreg1", block_register(block::EnvReg1)},
      {"%envreg2", block_register(block::EnvReg2)},
      {"%envreg3", block_register(block::EnvReg3)},
      {"%gridid", block_register(block::GridId, 8)},
      {"%reserved_smem_offset_begin", block_register(block::ReservedShared)},
      {"%reserved_smem_offset_0", block_register(block::ReservedShared)},
      {"%reserved_smem_offset_1", block_register(block::ReservedShared)},
      {"%reserved_smem_offset_end", block_register(block::ReservedSharedEnd)},
      {"%reserved_smem_offset_cap", block_register(block::ReservedSharedEnd)},
  };
  return kTable;
}

}  // namespace

std::optional<SpecialRegister> special_register(std::string_view name) {
  // Only the first ones mean something; the driver leaves the others at 0.
  static constexpr std::string_view kEnvironment = "%envreg";
  if (name.starts_with(kEnvironment) && !table().contains(name)) {
    uint32_t number = 32;
    const std::string_view digits = name.substr(kEnvironment.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < 32) return block_register(block_special::Zero64);
  }
  auto found = table().find(name);
  if (found == table().end()) return std::nullopt;
  return found->second;
}

bool is_clock(std::string_view name) {
  return name == "%clock" || name == "%clock_hi" || name == "%clock64" || name == "%globaltimer" ||
         name == "%globaltimer_lo" || name == "%globaltimer_hi";
}

bool is_reserved_shared(Operand operand) {
  return operand.bits == block_register(block_special::ReservedShared).operand.bits;
}

Operand shared_address(size_t index) {
  return block_register(block_special::Count + 2 * uint32_t(index)).operand;
}

SpecialRegister dynamic_shared_base(uint32_t bytes) {
  return block_register(
      bytes == 8 ? block_special::DynamicShared64 : block_special::DynamicShared32, bytes);
}

}  // namespace gtl::decode
