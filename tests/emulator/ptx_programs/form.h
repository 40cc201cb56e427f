// A form: one PTX instruction with its operand kinds, as a line of forms/*.forms describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ptx_programs {

/// How far a result may lie from the recorded one. Exact: equal bits.
struct Tolerance {
  enum class Kind : uint8_t { Exact, Ulp, Relative, Absolute };
  Kind kind = Kind::Exact;
  double bound = 0;
};

struct Form {
  std::string family;  ///< Name of the file, without `.forms`.
  std::string name;    ///< The instruction, perhaps followed by what is special.
  std::vector<std::string>
      outputs;  ///< "b16" "b32" "b64" "pred", or "f16" … where a tolerance needs it.
  std::vector<std::string> inputs;  ///< Names of input classes: see inputs.h.
  std::vector<std::string> body;    ///< PTX; made from the name when the file gives none.
  Tolerance tolerance;
  std::string place;  ///< file:line, for errors.
};

/// The forms of one file. Exits with a message on a line that it cannot read.
std::vector<Form> read_forms(const std::string& path);

/// Register names: outputs are d, e, f, g and p, q (predicates); inputs are a, b, c, k in order.
std::string output_name(const Form& form, size_t index);
std::string input_name(size_t index);

/// 16, 32 or 64; a predicate takes 8 (and holds 0 or 1).
uint32_t width_of_output(const std::string& type);

}  // namespace ptx_programs
