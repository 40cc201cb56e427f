// Running a kernel: a Launch says what, a BlockRunner executes one block of it at a time. Threads are
// the caller's business (runtime/): several runners may work on the blocks of one launch at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "exec/observer.h"
#include "memory/memory.h"

namespace gtl::decode {
struct Program;
struct Function;
}  // namespace gtl::decode

namespace gtl::memory {
class ImageTable;
}  // namespace gtl::memory

namespace gtl::exec {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
};

/// What the device offers a kernel beyond memory. The runtime implements it.
class HostServices {
 public:
  virtual ~HostServices() = default;
  /// Device `printf`: the format string and the packed argument buffer of vprintf's ABI; `arguments`
  /// reaches to the end of the readable buffer. Returns what printf returns.
  /// `block` says whose text it is; `text_at` reads the string behind an address as the thread sees
  /// it. kUnreadableText when a %s argument is no address that can be read.
  using TextAt = std::function<std::optional<std::string>(uint64_t address)>;
  virtual int32_t print(uint64_t block, const char* format, std::span<const std::byte> arguments,
                        const TextAt& text_at) = 0;
  static constexpr int32_t kUnreadableText = INT32_MIN;
  /// Who calls malloc on the device.
  struct HeapCall {
    uint64_t block = 0;
    uint32_t thread = 0;
    uint32_t function = 0, instruction = 0;
  };
  virtual uint64_t device_malloc(uint64_t bytes, const HeapCall& call) = 0;
  virtual bool device_free(uint64_t address) = 0;

  /// A piece that device_malloc returned and that has not been freed.
  struct HeapPiece {
    uint64_t address = 0, size = 0;
  };
  /// The piece that holds an address of the heap; of size 0 when none does.
  virtual HeapPiece heap_piece(uint64_t /*address*/) { return {}; }
  /// What the reader needs to know of an address of the heap that cannot be accessed or freed.
  virtual std::string describe_heap(uint64_t /*address*/) { return {}; }
};

struct Launch {
  const decode::Program* program = nullptr;
  uint32_t kernel = 0;                    ///< Index into Program::functions.
  Dim3 grid, block;
  Dim3 cluster;                           ///< In blocks; the grid is a multiple of it.
  bool has_explicit_cluster = false;      ///< Launched with cluster dimensions, 1 x 1 x 1 included.
  uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> parameters;      ///< Laid out as the kernel's .param space.
  memory::Memory* memory = nullptr;
  const memory::ImageTable* images = nullptr;  ///< Textures and surfaces; null: there are none.
  HostServices* host = nullptr;
  uint64_t id = 0;                        ///< 0, 1, 2 … in the order of launches.
  uint64_t seed = 0;                      ///< Order of warps: 0 is the natural one.
  /// Device address of the words {size, barrier} that grid.sync() uses; 0 where nobody asks for it.
  uint64_t grid_workspace = 0;
};

enum class FaultKind : uint8_t {
  OutOfBounds, Misaligned, WrongSpace, IllegalInstruction, Trap, Assert, BarrierMisuse, Deadlock,
  StackOverflow,
  NotInCluster,        ///< Shared memory of a block that the cluster does not have, or no longer.
  NoProgress,          ///< Everything that still runs goes round in circles.
  InstructionLimit, InvalidFree, Interrupted,
  InvalidImage,         ///< No texture or surface that can be used this way.
  SurfaceOutOfBounds,   ///< An access with the boundary mode `trap`.
  MisalignedSurface,
  InvalidText,          ///< What printf's %s is given is no address on the device.
  MissingParameters,    ///< The kernel reads more than the launch passes.
};

/// Why a block could not go on. Every faulting lane of the warp instruction is in `lanes`.
struct Fault {
  FaultKind kind = FaultKind::Trap;
  memory::Space space = memory::Space::Global;
  AccessKind access = AccessKind::Load;
  uint32_t bytes = 0;                     ///< Size of the access of one lane.
  uint32_t lanes = 0;                     ///< Mask of the lanes at fault.
  std::array<uint64_t, 32> address{};     ///< As in MemoryEvent.
  uint64_t space_size = 0;                ///< Shared, local, param: the size of the space.
  uint32_t function = 0, instruction = 0;
  std::vector<std::pair<uint32_t, uint32_t>> call_stack;  ///< (function, call instruction), innermost first.
  uint64_t block = 0;
  uint32_t warp = 0;
  uint64_t shared_block = 0;              ///< Shared: whose memory it is, as in MemoryEvent.
  std::string detail;                     ///< What else its reader needs, in words.
};

enum class RunState : uint8_t { Finished, Suspended, Faulted };

/// Counts an instruction of one function: `executed` warp instructions, `lanes` thread instructions.
struct InstructionCount {
  uint64_t executed = 0, lanes = 0;
};

/// Runs the blocks of one cluster, which take turns; without clusters, one block.
class BlockRunner {
 public:
  /// `observer` may be null: then nothing is reported and the fast paths stay fast.
  BlockRunner(const Launch& launch, Observer* observer);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Starts the blocks of a cluster. Clusters are numbered as blocks are: x first, then y, then z.
  void start(uint64_t cluster);
  /// Runs about `budget` warp instructions; Suspended means: not finished, call again. All blocks that
  /// may wait for each other make progress when their runners take turns.
  RunState run(uint64_t budget);
  const Fault& fault() const;
  /// Counts of all blocks this runner ran, by [function][instruction].
  const std::vector<std::vector<InstructionCount>>& instruction_counts() const;

  /// Warp instructions of all blocks so far.
  uint64_t executed() const;
  /// Grows whenever a thread changed what other threads may see, or read a clock.
  uint64_t effects() const;
  /// Of everything that decides what the blocks do next, but for the memory that others see. When it
  /// recurs while effects() stands still here and in all blocks that run beside, the same happens for
  /// ever.
  uint64_t state_hash() const;
  /// Stops the cluster where it is: fault() then tells where, with one line a group of lanes in the
  /// detail.
  void stop(FaultKind kind);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gtl::exec
