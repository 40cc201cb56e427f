#include "runtime/device_printf.h"

#include <cstdio>
#include <cstring>
#include <string_view>

namespace gtl::runtime {
namespace {

using TextAt = exec::HostServices::TextAt;

constexpr std::string_view kMissing = "(missing argument)";

/// Takes packed arguments one by one.
class Arguments {
 public:
  explicit Arguments(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// The next argument; false when the buffer has no more.
  template <class T>
  bool take(T& value) {
    const size_t start = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (start > bytes_.size() || sizeof(T) > bytes_.size() - start) return false;
    std::memcpy(&value, bytes_.data() + start, sizeof(T));
    offset_ = start + sizeof(T);
    ++taken_;
    return true;
  }
  int32_t taken() const { return taken_; }

 private:
  std::span<const std::byte> bytes_;
  size_t offset_ = 0;
  int32_t taken_ = 0;
};

/// `%-8.3lld` in parts; width and precision may come from arguments.
struct Conversion {
  std::string flags, width, precision;
  int longs = 0;  ///< l is 1, ll is 2; z, j and t count as l: all have 8 bytes on the device.
  int shorts = 0;
  char type = '\0';

  std::string host_format(const char* length) const {
    return "%" + flags + width + precision + length + type;
  }
};

template <class T>
std::string print(const std::string& format, T value) {
  const int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length < 0) return std::string(kMissing);
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string device_string(uint64_t address, const TextAt& text_at, Printed& printed) {
  if (address == 0) return "(null)";
  if (const std::optional<std::string> text = text_at(address)) return *text;
  const bool is_in_window = address - memory::kSharedWindow <
                            memory::kParamWindow + memory::kWindowSize - memory::kSharedWindow;
  printed.has_wild_text = printed.has_wild_text || !is_in_window;
  return "(string outside device memory)";
}

std::string convert_integer(const Conversion& c, Arguments& arguments) {
  const bool is_signed = c.type == 'd' || c.type == 'i';
  uint64_t bits = 0;
  if (c.longs > 0) {
    if (!arguments.take(bits)) return std::string(kMissing);
  } else {
    uint32_t low = 0;
    if (!arguments.take(low)) return std::string(kMissing);
    if (c.shorts == 1) low = is_signed ? uint32_t(int32_t(int16_t(low))) : uint16_t(low);
    if (c.shorts >= 2) low = is_signed ? uint32_t(int32_t(int8_t(low))) : uint8_t(low);
    bits = is_signed ? uint64_t(int64_t(int32_t(low))) : low;
  }
  if (is_signed) return print(c.host_format("ll"), static_cast<long long>(bits));
  return print(c.host_format("ll"), static_cast<unsigned long long>(bits));
}

std::string convert(const Conversion& c, Arguments& arguments, const TextAt& text_at,
                    Printed& printed) {
  switch (c.type) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convert_integer(c, arguments);
    case 'c': {
      int32_t value = 0;
      return arguments.take(value) ? print(c.host_format(""), value) : std::string(kMissing);
    }
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': {
      double value = 0;
      return arguments.take(value) ? print(c.host_format(""), value) : std::string(kMissing);
    }
    case 'p': {
      uint64_t value = 0;
      if (!arguments.take(value)) return std::string(kMissing);
      Conversion as_hex = c;
      as_hex.type = 'x';
      as_hex.flags += '#';
      return value == 0 ? print("%" + c.width + "s", "(nil)")
                        : print(as_hex.host_format("ll"), static_cast<unsigned long long>(value));
    }
    case 's': {
      uint64_t address = 0;
      if (!arguments.take(address)) return std::string(kMissing);
      return print(c.host_format(""), device_string(address, text_at, printed).c_str());
    }
    default:
      return "(%" + std::string(c.type != '\0' ? 1 : 0, c.type) + " is no conversion)";
  }
}

/// Digits, or the value of a `*` argument.
std::string read_number(const char*& format, Arguments& arguments) {
  std::string digits;
  if (*format == '*') {
    ++format;
    int32_t value = 0;
    arguments.take(value);
    return std::to_string(value);
  }
  while (*format >= '0' && *format <= '9') digits += *format++;
  return digits;
}

Conversion read_conversion(const char*& format, Arguments& arguments) {
  Conversion c;
  while (*format != '\0' && std::strchr("-+ #0", *format) != nullptr) c.flags += *format++;
  c.width = read_number(format, arguments);
  if (*format == '.') {
    ++format;
    c.precision = "." + read_number(format, arguments);
  }
  for (;; ++format) {
    if (*format == 'h')
      ++c.shorts;
    else if (*format == 'l')
      ++c.longs;
    else if (*format == 'z' || *format == 'j' || *format == 't')
      c.longs = 1;
    else
      break;
  }
  if (*format != '\0') c.type = *format++;
  return c;
}

}  // namespace

Printed format_printf(const char* format, std::span<const std::byte> packed,
                      const exec::HostServices::TextAt& text_at) {
  Arguments arguments(packed);
  Printed printed;
  std::string& text = printed.text;
  while (*format != '\0') {
    if (*format != '%') {
      text += *format++;
      continue;
    }
    ++format;
    if (*format == '%') {
      text += *format++;
      continue;
    }
    const Conversion conversion = read_conversion(format, arguments);
    text += convert(conversion, arguments, text_at, printed);
  }
  printed.arguments = arguments.taken();
  return printed;
}

}  // namespace gtl::runtime
