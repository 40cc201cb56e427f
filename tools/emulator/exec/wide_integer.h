// 128-bit integers: an extension that GCC and Clang share, on every 64-bit target and in
// WebAssembly.
#pragma once

namespace gtl::exec {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace gtl::exec
