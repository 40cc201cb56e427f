#include "form.h"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "form_file.h"
#include "inputs.h"

namespace ptx_programs {
namespace {

using form_file::refuse;

bool is_predicate(const std::string& type) { return type == "pred"; }

/// `~ ulp 2`, `~ relative 2^-22`, `~ absolute 2^-20.5`
Tolerance read_tolerance(std::istringstream& words, const std::string& place) {
  std::string kind, bound;
  words >> kind >> bound;
  Tolerance tolerance;
  if (kind == "ulp") {
    tolerance.kind = Tolerance::Kind::Ulp;
  } else if (kind == "relative") {
    tolerance.kind = Tolerance::Kind::Relative;
  } else if (kind == "absolute") {
    tolerance.kind = Tolerance::Kind::Absolute;
  } else {
    refuse(place, "expected 'ulp', 'relative' or 'absolute' after '~', found '" + kind + "'");
  }
  const bool is_power = bound.rfind("2^", 0) == 0;
  char* end = nullptr;
  const std::string digits = is_power ? bound.substr(2) : bound;
  const double value = std::strtod(digits.c_str(), &end);
  if (digits.empty() || *end != '\0')
    refuse(place, "'" + bound + "' is no bound: write 2 or 2^-22");
  tolerance.bound = is_power ? std::exp2(value) : value;
  return tolerance;
}

/// `NAME : OUT… <- IN… [~ KIND BOUND]`
Form read_header(const std::string& line, const std::string& family, const std::string& place) {
  Form form;
  form.family = family;
  form.place = place;
  const size_t colon = line.find(" : ");
  const size_t arrow = line.find("<-");
  if (colon == std::string::npos || arrow == std::string::npos || arrow < colon) {
    refuse(
        place,
        "expected 'INSTRUCTION : OUTPUTS <- INPUTS', or indent the line if it belongs to a body");
  }
  form.name = line.substr(0, line.find_last_not_of(' ', colon) + 1);
  std::istringstream outputs(line.substr(colon + 3, arrow - colon - 3));
  for (std::string type; outputs >> type;) form.outputs.push_back(type);
  std::istringstream inputs(line.substr(arrow + 2));
  for (std::string word; inputs >> word;) {
    if (word == "~") {
      form.tolerance = read_tolerance(inputs, place);
      break;
    }
    if (!find_class(word))
      refuse(place, "no input class is named '" + word + "': inputs.cc lists them");
    form.inputs.push_back(word);
  }
  if (form.outputs.empty() || form.inputs.empty() || form.inputs.size() > 4) {
    refuse(place, "a form has one or more outputs and one to four inputs");
  }
  return form;
}

/// `add.s32 d, a, b;`; two outputs of which one is a predicate become `d|p`.
std::string default_body(const Form& form) {
  std::string text = form.name + " ";
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    if (i > 0) text += "|";
    text += output_name(form, i);
  }
  for (size_t i = 0; i < form.inputs.size(); ++i) text += ", " + input_name(i);
  return text + ";";
}

}  // namespace

std::string output_name(const Form& form, size_t index) {
  size_t before = 0;
  for (size_t i = 0; i < index; ++i)
    before += is_predicate(form.outputs[i]) == is_predicate(form.outputs[index]);
  return std::string(1, (is_predicate(form.outputs[index]) ? "pqrs" : "defg")[before]);
}

std::string input_name(size_t index) { return std::string(1, "abck"[index]); }

uint32_t width_of_output(const std::string& type) {
  if (is_predicate(type)) return 8;
  if (type.ends_with("16")) return 16;
  return type.ends_with("64") ? 64 : 32;
}

std::vector<Form> read_forms(const std::string& path) {
  std::vector<Form> forms = form_file::read_forms<Form>(path, read_header);
  for (Form& form : forms) {
    if (form.body.empty() && form.name.find(' ') != std::string::npos) {
      refuse(form.place, "a form whose name is more than the instruction needs a body");
    }
    if (form.body.empty()) form.body.push_back(default_body(form));
  }
  return forms;
}

}  // namespace ptx_programs
