"""Formulas of a scene: whole-number arithmetic over its parameters, for the page to evaluate.

`+ - * // % ( )`, numbers, parameters, `min`, `max`, `ceil_div`. The formula of an element's value also has `i`, its
index, and `buffer[…]`, what an element of a buffer was filled with. They are read here, once: the page gets them as
trees, an operation as a list of its name and its operands, `["+", "rows", 1]`.
"""

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass

Tree = int | float | str | list["Tree"]
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_FUNCTIONS = {"min": 2, "max": 2, "ceil_div": 2}


class FormulaError(Exception):
    """What is wrong with a formula."""


@dataclass(frozen=True)
class Names:
    """What a formula may speak of."""

    values: Set[str]
    """Parameters, and `i` where there is an element."""
    buffers: Set[str] = frozenset()


def parse_formula(text: str, names: Names) -> Tree:
    return _tree(_expression(text), names)


def parse_dimensions(text: str, names: Names) -> list[Tree]:
    """`"ceil_div(columns, 32), rows"`: one to three formulas; the rest is 1."""
    trees = [_tree(node, names) for node in _listed(text)]
    if len(trees) > 3:
        raise FormulaError("has more than three dimensions: x, y, z")
    return [*trees, *[1] * (3 - len(trees))]


def parse_arguments(text: str, names: Names) -> list[Tree]:
    """A kernel's arguments: buffers, whole numbers, `float(…)`, and `struct(…)` of buffers, a structure of pointers."""
    return [_argument(node, names) for node in _listed(text)]


def _argument(node: ast.expr, names: Names) -> Tree:
    match node:
        case ast.Name(id=name) if name in names.buffers:
            return ["buffer", name]
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=int() | float() as value)], keywords=[]):
            return ["float", value]
        case ast.Call(func=ast.Name(id="struct"), args=args, keywords=[]) if args:
            return ["struct", *(_buffer(arg, names) for arg in args)]
    return _tree(node, names)


def _buffer(node: ast.expr, names: Names) -> str:
    if isinstance(node, ast.Name) and node.id in names.buffers:
        return node.id
    raise FormulaError(f"`{ast.unparse(node)}` is no buffer; there are: {_listing(names.buffers)}")


def _tree(node: ast.expr, names: Names) -> Tree:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.Name(id=name) if name in names.values:
            return name
        case ast.Name(id=name):
            raise FormulaError(f"`{name}` is unknown here; there are: {_listing(names.values)}")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return ["-", 0, _tree(operand, names)]
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return [_OPERATORS[type(operator)], _tree(left, names), _tree(right, names)]
        case ast.Subscript(value=ast.Name(id=name), slice=index) if name in names.buffers:
            return ["at", name, _tree(index, names)]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if len(args) == _FUNCTIONS.get(name):
            return [name, *(_tree(arg, names) for arg in args)]
    allowed = f"numbers, + - * // % ( ), min, max, ceil_div and {_listing(names.values)}"
    raise FormulaError(f"`{ast.unparse(node)}` is not allowed; use {allowed}")


def _listed(text: str) -> Sequence[ast.expr]:
    body = _expression(text)
    return body.elts if isinstance(body, ast.Tuple) else [body]


def _expression(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise FormulaError(f"is no formula: {error.msg} at character {error.offset}") from None


def _listing(names: Set[str]) -> str:
    return ", ".join(sorted(names)) or "none"
