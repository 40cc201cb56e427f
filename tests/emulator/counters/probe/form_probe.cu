// One launch a pattern and an instruction: what does the hardware count for each form of a load, a
// store, an atomic, in each memory?
//
//     python3 record.py GROUP forms_GROUP_h200.csv          (on a machine with a GPU and Nsight
//     Compute) form_probe write-ptx FOLDER          the modules, as form0.ptx, form1.ptx …
//     form_probe run GROUP [FOLDER]        launches them (FOLDER: as ptxas made them, form0.cubin
//     …)
//
// Prints a table of the launches: launch, form, space, bytes a lane, mask, 32 offsets.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "form_module.h"
#include "patterns.h"

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

using probe::Form;
using probe::Pattern;

namespace {

/// How many patterns a form gets: one is enough to see the names that count it.
enum class Effort { Name, Glance, Few, Many };

struct Group {
  const char* name;
  Effort effort;
  const char* space;
  std::vector<const char*> instructions;
};

const Group kGroups[] = {
    {"local",
     Effort::Few,
     "local",
     {"ld.local.u8", "ld.local.u32", "ld.local.u64", "ld.local.v4.u32", "st.local.u16",
      "st.local.u32", "st.local.f64", "st.local.v4.f32"}},
    {"global_atoms",
     Effort::Many,
     "global",
     {"atom.global.add.f32", "atom.global.add.f64", "atom.global.cas.b32", "atom.global.exch.b32",
      "atom.global.cas.b128", "atom.global.add.noftz.f16x2", "atom.global.add.v4.f32",
      "atom.cta.global.or.b64"}},
    {"global_reds",
     Effort::Many,
     "global",
     {"red.global.add.f64", "red.global.add.noftz.f16x2", "red.global.add.v4.f32",
      "red.global.max.u64", "red.sys.global.add.u32"}},
    {"global_loads",
     Effort::Few,
     "global",
     {"ld.global.nc.u8", "ld.global.nc.u32", "ld.global.nc.v4.f32", "ldu.global.u32",
      "ld.global.v2.u64", "ld.global.v4.u8", "ld.global.u16", "ld.volatile.global.f64",
      "ld.acquire.gpu.global.u32", "ld.global.L1::no_allocate.v2.u32"}},
    {"global_stores",
     Effort::Few,
     "global",
     {"st.global.u8", "st.global.u16", "st.global.f64", "st.global.v2.u32", "st.global.v4.u8",
      "st.global.v2.u64", "st.volatile.global.u32", "st.release.gpu.global.u32"}},
    {"shared_loops", Effort::Few, "shared", {"atom.shared.add.f64", "red.shared.add.noftz.bf16x2"}},
    {"shared_loads",
     Effort::Few,
     "shared",
     {"ld.shared.u8", "ld.shared.u16", "ld.shared.f64", "ld.shared.v2.u64", "ld.shared.v4.u8",
      "ld.shared.v4.u16", "ld.volatile.shared.u32"}},
    {"shared_stores",
     Effort::Few,
     "shared",
     {"st.shared.u8", "st.shared.u64", "st.shared.v2.u64", "st.shared.v4.u8", "st.shared.v2.f32",
      "st.volatile.shared.u32"}},
    {"shared_atoms",
     Effort::Many,
     "shared",
     {"atom.shared.add.f32", "atom.shared.add.u64", "atom.shared.exch.b32", "atom.shared.cas.b64",
      "atom.shared.min.s32", "red.shared.add.f32", "atom.shared.exch.b64", "atom.shared.and.b32",
      "atom.shared.inc.u32", "atom.shared.add.noftz.f16x2", "atom.shared.cas.b128",
      "atom.shared.exch.b128", "red.shared.add.u64", "red.shared.min.s32"}},
    {"generic",
     Effort::Glance,
     "shared",
     {"ld.u32", "ld.v4.f32", "st.u32", "atom.add.u32", "atom.cas.b32", "red.add.u32"}},
    {"generic",
     Effort::Glance,
     "global",
     {"ld.u32", "ld.v4.f32", "st.u32", "atom.add.u32", "atom.cas.b32", "red.add.f32"}},
    {"generic", Effort::Glance, "local", {"ld.u32", "st.u32"}},
    {"generic", Effort::Glance, "const", {"ld.const.u32", "ld.const.v4.u32"}},
};

std::vector<Pattern> patterns(const Form& form, Effort effort) {
  std::vector<Pattern> all;
  const uint32_t bytes = probe::bytes_of(form);
  const uint32_t limit = probe::reach_of(form.space) / bytes;
  const auto add = [&](auto where, uint32_t mask = 0xFFFFFFFF) {
    all.push_back(probe::pattern([&](uint32_t lane) { return where(lane) % limit * bytes; }, mask));
  };
  const auto row = [](uint32_t i) { return i; };

  add(row);
  if (effort == Effort::Name) return all;
  add([](uint32_t) { return 0; });
  add(row, 0x00000000);
  add([](uint32_t i) { return 3 * i + 1; }, 0x55555555);
  if (effort == Effort::Glance) return all;
  add([](uint32_t i) { return 2 * i + 1; });
  add([](uint32_t i) { return i % 16; });
  probe::Random random;
  const int random_count = effort == Effort::Many ? 4 : 1;
  for (int i = 0; i < random_count; ++i) {
    const uint32_t range = 2u << random.below(7);
    std::vector<uint32_t> places(32);
    for (uint32_t& place : places) place = random.below(range);
    add([&](uint32_t lane) { return places[lane]; }, i % 2 == 1 ? 0xFFFFFFFF : random.mask());
  }
  return all;
}

/// Every form once, with its number, whatever the group.
template <class Visit>
void for_each_form(Visit visit) {
  int number = 0;
  for (const Group& group : kGroups) {
    for (const char* instruction : group.instructions) {
      visit(group, Form{instruction, group.space}, "form" + std::to_string(number++));
    }
  }
}

int write_ptx(const std::string& folder) {
  for_each_form([&](const Group&, const Form& form, const std::string& file) {
    std::ofstream(folder + "/" + file + ".ptx") << probe::module_text(form);
  });
  return 0;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The group `names` is one launch of every form of all groups.
int run(const std::string& wanted, const std::string& folder) {
  void* buffer = nullptr;
  CHECK(cudaMalloc(&buffer, probe::reach_of("global")));
  CHECK(cudaMemset(buffer, 0, probe::reach_of("global")));
  std::printf("launch,form,space,bytes,mask");
  for (int lane = 0; lane < 32; ++lane) std::printf(",offset%d", lane);
  std::printf("\n");
  int launches = 0;
  for_each_form([&](const Group& group, const Form& form, const std::string& file) {
    const bool is_names = wanted == "names";
    if (!is_names && wanted != group.name) return;
    std::string code =
        folder.empty() ? probe::module_text(form) : read_file(folder + "/" + file + ".cubin");
    cudaLibrary_t library;
    cudaKernel_t kernel;
    const cudaError_t loaded = code.empty() ? cudaErrorFileNotFound
                                            : cudaLibraryLoadData(&library, code.c_str(), nullptr,
                                                                  nullptr, 0, nullptr, nullptr, 0);
    if (loaded != cudaSuccess) {
      std::fprintf(stderr, "%s in %s memory is left out: %s\n", form.instruction.c_str(),
                   form.space.c_str(), cudaGetErrorString(loaded));
      return;
    }
    CHECK(cudaLibraryGetKernel(&kernel, library, "probe"));
    for (Pattern& each : patterns(form, is_names ? Effort::Name : group.effort)) {
      std::printf("%d,%s,%s,%u,0x%08x", launches++, form.instruction.c_str(), form.space.c_str(),
                  probe::bytes_of(form), each.mask);
      for (const uint32_t offset : each.offset) std::printf(",%u", offset);
      std::printf("\n");
      uint32_t never = 0xDEADBEEF;
      void* arguments[] = {&each, &buffer, &never};
      CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(32), arguments, 0,
                             nullptr));
      CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaLibraryUnload(library));
  });
  CHECK(cudaFree(buffer));
  return launches == 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "write-ptx") == 0) return write_ptx(argv[2]);
  if (argc >= 3 && std::strcmp(argv[1], "run") == 0) return run(argv[2], argc > 3 ? argv[3] : "");
  std::fprintf(stderr, "usage: form_probe write-ptx FOLDER | form_probe run GROUP [FOLDER]\n");
  return 2;
}
