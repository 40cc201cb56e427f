// Runs every matrix form of forms/*.forms: on a GPU to record its results, on the emulator to
// compare with them.
//
//   run_matrix record OUTPUT FORMS…       write the results of this device
//   run_matrix compare RECORD FORMS…      compare the results of this device with recorded ones
//   run_matrix dump FOLDER FORMS…         write every result in full, one file a form
//   run_matrix write-ptx FOLDER FORMS…    write each form's module, to read or to compile it
#include <cuda_runtime.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "matrix_form.h"

using namespace matrix_programs;

namespace {

/// By output register, then case, then thread.
using Results = std::vector<uint64_t>;

std::string failure(const char* what, cudaError_t status) {
  (void)cudaGetLastError();
  return std::string(what) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status);
}

void* upload(const std::vector<uint64_t>& values, uint32_t bytes) {
  void* address = nullptr;
  const size_t size = values.size() * bytes + 16;
  if (cudaMalloc(&address, size) != cudaSuccess) return nullptr;
  std::vector<char> packed(size);
  for (size_t i = 0; i < values.size(); ++i) {
    for (uint32_t byte = 0; byte < bytes; ++byte)
      packed[i * bytes + byte] = static_cast<char>(values[i] >> (8 * byte));
  }
  cudaMemcpy(address, packed.data(), size, cudaMemcpyHostToDevice);
  return address;
}

std::vector<uint64_t> register_values(const Form& form) {
  std::vector<uint64_t> values;
  uint32_t salt = 0;
  for (const Values& operand : form.inputs) {
    ++salt;
    for (uint32_t r = 0; r < operand.count; ++r) {
      for (uint32_t c = 0; c < form.cases; ++c) {
        for (uint32_t t = 0; t < form.threads; ++t)
          values.push_back(value_of(operand.kind, c, salt, r * form.threads + t));
      }
    }
  }
  return values;
}

/// Words of all cases, one case after the other.
std::vector<uint64_t> words(const std::vector<Values>& regions, uint32_t cases, uint32_t salt) {
  std::vector<uint64_t> values;
  for (uint32_t c = 0; c < cases; ++c) {
    uint32_t region_salt = salt;
    for (const Values& region : regions) {
      ++region_salt;
      for (uint32_t i = 0; i < region.count; ++i) {
        const uint64_t value = value_of(region.kind, c, region_salt, i);
        values.push_back(value & 0xFFFFFFFF);
        if (bytes_of(region.kind) == 8) values.push_back(value >> 32);
      }
    }
  }
  return values;
}

/// The form's results, or why there are none.
std::string run(const Form& form, Results& results) {
  const std::string module = module_text(form);
  cudaLibrary_t library;
  cudaError_t status =
      cudaLibraryLoadData(&library, module.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (status != cudaSuccess) return failure("is refused", status);
  cudaKernel_t kernel;
  status = cudaLibraryGetKernel(&kernel, library, "form");
  if (status != cudaSuccess) return failure("has no kernel", status);
  results.assign(size_t{output_registers(form)} * form.cases * form.threads, 0);
  void* inputs = upload(register_values(form), 8);
  void* outputs = upload(results, 8);
  void* memory = upload(words(form.memory, form.cases, 16), 4);
  void* shared = upload(words(form.shared, form.cases, 24), 4);
  void* arguments[] = {&inputs, &outputs, &memory, &shared};
  status = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(form.cases),
                            dim3(form.threads), arguments, 0, nullptr);
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status != cudaSuccess) return failure("does not run", status);
  cudaMemcpy(results.data(), outputs, results.size() * 8, cudaMemcpyDeviceToHost);
  for (void* address : {inputs, outputs, memory, shared}) cudaFree(address);
  cudaLibraryUnload(library);
  return "";
}

uint64_t fnv(uint64_t hash, const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3;
  return hash;
}
constexpr uint64_t kFnvBasis = 0xCBF29CE484222325;

std::string hex(uint64_t value, int digits) {
  char text[17];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

std::string key_of(const Form& form) { return form.family + "/" + form.name; }

std::string digest_of(const Form& form) {
  const std::string text = module_text(form);
  uint64_t digest = fnv(kFnvBasis, text.data(), text.size());
  for (const auto& values : {register_values(form), words(form.memory, form.cases, 16),
                             words(form.shared, form.cases, 24)}) {
    digest = fnv(digest, values.data(), values.size() * 8);
  }
  return hex(digest, 16);
}

/// The results of one case: by output register, then thread.
std::vector<uint64_t> case_results(const Form& form, const Results& results, uint32_t c) {
  std::vector<uint64_t> values;
  for (uint32_t r = 0; r < output_registers(form); ++r) {
    for (uint32_t t = 0; t < form.threads; ++t)
      values.push_back(results[(size_t{r} * form.cases + c) * form.threads + t]);
  }
  return values;
}

/// The values that a record spells out, to see what is wrong when the checksum differs.
constexpr uint32_t kSamples = 2;
size_t sample(size_t count, uint32_t c, uint32_t k) {
  return (size_t{c} * 131 + size_t{k} * 37 + k * count / kSamples) % count;
}

/// A checksum of every case, then its samples.
std::string record_text(const Form& form, const Results& results) {
  std::string sums, samples;
  for (uint32_t c = 0; c < form.cases; ++c) {
    const auto values = case_results(form, results, c);
    const uint64_t hash = fnv(kFnvBasis, values.data(), values.size() * 8);
    sums += hex((hash ^ hash >> 32) & 0xFFFFFFFF, 8);
    for (uint32_t k = 0; k < kSamples; ++k) {
      const uint64_t value = values[sample(values.size(), c, k)];
      samples += hex(value, value >> 32 ? 16 : 8) + (k + 1 == kSamples ? "," : " ");
    }
  }
  return key_of(form) + "\t" + digest_of(form) + "\t" + sums + "\t" + samples;
}

std::string file_name(const Form& form) {
  std::string name = form.family + "." + form.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.') c = '_';
  }
  return name;
}

int record(const std::string& path, const std::vector<Form>& forms) {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::fprintf(stderr, "no GPU to record on: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 2;
  }
  std::ofstream file(path);
  file << "# Results of " << properties.name << ". Written by record.sh, never by hand.\n";
  size_t failures = 0;
  for (const Form& form : forms) {
    Results results;
    const std::string error = run(form, results);
    if (error.empty()) {
      file << record_text(form, results) << std::endl;
      continue;
    }
    ++failures;
    std::fprintf(stderr, "%s: %s %s\n", form.place.c_str(), form.name.c_str(), error.c_str());
    cudaDeviceReset();  // A fault ends the context.
  }
  std::printf("%zu of %zu matrix forms recorded on %s\n", forms.size() - failures, forms.size(),
              properties.name);
  return file.flush() && failures == 0 ? 0 : 1;
}

/// 8 bytes a result where the outputs are double precision, else 4.
int dump(const std::string& folder, const std::vector<Form>& forms) {
  for (const Form& form : forms) {
    Results results;
    const std::string error = run(form, results);
    if (!error.empty()) {
      std::fprintf(stderr, "%s: %s %s\n", form.place.c_str(), form.name.c_str(), error.c_str());
      cudaDeviceReset();
      continue;
    }
    std::ofstream file(folder + "/" + file_name(form), std::ios::binary);
    const uint32_t bytes = form.outputs.empty() ? 4 : bytes_of(form.outputs.front().kind);
    for (const uint64_t value : results) file.write(reinterpret_cast<const char*>(&value), bytes);
  }
  return 0;
}

std::map<std::string, std::string> read_records(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, std::string> records;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') records[line.substr(0, line.find('\t'))] = line;
  }
  return records;
}

std::string cell(const std::string& line, size_t index) {
  std::istringstream cells(line);
  std::string text;
  for (size_t i = 0; i <= index; ++i) std::getline(cells, text, '\t');
  return text;
}

/// Which cases differ, and the first sample that does.
std::string difference(const std::string& expected, const std::string& got) {
  const std::string sums = cell(expected, 2), other = cell(got, 2);
  std::string cases;
  size_t count = 0;
  for (size_t i = 0; i < sums.size(); i += 8) {
    if (sums.compare(i, 8, other, i, 8) == 0) continue;
    if (++count <= 8) cases += " " + std::to_string(i / 8);
  }
  std::string text = "  " + std::to_string(count) + " cases differ, among them" + cases + "\n";
  std::istringstream samples(cell(expected, 3)), others(cell(got, 3));
  std::string a, b;
  for (size_t i = 0; std::getline(samples, a, ',') && std::getline(others, b, ','); ++i) {
    if (a == b) continue;
    return text + "  case " + std::to_string(i) + " gives " + b + ", on the GPU " + a + "\n";
  }
  return text;
}

std::string verdict(const Form& form, const std::map<std::string, std::string>& records) {
  const auto entry = records.find(key_of(form));
  if (entry == records.end()) return "has no record: run record.sh on a GPU";
  if (cell(entry->second, 1) != digest_of(form))
    return "has changed since it was recorded: run record.sh on a GPU";
  Results results;
  const std::string error = run(form, results);
  if (!error.empty()) return error;
  const std::string got = record_text(form, results);
  return got == entry->second ? "" : "differs from the GPU:\n" + difference(entry->second, got);
}

int compare(const std::string& path, const std::vector<Form>& forms) {
  const auto records = read_records(path);
  size_t failures = 0;
  for (const Form& form : forms) {
    const std::string text = verdict(form, records);
    if (text.empty()) continue;
    ++failures;
    std::printf("%s: %s %s\n", form.place.c_str(), form.name.c_str(), text.c_str());
  }
  std::printf("%zu of %zu matrix forms agree with the GPU\n", forms.size() - failures,
              forms.size());
  return failures == 0 ? 0 : 1;
}

int write_ptx(const std::string& folder, const std::vector<Form>& forms) {
  for (const Form& form : forms) {
    std::ofstream file(folder + "/" + file_name(form) + ".ptx");
    file << module_text(form);
    if (!file.flush()) return 2;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() < 3) {
    std::fprintf(stderr, "usage: run_matrix record|compare|dump|write-ptx FILE-OR-FOLDER FORMS…\n");
    return 2;
  }
  std::vector<Form> forms;
  for (size_t i = 2; i < words.size(); ++i) {
    for (Form& form : read_forms(words[i])) forms.push_back(std::move(form));
  }
  if (words[0] == "record") return record(words[1], forms);
  if (words[0] == "compare") return compare(words[1], forms);
  if (words[0] == "dump") return dump(words[1], forms);
  if (words[0] == "write-ptx") return write_ptx(words[1], forms);
  std::fprintf(stderr, "unknown command '%s'\n", words[0].c_str());
  return 2;
}
