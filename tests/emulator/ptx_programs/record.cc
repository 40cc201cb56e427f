#include "record.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "inputs.h"
#include "module_text.h"
#include "tolerance.h"

namespace ptx_programs {
namespace {

/// Values kept in full: the first ones, of edge values, and the first of the random ones. Checksums
/// tell whether an exact form is right everywhere; a tolerance needs the values themselves.
struct Kept {
  uint32_t edges, random;
  uint32_t count() const { return edges + random; }
  uint32_t vector(uint32_t k) const { return k < edges ? k : kVectors / 2 + (k - edges); }
};
Kept kept_of(const Form& form) {
  return form.tolerance.kind == Tolerance::Kind::Exact ? Kept{64, 32} : Kept{160, 352};
}
constexpr uint32_t kChecksumVectors = 128;
constexpr size_t kShownDifferences = 3;

uint64_t fnv(uint64_t hash, const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3;
  return hash;
}
constexpr uint64_t kFnvBasis = 0xCBF29CE484222325;

std::string hex(uint64_t value, uint32_t digits) {
  char text[17];
  std::snprintf(text, sizeof text, "%0*llx", static_cast<int>(digits),
                static_cast<unsigned long long>(value));
  return text;
}

/// A predicate is one digit.
uint32_t digits_of(const std::string& type) {
  return type == "pred" ? 1 : width_of_output(type) / 4;
}

/// Eight hex digits for every kChecksumVectors values.
std::string checksums(const std::vector<uint64_t>& values) {
  std::string sums;
  for (size_t begin = 0; begin < values.size(); begin += kChecksumVectors) {
    const uint64_t hash = fnv(kFnvBasis, &values[begin], kChecksumVectors * sizeof(uint64_t));
    sums += hex((hash ^ hash >> 32) & 0xFFFFFFFF, 8);
  }
  return sums;
}

std::string describe(const Form& form, size_t output, uint32_t vector, const std::string& expected,
                     uint64_t got) {
  std::string text = "  thread " + std::to_string(vector) + ":";
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    const uint32_t width = find_class(form.inputs[i])->width;
    text += " " + input_name(i) + "=" +
            hex(values_of(form.inputs, i)[vector], width < 4 ? 1 : width / 4);
  }
  return text + "  " + output_name(form, output) + " is " +
         hex(got, digits_of(form.outputs[output])) + ", on the GPU " + expected + "\n";
}

}  // namespace

std::string record_key(const Form& form) { return form.family + "/" + form.name; }

uint64_t digest_of(const Form& form) {
  const std::string text = module_text(form);
  uint64_t digest = fnv(kFnvBasis, text.data(), text.size());
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    const auto values = values_of(form.inputs, i);
    digest = fnv(digest, values.data(), values.size() * sizeof(uint64_t));
  }
  return digest;
}

std::string record_line(const Form& form, const Results& results) {
  const Kept kept = kept_of(form);
  std::string line = record_key(form) + "\t" + hex(digest_of(form), 16);
  for (size_t output = 0; output < results.size(); ++output) {
    line += "\t";
    for (uint32_t k = 0; k < kept.count(); ++k) {
      line += hex(results[output][kept.vector(k)], digits_of(form.outputs[output]));
    }
    line += "\t" + checksums(results[output]);
  }
  return line;
}

Records read_records(const std::string& path) {
  std::ifstream file(path);
  Records records;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    std::string key, digest, values, sums;
    std::getline(cells, key, '\t');
    std::getline(cells, digest, '\t');
    Record record;
    record.digest = std::strtoull(digest.c_str(), nullptr, 16);
    while (std::getline(cells, values, '\t') && std::getline(cells, sums, '\t')) {
      record.outputs.push_back({values, sums});
    }
    records[key] = std::move(record);
  }
  return records;
}

std::string difference(const Form& form, const Record& record, const Results& results) {
  if (record.outputs.size() != results.size())
    return "  the record has another number of outputs\n";
  const Kept kept = kept_of(form);
  std::string text;
  size_t different = 0;
  for (size_t output = 0; output < results.size(); ++output) {
    const RecordedOutput& expected = record.outputs[output];
    const uint32_t digits = digits_of(form.outputs[output]);
    if (expected.values.size() != size_t{kept.count()} * digits)
      return "  the record has another format: record anew\n";
    for (uint32_t k = 0; k < kept.count(); ++k) {
      const uint32_t vector = kept.vector(k);
      const uint64_t got = results[output][vector];
      const std::string recorded = expected.values.substr(k * digits, digits);
      const uint64_t value = std::strtoull(recorded.c_str(), nullptr, 16);
      if (is_within(form.tolerance, form.outputs[output], value, got)) continue;
      if (different++ < kShownDifferences) text += describe(form, output, vector, recorded, got);
    }
    if (form.tolerance.kind != Tolerance::Kind::Exact || different > 0) continue;
    const std::string sums = checksums(results[output]);
    for (size_t i = 0; i < sums.size() && i < expected.checksums.size(); i += 8) {
      if (sums.compare(i, 8, expected.checksums, i, 8) == 0) continue;
      text += "  " + output_name(form, output) + ": one of the threads from " +
              std::to_string(i / 8 * kChecksumVectors) + " to " +
              std::to_string((i / 8 + 1) * kChecksumVectors - 1) + " differs (by checksum)\n";
      break;
    }
  }
  if (different > kShownDifferences)
    text += "  … " + std::to_string(different) + " of the kept values differ\n";
  return text;
}

}  // namespace ptx_programs
