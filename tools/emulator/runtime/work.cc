#include "runtime/work.h"

#include <array>
#include <cstring>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_call.h"
#include "runtime/copy.h"
#include "runtime/graph.h"
#include "runtime/launch.h"
#include "runtime/stream.h"

namespace gtl::runtime {

KernelArguments::KernelArguments(const decode::Function& function, void** arguments) {
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const auto* bytes = static_cast<const std::byte*>(arguments[i]);
    values_.emplace_back(bytes, bytes + function.parameters[i].size);
  }
  point();
}

KernelArguments::KernelArguments(const decode::Function& function, const std::byte* packed,
                                 size_t size) {
  for (const decode::Parameter& parameter : function.parameters) {
    std::vector<std::byte> value(parameter.size);
    if (size >= uint64_t{parameter.offset} + parameter.size) {
      std::memcpy(value.data(), packed + parameter.offset, parameter.size);
    }
    values_.push_back(std::move(value));
  }
  point();
}

KernelArguments& KernelArguments::operator=(const KernelArguments& other) {
  values_ = other.values_;
  point();
  return *this;
}

void KernelArguments::point() {
  pointers_.clear();
  for (std::vector<std::byte>& value : values_) pointers_.push_back(value.data());
}

NodeType type_of(const Work& work) {
  constexpr std::array kTypes = {NodeType::Kernel,    NodeType::Memcpy,      NodeType::Memset,
                                 NodeType::Host,      NodeType::Graph,       NodeType::Empty,
                                 NodeType::WaitEvent, NodeType::EventRecord, NodeType::MemAlloc,
                                 NodeType::MemFree};
  static_assert(kTypes.size() == std::variant_size_v<Work>);
  return kTypes[work.index()];
}

CudaError make_kernel_work(Context& context, const void* function, const LaunchRequest& request,
                           KernelWork& work) {
  const decode::Program* program = context.load(*request.kernel->module);
  if (program == nullptr) return request.kernel->module->failure()->code;
  const int index = program->find_kernel(request.kernel->name);
  if (index < 0) return CudaError::InvalidDeviceFunction;
  const decode::Function& decoded = program->functions[static_cast<size_t>(index)];
  if (request.arguments == nullptr && !decoded.parameters.empty()) return CudaError::InvalidValue;
  work.request = request;
  work.request.arguments = nullptr;
  // A node names its kernel as the program does, however it was launched.
  const void* host_function = request.kernel->host_function;
  work.function = const_cast<void*>(host_function != nullptr ? host_function : function);
  work.arguments = KernelArguments(decoded, request.arguments);
  return CudaError::Success;
}

namespace {

struct Check {
  Context& context;
  const char* call;

  CudaError operator()(const KernelWork& work) const { return check_launch(context, work.request); }
  CudaError operator()(const CopyWork& work) const { return check_copy(context, call, work.copy); }
  CudaError operator()(const FillWork& work) const {
    return check_fill(context, call, work.fill, work.slice_rows, work.depth);
  }
  CudaError operator()(const HostWork& work) const {
    return work.call.fn == nullptr ? CudaError::InvalidValue : CudaError::Success;
  }
  CudaError operator()(const AllocWork& work) const {
    return work.parameters.bytesize == 0 ? CudaError::InvalidValue : CudaError::Success;
  }
  CudaError operator()(const FreeWork& work) const {
    return work.pointer == nullptr ? CudaError::InvalidValue : CudaError::Success;
  }
  template <class Other>
  CudaError operator()(const Other&) const {
    return CudaError::Success;
  }
};

struct Perform {
  Context& context;
  const char* call;

  CudaError operator()(KernelWork& work) const {
    if (context.registry.find_kernel(work.request.kernel) == nullptr) {
      return refuse(call, CudaError::InvalidResourceHandle,
                    "the library that a kernel of the graph belongs to was unloaded");
    }
    work.request.arguments = work.arguments.pointers();
    return launch_kernel(context, work.request);
  }
  CudaError operator()(CopyWork& work) const { return copy_3d(context, call, work.copy); }
  CudaError operator()(FillWork& work) const {
    return fill(context, call, work.fill, work.slice_rows, work.depth);
  }
  CudaError operator()(EventRecordWork& work) const {
    if (!context.events.contains(work.event)) return CudaError::InvalidResourceHandle;
    work.event->is_recorded = true;
    return CudaError::Success;
  }
  CudaError operator()(AllocWork& work) const {
    return allocate_reserved(context, call, address_of(work.parameters.dptr),
                             work.parameters.bytesize, work.parameters.poolProps.location.id);
  }
  CudaError operator()(FreeWork& work) const { return release(context, call, work.pointer, false); }
  template <class Other>
  CudaError operator()(Other&) const {
    return CudaError::Success;  // Order is kept by itself; the rest is the caller's.
  }
};

}  // namespace

CudaError check_work(Context& context, const char* call, const Work& work) {
  return std::visit(Check{context, call}, work);
}

CudaError perform(Context& context, const char* call, Work& work) {
  return std::visit(Perform{context, call}, work);
}

}  // namespace gtl::runtime
