// Runs every form of forms/*.forms: on a GPU to record its results, on the emulator to compare with
// them.
//
//   run_forms record OUTPUT FORMS…       write the results of this device
//   run_forms compare RECORD FORMS…      compare the results of this device with recorded ones
//   run_forms write-ptx FOLDER FORMS…    write each form's module, to read or to compile it
//
// With --cubins FOLDER before the command, modules that `ptxas` made of those are loaded instead of
// PTX.
#include <cuda_runtime.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "form.h"
#include "inputs.h"
#include "module_text.h"
#include "record.h"

using namespace ptx_programs;

namespace {

std::string cubin_folder;  // Empty: load PTX.

/// The memory that all forms use in turn.
class Device {
 public:
  Device() {
    check(cudaMalloc(&inputs_, 4 * kVectors * 8), "cudaMalloc");
    check(cudaMalloc(&outputs_, 8 * kVectors * 8), "cudaMalloc");
    check(cudaMalloc(&memory_, memory_bytes()), "cudaMalloc");
  }

  /// The form's results, or why there are none.
  std::string run(const Form& form, const std::string& module, Results& results) {
    cudaLibrary_t library;
    cudaError_t status =
        cudaLibraryLoadData(&library, module.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (status != cudaSuccess) return failure("is refused", status);
    cudaKernel_t kernel;
    status = cudaLibraryGetKernel(&kernel, library, "form");
    if (status != cudaSuccess) return failure("has no kernel", status);
    prepare(form);
    void* arguments[] = {&inputs_, &outputs_, &memory_};
    status =
        cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(kVectors / kThreadsPerBlock),
                         dim3(kThreadsPerBlock), arguments, 0, nullptr);
    if (status == cudaSuccess) status = cudaDeviceSynchronize();
    if (status != cudaSuccess) return failure("does not run", status);
    for (size_t i = 0; i < form.outputs.size(); ++i) {
      results.emplace_back(kVectors);
      check(cudaMemcpy(results[i].data(), outputs_ + i * kVectors, kVectors * 8,
                       cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    }
    check(cudaLibraryUnload(library), "cudaLibraryUnload");
    return "";
  }

 private:
  static size_t memory_bytes() { return kVectors * kCellBytes + kVectors / 32 * kPoolBytes; }

  static void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
  }

  static std::string failure(const char* what, cudaError_t status) {
    (void)cudaGetLastError();
    return std::string(what) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status);
  }

  void prepare(const Form& form) {
    for (size_t i = 0; i < form.inputs.size(); ++i) {
      const auto values = values_of(form.inputs, i);
      check(cudaMemcpy(inputs_ + i * kVectors, values.data(), kVectors * 8, cudaMemcpyHostToDevice),
            "cudaMemcpy");
    }
    check(cudaMemset(outputs_, 0, 8 * kVectors * 8), "cudaMemset");
    check(cudaMemset(memory_, 0, memory_bytes()), "cudaMemset");
  }

  uint64_t* inputs_ = nullptr;
  uint64_t* outputs_ = nullptr;
  std::byte* memory_ = nullptr;
};

/// A name for the form's file: letters, digits, dots and underscores.
std::string file_name(const Form& form) {
  std::string name = form.family + "." + form.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.') c = '_';
  }
  return name;
}

std::string module_of(const Form& form) {
  if (cubin_folder.empty()) return module_text(form);
  const std::string path = cubin_folder + "/" + file_name(form) + ".cubin";
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  if (!file) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(2);
  }
  return bytes.str();
}

int record(const std::string& path, const std::vector<Form>& forms) {
  cudaDeviceProp properties;
  int driver = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess ||
      cudaDriverGetVersion(&driver) != cudaSuccess) {
    std::fprintf(stderr, "no GPU to record on: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 2;
  }
  std::ofstream file(path);
  file << "# Results of " << properties.name << ", driver for CUDA " << driver / 1000 << "."
       << driver % 1000 / 10 << ", "
       << (cubin_folder.empty() ? "PTX compiled by the driver" : "PTX compiled by ptxas")
       << ". Written by record.sh, never by hand.\n";
  auto device = std::make_unique<Device>();
  size_t failures = 0;
  for (const Form& form : forms) {
    Results results;
    const std::string error = device->run(form, module_of(form), results);
    if (error.empty()) {
      file << record_line(form, results) << std::endl;  // Kept even when a later form hangs.
      continue;
    }
    ++failures;
    std::fprintf(stderr, "%s: %s %s\n", form.place.c_str(), form.name.c_str(), error.c_str());
    cudaDeviceReset();  // A fault ends the context.
    device = std::make_unique<Device>();
  }
  std::printf("%zu of %zu forms recorded on %s\n", forms.size() - failures, forms.size(),
              properties.name);
  return file.flush() && failures == 0 ? 0 : 1;
}

/// Empty when the form's results are the recorded ones.
std::string verdict(const Form& form, const Records& records, Device& device) {
  const auto record = records.find(record_key(form));
  if (record == records.end()) return "has no record: run record.sh on a GPU";
  if (record->second.digest != digest_of(form))
    return "has changed since it was recorded: run record.sh on a GPU";
  Results results;
  const std::string error = device.run(form, module_of(form), results);
  if (!error.empty()) return error;
  const std::string text = difference(form, record->second, results);
  return text.empty() ? "" : "differs from the GPU:\n" + text;
}

int compare(const std::string& path, const std::vector<Form>& forms) {
  const Records records = read_records(path);
  Device device;
  size_t failures = 0;
  for (const Form& form : forms) {
    const std::string text = verdict(form, records, device);
    if (text.empty()) continue;
    ++failures;
    std::printf("%s: %s %s\n", form.place.c_str(), form.name.c_str(), text.c_str());
  }
  std::printf("%zu of %zu forms agree with the GPU\n", forms.size() - failures, forms.size());
  return failures == 0 ? 0 : 1;
}

int write_ptx(const std::string& folder, const std::vector<Form>& forms) {
  for (const Form& form : forms) {
    std::ofstream file(folder + "/" + file_name(form) + ".ptx");
    file << module_text(form);
    if (!file.flush()) {
      std::fprintf(stderr, "%s: cannot write there\n", folder.c_str());
      return 2;
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() > 2 && words[0] == "--cubins") {
    cubin_folder = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.size() < 3) {
    std::fprintf(
        stderr,
        "usage: run_forms [--cubins FOLDER] record|compare|write-ptx FILE-OR-FOLDER FORMS…\n");
    return 2;
  }
  std::vector<Form> forms;
  for (size_t i = 2; i < words.size(); ++i) {
    for (Form& form : read_forms(words[i])) forms.push_back(std::move(form));
  }
  if (words[0] == "record") return record(words[1], forms);
  if (words[0] == "compare") return compare(words[1], forms);
  if (words[0] == "write-ptx") return write_ptx(words[1], forms);
  std::fprintf(stderr, "unknown command '%s'\n", words[0].c_str());
  return 2;
}
