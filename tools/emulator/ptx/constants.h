// Number literals and constant expressions. Source: PTX ISA 9.0, 4.5.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "ptx/ast.h"
#include "ptx/cursor.h"

namespace gtl::ptx {

using Constant = std::variant<IntegerImmediate, FloatImmediate>;

/// The value that one number token spells; empty when it spells none or does not fit in 64 bits.
std::optional<Constant> parse_number(std::string_view text);

/// A constant expression at the cursor, evaluated in 64 bits as PTX does.
std::optional<Constant> parse_constant(Cursor& cursor);
/// The same, where an integer is required. `what` names it in the error.
std::optional<int64_t> parse_integer(Cursor& cursor, std::string_view what);
/// A plain non-negative integer literal of at most `maximum`.
std::optional<uint64_t> parse_count(Cursor& cursor, std::string_view what, uint64_t maximum);

}  // namespace gtl::ptx
