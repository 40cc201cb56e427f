#include "checks/grid_knowledge.h"

#include "doctest/doctest.h"

using namespace gtl::checks;

TEST_CASE("a_row_covers_the_clocks_up_to_its_own") {
  const KnowledgePointer one = knowledge_of(3, {5, 0});
  CHECK(one->covers(3, 0, 5));
  CHECK_FALSE(one->covers(3, 0, 6));
  CHECK_FALSE(one->covers(3, 1, 1));
  CHECK_FALSE(one->covers(4, 0, 1));
}

TEST_CASE("joined_knowledge_covers_what_either_covers") {
  const KnowledgePointer joined =
      join(join(knowledge_of(7, {1, 9}), knowledge_of(3, {5, 0})), knowledge_of(7, {4, 2}));
  CHECK(joined->covers(3, 0, 5));
  CHECK(joined->covers(7, 0, 4));
  CHECK(joined->covers(7, 1, 9));
  CHECK_FALSE(joined->covers(7, 0, 5));
}

TEST_CASE("joining_what_is_known_already_gives_the_same_object") {
  const KnowledgePointer large = join(knowledge_of(1, {5}), knowledge_of(2, {5}));
  CHECK(join(large, knowledge_of(1, {4})) == large);
  CHECK(join(large, nullptr) == large);
  CHECK(join(nullptr, large) == large);
}

TEST_CASE("past_4096_blocks_everything_is_taken_as_known") {
  KnowledgePointer chain;
  for (uint32_t block = 0; block < 4097; ++block) chain = join(chain, knowledge_of(block, {1}));
  CHECK(chain->covers(9999, 0, 9999));
}
