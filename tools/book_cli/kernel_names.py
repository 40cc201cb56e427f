"""Names of kernels as people write them: without return type and parameters, with template arguments.

Two demanglers spell one kernel differently: the C++ one says `void read<8>(float const*)`, Nsight Compute says
`void read<(int)8>(const float *)`. Both come down to `read<8>` here.
"""

import re

_UNNAMED_NAMESPACE = re.compile(r"(\(anonymous namespace\)|<unnamed>|\{anonymous\})::")
_BOOLEAN = {"(bool)1": "true", "(bool)0": "false"}
_CAST = re.compile(r"\((?:unsigned |signed )?(?:int|long long|long|short|char)\)(?=-?\d)")
_INTEGER_SUFFIX = re.compile(r"\b(\d+)[uUlL]+\b")


def kernel_name(demangled: str) -> str:
    """`read<8>` of `void read<(int)8>(const float *, int)`."""
    text = _UNNAMED_NAMESPACE.sub("", demangled)
    for spelled, meant in _BOOLEAN.items():
        text = text.replace(spelled, meant)
    text = _INTEGER_SUFFIX.sub(r"\1", _CAST.sub("", text))
    text = _without_return_type(_without_parameters(text))
    return re.sub(r"\s*([<>,*&()])\s*", r"\1", text).strip()


def _without_parameters(text: str) -> str:
    """Cuts at the first `(` outside template arguments."""
    depth = 0
    for index, character in enumerate(text):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "(" and depth == 0:
            return text[:index]
    return text


def _without_return_type(text: str) -> str:
    """Keeps what follows the last blank outside template arguments."""
    depth = 0
    start = 0
    stripped = text.strip()
    for index, character in enumerate(stripped):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == " " and depth == 0:
            start = index + 1
    return stripped[start:]
