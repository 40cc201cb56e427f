#include "runtime/graph_dot.h"

#include <cstdio>
#include <memory>
#include <string>

#include "base/demangle.h"

namespace gtl::runtime {
namespace {

std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

struct Label {
  std::string operator()(const KernelWork& work) const {
    return "kernel\\n" + quoted(demangle(work.request.kernel->name)) + "\\ngrid " +
           text(work.request.grid) + ", block " + text(work.request.block);
  }
  std::string operator()(const CopyWork& work) const {
    return "memcpy\\n" + std::to_string(work.copy.extent.width) + " x " +
           std::to_string(work.copy.extent.height) + " x " +
           std::to_string(work.copy.extent.depth) + " bytes";
  }
  std::string operator()(const FillWork& work) const {
    return "memset\\n" + std::to_string(work.fill.width) + " x " +
           std::to_string(work.fill.height) + " elements of " +
           std::to_string(work.fill.elementSize) + " bytes";
  }
  std::string operator()(const HostWork&) const { return "host function"; }
  std::string operator()(const ChildWork&) const { return "child graph"; }
  std::string operator()(const EmptyWork&) const { return "empty"; }
  std::string operator()(const EventWaitWork&) const { return "wait for an event"; }
  std::string operator()(const EventRecordWork&) const { return "record an event"; }
  std::string operator()(const AllocWork& work) const {
    return "allocate\\n" + std::to_string(work.parameters.bytesize) + " bytes";
  }
  std::string operator()(const FreeWork&) const { return "free"; }

  static std::string text(const AbiDim3& d) {
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) +
           ")";
  }
};

/// Nodes are numbered by graph and place: graph_1_node_0. Child graphs become clusters.
void print(std::FILE* file, const Graph& graph, int& last_graph) {
  const int number = ++last_graph;
  std::fprintf(file, "subgraph cluster_%d {\n", number);
  auto name = [&](const GraphNode* node) {
    return "graph_" + std::to_string(number) + "_node_" + std::to_string(graph.index_of(node));
  };
  for (const auto& node : graph.nodes()) {
    std::fprintf(file, "  \"%s\" [shape=box, label=\"%s\"];\n", name(node.get()).c_str(),
                 std::visit(Label{}, node->work).c_str());
    for (const GraphNode* dependent : node->dependents) {
      std::fprintf(file, "  \"%s\" -> \"%s\";\n", name(node.get()).c_str(),
                   name(dependent).c_str());
    }
  }
  for (const auto& node : graph.nodes()) {
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      print(file, *child->graph, last_graph);
    }
  }
  std::fprintf(file, "}\n");
}

}  // namespace

bool write_dot(const Graph& graph, const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return false;
  std::fprintf(file, "digraph dot {\n");
  int last_graph = 0;
  print(file, graph, last_graph);
  std::fprintf(file, "}\n");
  return std::fclose(file) == 0;
}

}  // namespace gtl::runtime
