// The comparison itself: it must find what differs, and nothing else.
#include "record.h"

#include <cstdio>
#include <fstream>

#include "doctest/doctest.h"
#include "inputs.h"
#include "module_text.h"
#include "tolerance.h"

using namespace ptx_programs;

namespace {

Form form_of(const std::string& line) {
  const std::string path = "record_test.forms";
  std::ofstream(path) << line << "\n";
  const auto forms = read_forms(path);
  std::remove(path.c_str());
  REQUIRE(forms.size() == 1);
  return forms[0];
}

Results sums_of(const Form& form) {
  const auto a = values_of(form.inputs, 0), b = values_of(form.inputs, 1);
  Results results(1);
  for (uint32_t i = 0; i < kVectors; ++i) results[0].push_back((a[i] + b[i]) & 0xFFFFFFFF);
  return results;
}

Record recorded(const Form& form, const Results& results) {
  const std::string path = "record_test.txt";
  std::ofstream(path) << "# a comment\n" << record_line(form, results) << "\n";
  const Records records = read_records(path);
  std::remove(path.c_str());
  REQUIRE(records.count(record_key(form)) == 1);
  return records.at(record_key(form));
}

Tolerance ulp(double bound) { return {Tolerance::Kind::Ulp, bound}; }

}  // namespace

TEST_CASE("a_form_without_a_body_is_its_instruction") {
  CHECK(form_of("add.s32 : b32 <- i32 i32").body == std::vector<std::string>{"add.s32 d, a, b;"});
  CHECK(form_of("lop3.or.b32 : b32 pred <- i32 i32").body ==
        std::vector<std::string>{"lop3.or.b32 d|p, a, b;"});
  CHECK(form_of("x y : pred b32 pred <- i32\n    mov.b32 d, a;\n").body.size() == 1);
}

TEST_CASE("the_module_declares_loads_and_stores_the_operands") {
  const std::string text = module_text(form_of("selp.b64 : b64 <- i64 i64 pred"));
  CHECK(text.find(".reg .b64 b;") != std::string::npos);
  CHECK(text.find("setp.ne.s32 c, t0, 0;") != std::string::npos);
  CHECK(text.find("  selp.b64 d, a, b, c;\n") != std::string::npos);
  CHECK(text.find("st.global.b64 [out+0], d;") != std::string::npos);
}

TEST_CASE("edge_values_meet_in_every_combination") {
  const auto a = values_of({"pred", "few"}, 0), b = values_of({"pred", "few"}, 1);
  for (uint64_t x = 0; x < 2; ++x) {
    for (uint64_t y = 0; y < 5; ++y) {
      bool found = false;
      for (size_t i = 0; i < 10; ++i) found |= a[i] == x && b[i] == y;
      CHECK(found);
    }
  }
}

TEST_CASE("equal_results_do_not_differ") {
  const Form form = form_of("add.s32 : b32 <- i32 i32");
  const Results results = sums_of(form);
  const Record record = recorded(form, results);
  CHECK(record.digest == digest_of(form));
  CHECK(difference(form, record, results) == "");
}

TEST_CASE("one_wrong_bit_is_found_wherever_it_is") {
  const Form form = form_of("add.s32 : b32 <- i32 i32");
  const Results results = sums_of(form);
  const Record record = recorded(form, results);
  for (uint32_t vector : {0u, 5u, 100u, 1024u, 1500u, kVectors - 1}) {
    Results wrong = results;
    wrong[0][vector] ^= 0x10000;
    INFO(vector);
    CHECK(difference(form, record, wrong) != "");
  }
}

TEST_CASE("a_changed_form_has_another_digest") {
  CHECK(digest_of(form_of("add.s32 : b32 <- i32 i32")) !=
        digest_of(form_of("add.u32 : b32 <- i32 i32")));
  CHECK(digest_of(form_of("add.s32 : b32 <- i32 i32")) !=
        digest_of(form_of("add.s32 : b32 <- i32 bits32")));
}

TEST_CASE("a_tolerance_counts_for_both_sides_and_no_further") {
  CHECK(is_within(ulp(1), "f32", 0x3F800000, 0x3F800002));
  CHECK_FALSE(is_within(ulp(1), "f32", 0x3F800000, 0x3F800003));
  CHECK_FALSE(is_within({}, "f32", 0x3F800000, 0x3F800001));
  CHECK(is_within({Tolerance::Kind::Relative, 0x1p-22}, "f32", 0x40000000, 0x40000004));
  CHECK_FALSE(is_within({Tolerance::Kind::Relative, 0x1p-22}, "f32", 0x40000000, 0x40000005));
  CHECK(is_within({Tolerance::Kind::Absolute, 0.5}, "f16", 0x3C00, 0x4000));
  CHECK_FALSE(is_within({Tolerance::Kind::Absolute, 0.25}, "f16x2", 0x3C003C00, 0x40003C00));
}

TEST_CASE("nan_equals_nan_only_where_a_tolerance_is_given_and_zero_keeps_its_sign") {
  CHECK(is_within(ulp(1), "f32", 0x7FFFFFFF, 0x7FC00000));
  CHECK_FALSE(is_within({}, "f32", 0x7FFFFFFF, 0x7FC00000));
  CHECK_FALSE(is_within(ulp(1), "f32", 0x7FFFFFFF, 0x3F800000));
  CHECK_FALSE(is_within(ulp(1), "f32", 0x00000000, 0x80000000));
  CHECK_FALSE(is_within(ulp(1), "f32", 0x7F800000, 0x7F7FFFFF));
}
