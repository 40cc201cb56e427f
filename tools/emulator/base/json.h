// Writing JSON, for those who hand results to scripts and to the page.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace gtl {

/// `text` as a JSON string, quotes included.
inline void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

/// Sets the commas. Numbers are written whole: whoever reads them in JavaScript sees them exactly
/// up to 2^53.
class JsonWriter {
 public:
  JsonWriter& begin(char bracket) {  ///< '{' or '['
    separate();
    out_ += bracket;
    is_first_ = true;
    return *this;
  }
  JsonWriter& end(char bracket) {
    out_ += bracket;
    is_first_ = false;
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_ += ':';
    is_first_ = true;
    return *this;
  }
  JsonWriter& string(std::string_view text) {
    separate();
    append_json_string(out_, text);
    return *this;
  }
  JsonWriter& number(uint64_t value) {
    separate();
    out_ += std::to_string(value);
    return *this;
  }
  JsonWriter& boolean(bool value) {
    separate();
    out_ += value ? "true" : "false";
    return *this;
  }

  JsonWriter& member(std::string_view name, std::string_view text) {
    return key(name).string(text);
  }
  JsonWriter& member(std::string_view name, uint64_t value) { return key(name).number(value); }

  std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (!is_first_) out_ += ',';
    is_first_ = false;
  }

  std::string out_;
  bool is_first_ = true;
};

}  // namespace gtl
