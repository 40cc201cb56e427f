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
    gtl::ptx::Instruction instruction;
    instruction.opcode = mnemonic.substr(0, dot);
    if (dot != std::string::npos) instruction.modifiers.push_back(mnemonic.substr(dot + 1));
    std::istringstream types(row.types);
    for (std::string type; types >> type;) {
      const auto named =
          type == "-" ? gtl::decode::Type::None : gtl::decode::type_named(type).value();
      const auto* found = gtl::decode::find_row(instruction, named, "");
      CAPTURE(row.name);
      REQUIRE(found);
      CHECK(found->name == std::string(row.name));
    }
  }
}
