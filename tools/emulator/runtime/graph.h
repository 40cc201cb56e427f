// Graphs: work with dependencies, and what is ready to be launched of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "runtime/work.h"

namespace gtl::runtime {

class Graph;

struct GraphNode {
  Graph* graph = nullptr;
  Work work;
  std::vector<GraphNode*> dependencies, dependents;  ///< In order of addition.
  const GraphNode* original = nullptr;               ///< Of a clone: the node it was made from.
  bool is_enabled = true;                            ///< Of an instantiated graph.
};

/// An object of the program that lives as long as somebody holds a reference.
struct UserObject {
  void* data = nullptr;
  HostFunction destroy = nullptr;
  unsigned references = 0;

  /// Drops references; with the last one the object destroys its data and itself.
  static void release(UserObject* object, unsigned count);
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  GraphNode* add(Work work, const std::vector<GraphNode*>& dependencies);
  void remove(GraphNode* node);
  static bool has_edge(const GraphNode* from, const GraphNode* to);
  void add_edge(GraphNode* from, GraphNode* to);
  void remove_edge(GraphNode* from, GraphNode* to);

  /// In order of creation.
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  bool has(const GraphNode* node) const;
  /// The place of a node in nodes(); the number of nodes when it is none of them.
  size_t index_of(const GraphNode* node) const;
  /// Every node after those it depends on, otherwise by creation. Fewer than nodes() when there is
  /// a cycle.
  std::vector<GraphNode*> in_order() const;
  /// Child graphs are cloned with it.
  std::shared_ptr<Graph> clone() const;
  /// The clone's node of a node of the original; null when it has none.
  GraphNode* clone_of(const GraphNode* original) const;
  /// Whether it or a child holds work of that type.
  bool contains(NodeType type) const;

  /// Whether the handle is a graph, or a node of one, that still exists.
  static bool is_graph(const void* handle);
  static bool is_node(const void* handle);

  const uint64_t id;  ///< Never given again, unlike the address.
  std::map<UserObject*, unsigned> objects;  ///< References held.
  const Graph* parent = nullptr;            ///< Of a child graph: the one it is embedded in.
  const Graph* cloned_from = nullptr;

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

/// What cudaGraphInstantiate makes: a copy of the graph, ready to run again and again.
struct GraphExec {
  std::shared_ptr<Graph> graph;
  std::map<const GraphNode*, GraphNode*> node_of;  ///< By the node of the graph it was made from.
  uint64_t source_id = 0;  ///< Of the graph it was made from, which may be gone.
  unsigned long long flags = 0;
  std::set<uint64_t> addresses;  ///< Of its own allocation nodes.
};

/// What the program holds by handle.
struct Graphs {
  std::map<const void*, std::shared_ptr<Graph>> graphs;
  std::map<const void*, std::unique_ptr<GraphExec>> execs;

  Graph* add(std::shared_ptr<Graph> graph);
  GraphExec* add(std::unique_ptr<GraphExec> exec);
  /// A graph of the program's, or one embedded in it; null when there is none.
  static Graph* find(void* handle);
  static GraphNode* find_node(void* handle);
  GraphExec* find_exec(const void* handle) const;
};

}  // namespace gtl::runtime
