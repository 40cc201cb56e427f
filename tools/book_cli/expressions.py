"""Arithmetic over evidence: the language of a claim's `value`. Nothing else of Python is reachable from it.

`+ - * / ( )`, numbers, `min`, `max`, `abs`, and calls of the sources that the caller names (`counter(…)`, `claim(…)`),
whose arguments are strings and `name=integer`.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass


class ExpressionError(Exception):
    """The expression is wrong or has no value; the message says where and why."""


@dataclass(frozen=True)
class Quantity:
    """A value, and the bounds it moves between where it was measured several times."""

    value: float
    low: float
    high: float

    @staticmethod
    def exact(value: float) -> "Quantity":
        return Quantity(value, value, value)


Source = Callable[..., Quantity]


def evaluate(expression: str, sources: Mapping[str, Source]) -> Quantity:
    """The value of the expression; the bounds follow by interval arithmetic."""
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError as error:
        raise ExpressionError(f"is not arithmetic: {error.msg} at character {error.offset}") from None
    return _Evaluator(sources).visit(tree.body)


class _Evaluator:
    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources

    def visit(self, node: ast.expr) -> Quantity:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return Quantity.exact(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                quantity = self.visit(operand)
                return Quantity(-quantity.value, -quantity.high, -quantity.low)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.visit(operand)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._binary(node, operator, self.visit(left), self.visit(right))
            case ast.Call(func=ast.Name(id=name)) if name in ("min", "max", "abs"):
                return self._function(name, node)
            case ast.Call(func=ast.Name(id=name)) if name in self._sources:
                return self._source(name, node)
            case ast.Call(func=ast.Name(id=name)):
                known = ", ".join([*self._sources, "min", "max", "abs"])
                raise ExpressionError(f"{name}(…) is not available here; use one of: {known}")
        raise ExpressionError(
            f"`{ast.unparse(node)}` is not allowed; use numbers, + - * / ( ) and calls like counter(…)"
        )

    def _binary(self, node: ast.expr, operator: ast.operator, left: Quantity, right: Quantity) -> Quantity:
        match operator:
            case ast.Add():
                return Quantity(left.value + right.value, left.low + right.low, left.high + right.high)
            case ast.Sub():
                return Quantity(left.value - right.value, left.low - right.high, left.high - right.low)
            case ast.Mult():
                return _from_corners(left.value * right.value, left, right, lambda a, b: a * b)
            case ast.Div():
                if right.low <= 0 <= right.high:
                    raise ExpressionError(f"division by zero: `{_divisor(node)}` is {right.value:g}")
                return _from_corners(left.value / right.value, left, right, lambda a, b: a / b)
        raise ExpressionError(f"`{ast.unparse(node)}`: only + - * / are allowed")

    def _function(self, name: str, node: ast.Call) -> Quantity:
        if node.keywords or not node.args or (name == "abs" and len(node.args) != 1):
            raise ExpressionError(f"`{ast.unparse(node)}`: {name} takes {'one value' if name == 'abs' else 'values'}")
        quantities = [self.visit(argument) for argument in node.args]
        if name == "abs":
            only = quantities[0]
            ends = sorted((abs(only.low), abs(only.high)))
            return Quantity(abs(only.value), 0.0 if only.low < 0 < only.high else ends[0], ends[1])
        choose = min if name == "min" else max
        return Quantity(
            choose(quantity.value for quantity in quantities),
            choose(quantity.low for quantity in quantities),
            choose(quantity.high for quantity in quantities),
        )

    def _source(self, name: str, node: ast.Call) -> Quantity:
        arguments = []
        for argument in node.args:
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                raise ExpressionError(f'`{ast.unparse(node)}`: write names in quotes, like {name}("07_transpose", …)')
            arguments.append(argument.value)
        options: dict[str, int] = {}
        for keyword in node.keywords:
            if (
                keyword.arg is None
                or not isinstance(keyword.value, ast.Constant)
                or type(keyword.value.value) is not int
            ):
                raise ExpressionError(f"`{ast.unparse(node)}`: only options like launch=0 are allowed")
            options[keyword.arg] = keyword.value.value
        try:
            return self._sources[name](*arguments, **options)
        except TypeError:
            raise ExpressionError(
                f"`{ast.unparse(node)}`: wrong number of arguments, or an option it does not have"
            ) from None


def _divisor(node: ast.expr) -> str:
    return ast.unparse(node.right) if isinstance(node, ast.BinOp) else ast.unparse(node)


def _from_corners(
    value: float, left: Quantity, right: Quantity, operation: Callable[[float, float], float]
) -> Quantity:
    corners = [operation(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return Quantity(value, min(corners), max(corners))
