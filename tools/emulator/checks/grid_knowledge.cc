#include "checks/grid_knowledge.h"

#include <algorithm>

namespace gtl::checks {
namespace {

bool is_at_least(const Knowledge::Row& a, const Knowledge::Row& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](uint32_t x, uint32_t y) { return x >= y; });
}

}  // namespace

const Knowledge::Row* Knowledge::row_of(uint32_t block) const {
  auto found = std::lower_bound(rows_.begin(), rows_.end(), block,
                                [](const auto& entry, uint32_t key) { return entry.first < key; });
  return found != rows_.end() && found->first == block ? found->second.get() : nullptr;
}

KnowledgePointer knowledge_of(uint32_t block, Knowledge::Row row) {
  auto result = std::make_shared<Knowledge>();
  result->rows_.emplace_back(block, std::make_shared<const Knowledge::Row>(std::move(row)));
  return result;
}

KnowledgePointer join(const KnowledgePointer& a, const KnowledgePointer& b, size_t most) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr || a->is_everything_) return a;
  if (b->is_everything_) return b;
  auto result = std::make_shared<Knowledge>();
  auto& rows = result->rows_;
  bool is_a = true;  // Nothing new came from b.
  auto left = a->rows_.begin(), right = b->rows_.begin();
  while (left != a->rows_.end() || right != b->rows_.end()) {
    if (right == b->rows_.end() || (left != a->rows_.end() && left->first < right->first)) {
      rows.push_back(*left++);
    } else if (left == a->rows_.end() || right->first < left->first) {
      rows.push_back(*right++);
      is_a = false;
    } else if (left->second == right->second || is_at_least(*left->second, *right->second)) {
      rows.push_back(*left++);
      ++right;
    } else {
      is_a = false;
      Knowledge::Row row = *left->second;
      for (size_t i = 0; i < row.size(); ++i) row[i] = std::max(row[i], (*right->second)[i]);
      rows.emplace_back(left->first, std::make_shared<const Knowledge::Row>(std::move(row)));
      ++left;
      ++right;
    }
  }
  if (is_a) return a;
  if (rows.size() > most) {
    rows.clear();
    result->is_everything_ = true;
  }
  return result;
}

}  // namespace gtl::checks
