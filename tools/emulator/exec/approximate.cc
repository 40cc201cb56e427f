// The approximate functions (PTX ISA 9.7.3.13–22). The ISA bounds their error; here they are
// computed in double precision and rounded once, which is within every bound.
#include "exec/approximate_math.h"
#include "exec/float_value.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

struct InverseRoot {
  static double apply(double a) { return 1.0 / std::sqrt(a); }
};
struct InverseOf {
  static double apply(double a) { return 1.0 / a; }
};
struct SineOf {
  static double apply(double a) { return sine_of<0>(a); }
  static double far(double a) { return std::sin(a); }
};
struct CosineOf {
  static double apply(double a) { return sine_of<1>(a); }
  static double far(double a) { return std::cos(a); }
};
struct Log2Of {
  static double apply(double a) { return log2_of(a); }
};
struct Exp2Of {
  static double apply(double a) { return exp2_of(a); }
};
struct TanhOf {
  static double apply(double a) { return tanh_of(a); }
};

template <class Operation, class T, bool kFlush>
Flow approximate(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  T* d = operand<T>(context, instruction, 0);
  auto with_rules = [](T value, auto function) {
    const T source = kFlush ? flushed(value) : value;
    const T result = with_nan(T(function(double(source))), source);
    return kFlush ? flushed(result) : result;
  };
  if constexpr (requires { Operation::far(0.0); }) {
    // Large arguments need a reduction with more digits of pi; infinity and NaN come along.
    constexpr T kNear = 0x1p20;
    if (mask_where([=](uint32_t lane) { return !(std::fabs(a[lane]) < kNear); }) & mask) {
      for_each_lane(mask, [&](uint32_t lane) {
        d[lane] = with_rules(a[lane], [](double x) { return Operation::far(x); });
      });
      return Flow::Next;
    }
  }
  write_lanes(d, mask, [=](uint32_t lane) {
    return with_rules(a[lane], [](double x) { return Operation::apply(x); });
  });
  return Flow::Next;
}

/// .approx.ftz.f64 reads the upper word of its source and writes the upper word of its result; the
/// lower ones count as zero, so that a NaN whose bits are all below counts as infinity.
template <class Operation>
Flow approximate_upper_word(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint64_t* a = operand<uint64_t>(context, instruction, 1);
  uint64_t* d = operand<uint64_t>(context, instruction, 0);
  const auto flushed_word = [](uint64_t bits) {
    return bits &
           ((bits & 0x7FF0'0000'0000'0000) == 0 ? 0x8000'0000'0000'0000 : 0xFFFF'FFFF'0000'0000);
  };
  for_each_lane(mask & context.alive, [&](uint32_t lane) {
    const double result = Operation::apply(std::bit_cast<double>(flushed_word(a[lane])));
    d[lane] = flushed_word(std::bit_cast<uint64_t>(result));
  });
  return Flow::Next;
}

template <class Operation>
Handler approximate_handler(const Instruction& instruction) {
  if (instruction.type == Type::F64) {
    return instruction.has(decode::kFlushToZero) ? approximate_upper_word<Operation>
                                                 : approximate<Operation, double, false>;
  }
  return instruction.has(decode::kFlushToZero) ? approximate<Operation, float, true>
                                               : approximate<Operation, float, false>;
}

}  // namespace

Handler gross_reciprocal_handler() { return approximate_upper_word<InverseOf>; }
Handler bind_ReciprocalSquareRoot(const Instruction& i) {
  return approximate_handler<InverseRoot>(i);
}
Handler bind_Sine(const Instruction& i) { return approximate_handler<SineOf>(i); }
Handler bind_Cosine(const Instruction& i) { return approximate_handler<CosineOf>(i); }
Handler bind_LogBase2(const Instruction& i) { return approximate_handler<Log2Of>(i); }
Handler bind_ExpBase2(const Instruction& i) { return approximate_handler<Exp2Of>(i); }
Handler bind_HyperbolicTangent(const Instruction& i) { return approximate_handler<TanhOf>(i); }

}  // namespace gtl::exec::GTL_LANES
