// The work of streams and graphs, as data: what a stream does at once, a graph keeps and does at
// each launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "runtime/abi_graph.h"
#include "runtime/launch_request.h"

namespace gtl::runtime {

class Context;
class Graph;
struct Event;

/// A kernel's arguments, kept beyond the call that brought them.
class KernelArguments {
 public:
  KernelArguments() = default;
  /// Copies the value of each parameter.
  KernelArguments(const decode::Function& function, void** arguments);
  /// The same from one packed buffer, as `extra` brings it.
  KernelArguments(const decode::Function& function, const std::byte* packed, size_t size);
  KernelArguments(const KernelArguments& other) : values_(other.values_) { point(); }
  KernelArguments& operator=(const KernelArguments& other);

  /// One pointer a parameter.
  void** pointers() const { return const_cast<void**>(pointers_.data()); }

 private:
  void point();

  std::vector<std::vector<std::byte>> values_;
  std::vector<void*> pointers_;
};

struct KernelWork {
  LaunchRequest request;     ///< Its arguments are `arguments`, set when it runs.
  void* function = nullptr;  ///< As the program named the kernel.
  KernelArguments arguments;
  std::vector<LaunchAttribute> attributes;  ///< Of the node: cudaGraphKernelNodeSetAttribute.
};

struct CopyWork {
  Copy3D copy{};
  bool is_linear = false;  ///< Was asked for as a plain copy of bytes.
};

struct FillWork {
  MemsetParams fill{};
  size_t slice_rows = 0, depth = 1;  ///< A capture of cudaMemset3DAsync has more than one slice.
};

struct HostWork {
  HostNodeParams call{};
};

struct ChildWork {
  std::shared_ptr<Graph> graph;  ///< Copying the work does not copy the graph: Graph::clone does.
};

struct EmptyWork {};

struct EventWaitWork {
  Event* event = nullptr;
};

struct EventRecordWork {
  Event* event = nullptr;
};

struct AllocWork {
  MemAllocNodeParams parameters{};
};

struct FreeWork {
  void* pointer = nullptr;
};

/// In the order of cudaGraphNodeType, without the external semaphores that the emulator lacks.
using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork,
                          EventWaitWork, EventRecordWork, AllocWork, FreeWork>;

NodeType type_of(const Work& work);

/// A kernel launch to keep, with its arguments copied. `function` is what the program launched.
CudaError make_kernel_work(Context& context, const void* function, const LaunchRequest& request,
                           KernelWork& work);

/// What an H200 would refuse already when the work is added to a graph or a capture.
CudaError check_work(Context& context, const char* call, const Work& work);

/// Does one piece of work. Host functions and child graphs are the caller's: they run outside the
/// lock.
CudaError perform(Context& context, const char* call, Work& work);

}  // namespace gtl::runtime
