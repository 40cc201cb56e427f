// Attributes of kernel nodes.
#include <algorithm>

#include "runtime/api_graph_call.h"

namespace gtl::runtime {
namespace {

constexpr int kLeastPriority = 0, kGreatestPriority = -5;  // As an H200 reports.

bool is_known(LaunchAttributeId id) {
  constexpr int kLastKnown = 14;
  return static_cast<int>(id) >= 1 && static_cast<int>(id) <= kLastKnown;
}

LaunchAttribute* find(KernelWork& work, LaunchAttributeId id) {
  const auto found = std::find_if(work.attributes.begin(), work.attributes.end(),
                                  [&](const LaunchAttribute& each) { return each.id == id; });
  return found == work.attributes.end() ? nullptr : &*found;
}

}  // namespace

extern "C" {

CudaError cudaGraphKernelNodeGetAttribute(void* node, LaunchAttributeId id,
                                          decltype(LaunchAttribute::val)* value) {
  return work_call<KernelWork>(node, [&](Context&, KernelWork& work) {
    if (value == nullptr || !is_known(id)) return CudaError::InvalidValue;
    const LaunchAttribute* set = find(work, id);
    *value = set != nullptr ? set->val : decltype(LaunchAttribute::val){};
    return CudaError::Success;
  });
}

/// Priorities and cache hints cannot be seen in the emulator.
CudaError cudaGraphKernelNodeSetAttribute(void* node, LaunchAttributeId id,
                                          const decltype(LaunchAttribute::val)* value) {
  return work_call<KernelWork>(node, [&](Context&, KernelWork& work) {
    if (value == nullptr || !is_known(id)) return CudaError::InvalidValue;
    LaunchAttribute* set = find(work, id);
    if (set == nullptr) {
      work.attributes.push_back({});
      set = &work.attributes.back();
      set->id = id;
    }
    set->val = *value;
    if (id == LaunchAttributeId::Priority) {
      set->val.priority = std::clamp(value->priority, kGreatestPriority, kLeastPriority);
    }
    return CudaError::Success;
  });
}

CudaError cudaGraphKernelNodeCopyAttributes(void* destination, void* source) {
  return work_call<KernelWork>(destination, [&](Context&, KernelWork& to) {
    GraphNode* from = Graphs::find_node(source);
    const KernelWork* work = from == nullptr ? nullptr : std::get_if<KernelWork>(&from->work);
    if (work == nullptr) return CudaError::InvalidValue;
    to.attributes = work->attributes;
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
