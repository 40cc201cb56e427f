// cudaGraphDebugDotPrint: a graph in the language of Graphviz.
#pragma once

#include "runtime/graph.h"

namespace gtl::runtime {

/// False when the file cannot be written.
bool write_dot(const Graph& graph, const char* path);

}  // namespace gtl::runtime
