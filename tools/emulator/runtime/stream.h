// Streams, events, and the captures that streams take part in.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "runtime/abi_graph.h"

namespace gtl::runtime {

class Graph;
struct Capture;
struct GraphNode;

struct Stream {
  unsigned int flags = 0;
  int priority = 0;
  uint64_t id = 0;
  int device = 0;
  int synchronization_policy = -1;       ///< Until it is set: so an H200 says.
  int attribute_priority = 0;            ///< cudaStreamAttributePriority, once set.
  std::shared_ptr<Capture> capture;      ///< Null when the stream does its work at once.
  std::vector<GraphNode*> dependencies;  ///< Of the next work that is captured.
};

struct Event {
  unsigned int flags = 0;
  bool is_recorded = false;
  int device = 0;
  std::shared_ptr<Capture> capture;  ///< Null unless it was last recorded in a capture.
  std::vector<GraphNode*> captured_after;
};

/// One stream capture: from cudaStreamBeginCapture to cudaStreamEndCapture.
struct Capture {
  uint64_t id = 0;
  CaptureMode mode = CaptureMode::Global;
  std::thread::id thread;
  std::shared_ptr<Graph> graph;
  bool is_into_existing = false;  ///< cudaStreamBeginCaptureToGraph
  Stream* origin = nullptr;
  std::set<Stream*> streams;
  bool is_invalidated = false;
  bool is_over = false;
};

}  // namespace gtl::runtime
