#!/bin/sh
# On a machine with a GPU of compute capability 9.0: runs every form of forms/ and writes recorded/GPU.txt
# (default: recorded/h200.txt). Needs nvcc of CUDA 13 in PATH or in /usr/local/cuda/bin, and no network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/recorded/h200.txt}
PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$(dirname "$output")"
nvcc -std=c++20 -O1 -o "$work/run_matrix" "$here"/run_matrix.cu "$here"/matrix_form.cc \
  "$here"/matrix_module.cc "$here"/matrix_values.cc
"$work/run_matrix" record "$output" "$here"/forms/*.forms
