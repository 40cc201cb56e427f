#include "ptx/parser.h"

#include "doctest/doctest.h"

TEST_CASE("a_module_without_a_version_is_refused") { CHECK_FALSE(gtl::ptx::parse("ret;").ok()); }
