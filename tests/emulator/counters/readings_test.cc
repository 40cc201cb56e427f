// The counting code against what an H200 counted: every launch of probe/probe.cu, as
// probe/record.py wrote it down.
#include "readings.h"

#include <set>
#include <string>
#include <vector>

#include "counters/banks.h"
#include "counters/coalescing.h"
#include "doctest/doctest.h"

namespace {

using gtl::counters::BankCount;
using gtl::counters::RequestCount;
using gtl::tests::Reading;

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = gtl::tests::read_file(READINGS, false);
  return all;
}

const std::vector<Reading>& copy_readings() {
  static const std::vector<Reading> all = gtl::tests::read_file(COPY_READINGS, true);
  return all;
}

/// Whether lanes write one place: which of them wins is the hardware's business.
bool writes_twice(const Reading& reading) {
  std::set<uint64_t> places;
  for (size_t lane = 0; lane < 32; ++lane) {
    if ((reading.mask & reading.reads) >> lane & 1 && !places.insert(reading.to[lane]).second)
      return true;
  }
  return false;
}

RequestCount count_global(const Reading& reading, const std::string& kind) {
  const bool is_atomic = kind == "atom" || kind == "red";
  return (is_atomic ? gtl::counters::count_atomic_request : gtl::counters::count_request)(
      reading.offset.data(), reading.mask, reading.bytes);
}

BankCount count_shared(const Reading& reading) {
  const uint64_t* const offset = reading.offset.data();
  if (reading.operation == "shared_ld") {
    return gtl::counters::count_bank_load(offset, reading.mask, reading.bytes);
  }
  if (reading.operation == "shared_st") {
    return gtl::counters::count_bank_store(offset, reading.mask, reading.bytes);
  }
  return gtl::counters::count_bank_atomic(offset, reading.mask, reading.bytes,
                                          reading.operation == "shared_cas");
}

}  // namespace

TEST_CASE("the_file_of_readings_is_whole") { CHECK(readings().size() == 945); }

TEST_CASE("global_requests_and_sectors_are_those_of_the_hardware") {
  for (const Reading& reading : readings()) {
    if (!reading.operation.starts_with("global_")) continue;
    const std::string kind = reading.operation.substr(7);
    const RequestCount count = count_global(reading, kind);
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CAPTURE(reading.mask);
    CHECK(count.requests == reading["l1tex__t_requests_pipe_lsu_mem_global_op_" + kind]);
    CHECK(count.sectors == reading["l1tex__t_sectors_pipe_lsu_mem_global_op_" + kind]);
  }
}

TEST_CASE("shared_wavefronts_and_bank_conflicts_are_those_of_the_hardware") {
  for (const Reading& reading : readings()) {
    if (!reading.operation.starts_with("shared_")) continue;
    // Reductions and compare-and-swap are counted as atomics.
    const std::string named = reading.operation.substr(7);
    const std::string kind = named == "ld" || named == "st" ? named : "atom";
    const BankCount count = count_shared(reading);
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CAPTURE(reading.mask);
    CHECK(count.wavefronts == reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + kind]);
    CHECK(count.conflicts == reading["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + kind]);
  }
}

TEST_CASE("copies_ask_for_the_sectors_that_the_hardware_counts") {
  CHECK(copy_readings().size() == 252);
  int unordered = 0;
  for (const Reading& reading : copy_readings()) {
    const uint32_t readers = reading.mask & reading.reads;
    const bool bypasses = reading.operation == "copy_cg";
    const RequestCount count =
        bypasses ? gtl::counters::count_bypassing_copy(reading.offset.data(), reading.to.data(),
                                                       readers, reading.bytes)
                 : gtl::counters::count_request(reading.offset.data(), readers, reading.bytes);
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CAPTURE(reading.mask);
    CHECK(count.requests == reading["l1tex__t_requests_pipe_lsu_mem_global_op_ld"]);
    if (bypasses && writes_twice(reading)) {
      unordered += count.sectors != reading["l1tex__t_sectors_pipe_lsu_mem_global_op_ld"];
    } else {
      CHECK(count.sectors == reading["l1tex__t_sectors_pipe_lsu_mem_global_op_ld"]);
    }
  }
  // Of the random patterns in which several lanes write one place.
  CHECK(unordered == 4);
}

TEST_CASE("copies_are_no_shared_stores_and_three_shared_loads") {
  for (const Reading& reading : copy_readings()) {
    const double copies = reading["smsp__inst_executed_op_ldgsts"];
    CHECK(copies == (reading.mask != 0));
    CHECK(reading["smsp__inst_executed_op_shared_ld"] == 3 * copies);
    CHECK(reading["smsp__inst_executed_op_shared_st"] == 0);
    CHECK(reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"] == 0);
    CHECK(reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st"] == 0);
  }
}
