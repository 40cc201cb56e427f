// The opcode table and the handlers agree.
#include <sstream>

#include "decode/modifiers.h"
#include "decode/opcodes.h"
#include "device.h"
#include "doctest/doctest.h"

using gtl::decode::Opcode;
using gtl::test::Device;
using gtl::test::kHead;

TEST_CASE("every_row_of_the_table_is_found_by_its_own_mnemonic_and_types") {
  for (int index = 0; index < int(Opcode::Count); ++index) {
    const auto& row = gtl::decode::row_of(Opcode(index));
    const std::string mnemonic = row.mnemonic;
    const size_t dot = mnemonic.find('.');
    const std::string word = dot == std::string::npos ? "" : mnemonic.substr(dot + 1);
    gtl::ptx::Instruction spelled, unspelled;
    spelled.opcode = unspelled.opcode = mnemonic.substr(0, dot);
    if (!word.empty()) spelled.modifiers.push_back(word);
    std::istringstream types(row.types);
    for (std::string type; types >> type;) {
      const auto named =
          type == "-" ? gtl::decode::Type::None : gtl::decode::type_named(type).value();
      // By the text, or as the form that the operands make of it.
      const auto* by_text = gtl::decode::find_row(spelled, named, "");
      const auto* by_form = gtl::decode::find_row(unspelled, named, word.c_str());
      CAPTURE(row.name);
      CHECK((by_text == &row || by_form == &row));
    }
  }
}
