#include "runtime/link.h"

#include <algorithm>

#include "doctest/doctest.h"
#include "ptx/parser.h"

using gtl::runtime::link;
namespace ptx = gtl::ptx;

namespace {

const std::string kHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

ptx::Module parsed(const std::string& body) {
  auto module = ptx::parse(kHead + body);
  REQUIRE_MESSAGE(module.ok(), module.error().what);
  return std::move(module.value());
}

ptx::Module linked(const std::string& first, const std::string& second) {
  std::vector<ptx::Module> modules;
  modules.push_back(parsed(first));
  modules.push_back(parsed(second));
  auto module = link(std::move(modules));
  REQUIRE_MESSAGE(module.ok(), module.error().what);
  return std::move(module.value());
}

std::vector<std::string> names(const ptx::Module& module) {
  std::vector<std::string> result;
  for (const auto& variable : module.variables) result.push_back(variable.name);
  for (const auto& function : module.functions) result.push_back(function.name);
  std::sort(result.begin(), result.end());
  return result;
}

const std::string kDeclaration = ".extern .func (.param .b32 r) f (.param .b32 a);\n";
const std::string kDefinition =
    ".visible .func (.param .b32 r) f (.param .b32 a) { st.param.b32 [r], 1; ret; }\n";

}  // namespace

TEST_CASE("a_declaration_gives_way_to_its_definition_in_either_order") {
  for (const auto& module :
       {linked(kDeclaration, kDefinition), linked(kDefinition, kDeclaration)}) {
    REQUIRE(module.functions.size() == 1);
    CHECK(module.functions[0].has_body);
  }
  const auto variables =
      linked(".extern .global .align 4 .u32 x;", ".visible .global .align 4 .u32 x = 7;");
  REQUIRE(variables.variables.size() == 1);
  CHECK_FALSE(variables.variables[0].is_external);
}

TEST_CASE("private_names_of_two_files_stay_apart_and_keep_their_uses") {
  const std::string first =
      ".global .align 4 .u32 hidden = 1;\n.visible .global .align 8 .u64 p1 = hidden;\n";
  const std::string second =
      ".global .align 4 .u32 hidden = 2;\n.visible .global .align 8 .u64 p2 = hidden;\n";
  const auto module = linked(first, second);
  CHECK(names(module) == std::vector<std::string>{"hidden$file0", "hidden$file1", "p1", "p2"});
  for (const auto& variable : module.variables) {
    if (variable.name != "p2") continue;
    CHECK(std::get<ptx::Symbol>(variable.initializers.at(0).value).name == "hidden$file1");
  }
}

TEST_CASE("of_several_weak_definitions_one_stays") {
  const std::string weak = ".weak .func g () { ret; }\n";
  CHECK(names(linked(weak, weak)) == std::vector<std::string>{"g"});
}

TEST_CASE("two_strong_definitions_of_a_name_are_an_error_that_names_it") {
  std::vector<ptx::Module> modules;
  modules.push_back(parsed(kDefinition));
  modules.push_back(parsed(kDefinition));
  const auto module = link(std::move(modules));
  REQUIRE_FALSE(module.ok());
  CHECK(module.error().what.find("'f'") != std::string::npos);
}

TEST_CASE("lines_and_files_are_renumbered") {
  const std::string body = "{\n.loc 1 12 3\nret;\n}\n";
  const auto module = linked(".visible .entry a ()" + body + ".file 1 \"a.cu\"\n",
                             ".visible .entry b ()" + body + ".file 1 \"b.cu\"\n");
  REQUIRE(module.files.size() == 3);
  CHECK(module.files[2] == "b.cu");
  const auto& statement = module.functions.at(1).body.statements.at(0);
  const auto& ret = std::get<ptx::Instruction>(statement.value);
  REQUIRE(ret.line >= 0);
  CHECK(module.lines.at(static_cast<size_t>(ret.line)).file == 2);
  CHECK(module.lines.at(static_cast<size_t>(ret.line)).line == 12);
}
