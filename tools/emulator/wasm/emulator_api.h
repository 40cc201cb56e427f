/// The emulator as a WebAssembly module: what build/lib/emulator.wasm exports. A plain C interface,
/// so that the page needs no glue. One instance of the module is one device, used by one worker.
///
/// Text and bytes go through the module's memory: the caller writes what it passes to the address
/// that emulator_input() returns, and finds what it asked for at the address that a function
/// returns, emulator_text_size() bytes of UTF-8. Either stays until the next call. Views of the
/// memory are to be made anew after every call: it may have grown.
///
/// A run, from start to end:
///
///     emulator_load(size)                   the PTX text, written to emulator_input(size)
///     emulator_allocate(bytes) …            buffers, filled through emulator_write(…)
///     emulator_begin(kernel, …, size)       the packed parameters, written to emulator_input(size)
///     while (emulator_run(budget) == 1) …   in slices: post progress, or stop by not calling again
///     emulator_counters(), emulator_findings(), emulator_read(…)
///
/// or, in the place of emulator_run: emulator_step_begin(block, warp), then emulator_step() and
/// emulator_step_state() as often as wanted.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Changes when a function changes its meaning or goes away.
#define EMULATOR_API_VERSION 1

/// What emulator_run and emulator_step return.
enum EmulatorState {
  EMULATOR_FINISHED = 0,
  EMULATOR_RUNNING = 1,  ///< There is more to do.
  EMULATOR_FAULTED = 2   ///< The kernel cannot go on: emulator_findings() says why.
};

/// Bits of emulator_begin's `watch`. What stops a kernel is always told: memcheck's accesses,
/// deadlocks, misused barriers. EMULATOR_SYNCCHECK finds barriers that threads miss, and masks that
/// do not fit, though the kernel goes on.
enum EmulatorWatch {
  EMULATOR_COUNT = 1,
  EMULATOR_RACECHECK = 2,
  EMULATOR_INITCHECK = 4,
  EMULATOR_SYNCCHECK = 8
};

uint32_t emulator_version(void);

/// Room for `size` bytes that the next call takes.
void* emulator_input(uint32_t size);
/// Bytes of the text that the last call returned.
uint32_t emulator_text_size(void);
/// Why the last call failed, in the words its reader needs; empty when it did not.
const char* emulator_message(void);

/// Takes `size` bytes of PTX from the input. 1, or 0: see emulator_message(). The module before,
/// its buffers and its launch are gone.
uint32_t emulator_load(uint32_t size);
/// JSON: `[{"name":"saxpy(float*, int)","mangled":"…","sharedBytes":0,"parameterBytes":12,
/// "parameters":[{"name":"…","offset":0,"size":8},…]},…]`. The position in this list names a
/// kernel.
const char* emulator_kernels(void);

/// The device address of a new buffer, or 0: see emulator_message().
uint64_t emulator_allocate(uint64_t bytes);
/// 1, or 0: see emulator_message().
uint32_t emulator_release(uint64_t address);
/// The device address of a module's variable whose name, `size` bytes, is in the input; 0: none.
uint64_t emulator_variable(uint32_t size);
/// Where the `bytes` bytes at a device address lie in the module's memory, to be set by the caller,
/// all of them (initcheck takes them as written); null when they do not lie in one buffer.
void* emulator_write(uint64_t address, uint64_t bytes);
/// The same, to be read.
const void* emulator_read(uint64_t address, uint64_t bytes);

/// Prepares a launch. Takes `size` bytes of parameters from the input, laid out as
/// emulator_kernels() says. `watch`: bits of EmulatorWatch. 1, or 0: see emulator_message().
uint32_t emulator_begin(uint32_t kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z,
                        uint32_t block_x, uint32_t block_y, uint32_t block_z,
                        uint32_t dynamic_shared_bytes, uint32_t watch, uint32_t size);
/// Runs about `budget` warp instructions of the launch; an EmulatorState.
uint32_t emulator_run(uint32_t budget);
/// Progress and speed: blocks that have ended, instructions so far (exact up to 2^53).
double emulator_blocks_done(void);
double emulator_warp_instructions(void);
double emulator_thread_instructions(void);

/// The counters of the launch so far, by kernel and by source line: one object of the JSON Lines
/// that docs/handbook/formats.md describes; `{}` when nothing was counted.
const char* emulator_counters(void);
/// JSON: `[{"check":"racecheck","places":[{"file":"reduce.cu","line":12},…],"text":"=========
/// …"}]`. `check` is memcheck, racecheck, initcheck or synccheck, or empty for a trap.
const char* emulator_findings(void);

/// Starts one block of the prepared launch, to be seen through one of its warps. 1, or 0: see
/// emulator_message().
uint32_t emulator_step_begin(uint32_t block, uint32_t warp);
/// One instruction of the warp; the block's other warps run only when it waits for them. An
/// EmulatorState; finished: the warp has ended.
uint32_t emulator_step(void);
/// JSON: `{"state":"running","block":0,"warp":0,"alive":4294967295,"steps":7,"groups":[…],
/// "last":{…},"accesses":[…]}`. A group is lanes that stand at one instruction, the one that runs
/// next first: `{"state":"ready","mask":…,"function":"…","instruction":7,"ptxLine":20,"ptx":"…",
/// "file":"saxpy.cu","line":9}`; its state is ready, barrier, mbarrier, warp (waits for lanes of
/// its warp) or reconvergence (waits where the ways of a branch meet). `last` is the instruction
/// that ran, with the lanes that executed it (`mask`) and those predicated off. An access:
/// `{"space":"global","kind":"load","bytes":4,"mask":…, "addresses":[32
/// numbers],"sectors":[{"index":…,"usedBytes":…}],"requests":1,"sectorCount":4}`, in shared memory
/// with `wavefronts`, `conflicts` and the words that the banks deliver instead,
/// `"words":[{"word":…,"bank":…,"pass":0,"lanes":…}]`.
const char* emulator_step_state(void);
/// JSON: the registers of the function that the warp is in: `[{"name":"%r1","bytes":4},…]`; a
/// predicate has 0 bytes.
const char* emulator_step_registers(void);
/// The 32 values, by lane, of the register whose name, `size` bytes, is in the input; null: none.
const uint64_t* emulator_step_values(uint32_t size);

#ifdef __cplusplus
}
#endif
