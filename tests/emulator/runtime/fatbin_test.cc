#include "runtime/fatbin.h"

#include <cstring>

#include "doctest/doctest.h"
#include "fatbin_builder.h"
#include "runtime/module.h"

using namespace gtl::runtime;
using namespace fatbin_builder;

namespace {

const std::string kText = ".version 9.0\n.target sm_90\n.address_size 64\n";

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// The PTX that a device of `architecture` runs, or the error's words.
std::string chosen(const std::string& container, uint32_t architecture = 90) {
  auto entries = read_container(bytes_of(container));
  if (!entries.ok()) return entries.error().what;
  auto text = best_ptx(entries.value(), architecture);
  return text.ok() ? text.value() : text.error().what;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("ptx_is_read_plain_and_from_zstd_and_from_lz4") {
  CHECK(chosen(container(plain(90, kText))) == kText);
  CHECK(chosen(container(zstd(90, kText))) == kText);
  CHECK(chosen(container(lz4(90, kText))) == kText);
}

TEST_CASE("the_newest_ptx_that_the_device_can_run_is_chosen") {
  const std::string all = plain(75, "75") + plain(90, "90") + plain(80, "80") + plain(100, "100");
  CHECK(chosen(container(all)) == "90");
  CHECK(chosen(container(all), 89) == "80");
}

TEST_CASE("architecture_specific_ptx_runs_on_its_own_architecture_only") {
  const std::string both =
      plain(90, "90") + entry(EntryKind::Ptx, 90, kEntryIsArchitectureSpecific, "90a", 0);
  CHECK(chosen(container(both)) == "90a");
  CHECK(chosen(container(both), 100) == "90");
}

TEST_CASE("machine_code_without_ptx_is_explained") {
  const std::string message = chosen(container(entry(EntryKind::Elf, 90, 0x11,
                                                     "\x7f"
                                                     "ELF",
                                                     0)));
  CHECK(mentions(message, "machine code (sm_90) but no PTX"));
  CHECK(mentions(message, "-arch=sm_90"));
}

TEST_CASE("ptx_for_a_newer_device_only_is_explained") {
  CHECK(mentions(chosen(container(plain(100, "x"))), "PTX for sm_100 only"));
}

TEST_CASE("an_empty_container_has_no_device_code") {
  CHECK(mentions(chosen(container("")), "embeds no device code"));
}

TEST_CASE("a_container_cut_off_anywhere_is_an_error_not_a_crash") {
  const std::string whole = container(zstd(90, kText) + lz4(80, kText));
  for (size_t length = 0; length < whole.size(); ++length) {
    // A copy of exactly this length, so that a read past the end is caught by the sanitizer builds.
    const std::string part = whole.substr(0, length);
    CHECK_FALSE(read_container(bytes_of(part)).ok());
  }
}

TEST_CASE("any_damaged_byte_gives_an_error_or_a_text_never_a_crash") {
  for (const std::string& packed : {zstd(90, kText), lz4(90, kText)}) {
    const std::string whole = container(packed);
    for (size_t position = 0; position < whole.size(); ++position) {
      for (const char damage : {'\x00', '\x7f', '\xff'}) {
        std::string copy = whole;
        copy[position] = damage;
        CHECK_FALSE(chosen(copy).empty());
      }
    }
  }
}

TEST_CASE("damaged_compressed_content_is_named") {
  std::string bytes = container(zstd(90, kText));
  bytes[16 + 64] = '\x00';  // The first byte of zstd's own magic number.
  CHECK(mentions(chosen(bytes), "zstd"));
}

TEST_CASE("a_wrapper_of_version_2_lists_further_containers") {
  const std::string linked = container(entry(EntryKind::Elf, 90, 0x11, "ELF", 0));
  const std::string first = container(plain(90, "first")), second = container(plain(90, "second"));
  const void* list[] = {first.data(), second.data(), nullptr};
  struct {
    uint32_t magic, version;
    const void *data, *list;
  } wrapper{kWrapperMagic, 2, linked.data(), list};
  auto containers = containers_of_wrapper(&wrapper);
  REQUIRE(containers.ok());
  REQUIRE(containers.value().size() == 3);
  CHECK(containers.value()[2].size() == second.size());
  wrapper.version = 1;
  CHECK(containers_of_wrapper(&wrapper).value().size() == 1);
  wrapper.version = 9;
  CHECK(mentions(containers_of_wrapper(&wrapper).error().what, "wrapper version 9"));
}

TEST_CASE("linked_containers_that_do_not_fit_are_left_out_while_another_fits") {
  // As -arch=compute_90 -rdc=true gives them: the program's own PTX, and the toolkit's library of
  // device functions, whose only PTX is for sm_121.
  const std::string empty = container("");
  const std::string own = container(plain(90, kText + ".visible .entry k()\n{\n  ret;\n}\n"));
  const std::string newest = container(plain(121, kText));
  const void* fitting[] = {own.data(), newest.data(), nullptr};
  const void* misfits[] = {newest.data(), nullptr};
  struct {
    uint32_t magic, version;
    const void *data, *list;
  } wrapper{kWrapperMagic, 2, empty.data(), fitting};
  gtl::memory::Memory memory;
  auto module = Module::from_wrapper(&wrapper);
  REQUIRE_FALSE(module->failure().has_value());
  REQUIRE(module->program(memory, 0, 1) != nullptr);
  CHECK(module->program(memory, 0, 1)->find_kernel("k") == 0);
  wrapper.list = misfits;
  module = Module::from_wrapper(&wrapper);
  REQUIRE(module->failure().has_value());
  CHECK(mentions(module->failure()->error.what, "PTX for sm_121 only"));
}

TEST_CASE("a_container_that_claims_to_be_larger_than_the_program_is_damaged") {
  struct Container {
    uint32_t magic = kContainerMagic;
    uint16_t version = 1, header_bytes = 16;
    uint64_t entries_bytes = uint64_t{1} << 39;
  };
  static const Container kContainer;
  const struct {
    uint32_t magic = kWrapperMagic, version = 1;
    const void* data = &kContainer;
    const void* list = nullptr;
  } wrapper;
  CHECK(mentions(containers_of_wrapper(&wrapper).error().what, "a container is cut off"));
}
