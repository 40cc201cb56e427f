#include "matrix_form.h"

#include <cstdlib>
#include <sstream>

#include "../form_file.h"

namespace matrix_programs {
namespace {

using form_file::refuse;

uint32_t number(const std::string& text) {
  return static_cast<uint32_t>(std::strtoul(text.c_str(), nullptr, 0));
}

/// `f16x2*4`
Values read_values(const std::string& name, const std::string& text) {
  const size_t star = text.find('*');
  return {name, text.substr(0, star),
          star == std::string::npos ? 1 : number(text.substr(star + 1))};
}

/// `f16x2*128,f32*64`
std::vector<Values> read_regions(const std::string& text) {
  std::vector<Values> regions;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) regions.push_back(read_values("", part));
  return regions;
}

/// `offset/leading/stride/swizzle[/base offset]`
Descriptor read_descriptor(const std::string& text) {
  Descriptor descriptor;
  descriptor.present = true;
  uint32_t* const fields[] = {&descriptor.offset, &descriptor.leading, &descriptor.stride,
                              &descriptor.swizzle, &descriptor.base_offset};
  std::istringstream parts(text);
  size_t field = 0;
  for (std::string part; std::getline(parts, part, '/') && field < 5;)
    *fields[field++] = number(part);
  return descriptor;
}

void read_word(const std::string& word, bool is_output, Form& form) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos) refuse(form.place, "expected NAME=VALUE, found '" + word + "'");
  const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  if (name == "cases") {
    form.cases = number(value);
  } else if (name == "threads") {
    form.threads = number(value);
  } else if (name == "A") {
    form.a = read_descriptor(value);
  } else if (name == "B") {
    form.b = read_descriptor(value);
  } else if (name == "tail") {
    form.tail = value;
  } else if (name == "memory") {
    form.memory = read_regions(value);
  } else if (name == "shared" && is_output) {
    form.shared_results = read_values("", value).count;
  } else if (name == "shared") {
    form.shared = read_regions(value);
  } else if (name.size() == 1 && std::string("abcdm").find(name) != std::string::npos) {
    (is_output ? form.outputs : form.inputs).push_back(read_values(name, value));
  } else {
    refuse(form.place, "no part of a form is named '" + name + "'");
  }
}

/// `NAME : OUTPUTS <- INPUTS AND MEMORY`
Form read_header(const std::string& line, const std::string& family, const std::string& place) {
  Form form;
  form.family = family;
  form.place = place;
  const size_t colon = line.find(" : "), arrow = line.find("<-");
  if (colon == std::string::npos || arrow == std::string::npos || arrow < colon) {
    refuse(place, "expected 'INSTRUCTION : OUTPUTS <- INPUTS'");
  }
  form.name = line.substr(0, colon);
  if (form.name.rfind("wgmma", 0) == 0) form.threads = 128;
  std::istringstream outputs(line.substr(colon + 3, arrow - colon - 3));
  for (std::string word; outputs >> word;) read_word(word, true, form);
  std::istringstream inputs(line.substr(arrow + 2));
  for (std::string word; inputs >> word;) read_word(word, false, form);
  return form;
}

}  // namespace

uint32_t bytes_of(const std::string& kind) { return kind == "f64" || kind == "b64" ? 8 : 4; }

uint32_t words_of(const std::vector<Values>& regions) {
  uint32_t words = 0;
  for (const Values& region : regions) words += region.count * bytes_of(region.kind) / 4;
  return words;
}

uint32_t input_registers(const Form& form) {
  uint32_t count = 0;
  for (const Values& values : form.inputs) count += values.count;
  return count;
}

uint32_t output_registers(const Form& form) {
  uint32_t count = form.shared_results;
  for (const Values& values : form.outputs) count += values.count;
  return count;
}

std::vector<Form> read_forms(const std::string& path) {
  return form_file::read_forms<Form>(path, read_header);
}

}  // namespace matrix_programs
