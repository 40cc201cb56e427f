#include "runtime/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "runtime/explain.h"

namespace gtl::runtime {
namespace {

constexpr uint64_t kMostDevices = 64;

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

uint64_t number(const char* name, uint64_t fallback) {
  const char* text = variable(name);
  if (text == nullptr) return fallback;
  uint64_t value = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error == std::errc() && stop == end) return value;
  explain(std::string(name) + "=" + text + " is no number; " + std::to_string(fallback) +
          " is used instead");
  return fallback;
}

}  // namespace

Settings read_settings() {
  Settings settings;
  if (const char* path = variable("GTL_COUNTERS")) settings.counters_file = path;
  settings.checks = checks::CheckSet::all();
  if (const char* list = variable("GTL_CHECK")) {
    auto parsed = checks::parse_checks(list);
    if (parsed.ok()) {
      settings.checks = parsed.value();
    } else {
      explain("GTL_CHECK=" + std::string(list) + ": " + parsed.error().what +
              "; all but leakcheck are used");
    }
  }
  const unsigned machine = std::thread::hardware_concurrency();
  const uint64_t threads = number("GTL_THREADS", machine == 0 ? 1 : machine);
  settings.threads = static_cast<unsigned>(threads == 0 ? 1 : threads > 1024 ? 1024 : threads);
  settings.seed = number("GTL_SEED", 0);
  const uint64_t devices = number("GTL_DEVICES", 1);
  settings.devices = static_cast<unsigned>(std::clamp<uint64_t>(devices, 1, kMostDevices));
  if (settings.devices != devices) {
    explain("GTL_DEVICES=" + std::to_string(devices) + ": there can be 1 to " +
            std::to_string(kMostDevices) + " devices; the program sees " +
            std::to_string(settings.devices));
  }
  settings.instruction_limit = number("GTL_LIMIT", 0);
  settings.is_under_emulate = variable("GTL_EMULATE") != nullptr;
  const char* blocking = variable("CUDA_LAUNCH_BLOCKING");
  settings.launches_block = blocking != nullptr && std::strcmp(blocking, "1") == 0;
  return settings;
}

}  // namespace gtl::runtime
