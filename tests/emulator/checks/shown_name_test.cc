#include "checks/shown_name.h"

#include "doctest/doctest.h"

using gtl::checks::shown_name;

namespace {

/// As the Itanium C++ ABI mangles the identifier of 60 times x.
const std::string kSixty = "60" + std::string(60, 'x');

}  // namespace

TEST_CASE("short_names_are_shown_whole") {
  CHECK(shown_name("_Z3addPfi") == "add(float*, int)");
  CHECK(shown_name("_Z4copyILi4EEvPf") == "void copy<4>(float*)");
  CHECK(shown_name("extern_c") == "extern_c");
}

TEST_CASE("long_names_lose_template_arguments_and_then_parameters") {
  const std::string sixty(60, 'x');
  CHECK(shown_name("_Z1fI" + kSixty + "EvT_") == "void f<...>(" + sixty + ")");
  CHECK(shown_name("_Z1fI" + kSixty + "EvT_T_") == "void f<...>(...)");
}

TEST_CASE("operators_are_no_brackets") {
  // bool a<x…x>::operator<(a<x…x> const&)
  CHECK(shown_name("_ZN1aI" + kSixty + "EltERKS1_") == "a<...>::operator<(a<...> const&)");
}

TEST_CASE("of_names_that_the_demangler_rejects_the_outline_is_shown") {
  // S9_ stands for nothing that came before. Li4E and LN1a1KE0E are values.
  CHECK(shown_name("_ZN1a1BIS9_Li4ELN1a1KE0EE4loadIiJS9_EEEvT_") == "a::B<...>::load<...>");
  CHECK(shown_name("_ZN1a5applyIS9_ZNS_4plusIiEEDaT_EUlDpRKT_E_EEvOT0_") == "a::apply<...>");
  CHECK(shown_name("_ZN1a1BIS9_EC1ERKS9_") == "a::B<...>::...");
  CHECK(shown_name("_ZN1a1BIS9_") == "_ZN1a1BIS9_");
}
