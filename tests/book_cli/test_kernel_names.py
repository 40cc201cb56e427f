"""Kernel names: what two demanglers print comes down to what people write."""

import pytest
from book_cli.kernel_names import kernel_name


@pytest.mark.parametrize(
    ("demangled", "name"),
    [
        ("copy(float const*, float*, int)", "copy"),
        ("copy", "copy"),
        ("copy(const float *, float *, int)", "copy"),
        ("void read_strided<8>(float const*)", "read_strided<8>"),
        ("void read_strided<(int)8>(const float *)", "read_strided<8>"),
        ("void read<(unsigned int)8>(const float *)", "read<8>"),
        ("void read<8u>(float const*)", "read<8>"),
        ("void read<(bool)1>(int)", "read<true>"),
        ("void read<true>(int)", "read<true>"),
        ("void read<float4, 3>(float4 const*)", "read<float4,3>"),
        ("read<float4,3>", "read<float4,3>"),
        ("void pair<int (*)(int), 2>(int)", "pair<int(*)(int),2>"),
        ("(anonymous namespace)::copy(float*)", "copy"),
        ("<unnamed>::copy(float *)", "copy"),
        ("void (anonymous namespace)::copy<4>(float*)", "copy<4>"),
        ("book::copy(float*)", "book::copy"),
        ("void outer<inner<int> >(int)", "outer<inner<int>>"),
        ("void read<(int)-1>(int)", "read<-1>"),
    ],
)
def test_kernel_name(demangled: str, name: str) -> None:
    assert kernel_name(demangled) == name
