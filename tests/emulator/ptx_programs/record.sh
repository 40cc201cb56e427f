#!/bin/sh
# On a machine with a GPU: runs every form of forms/ and writes recorded/GPU.txt (default: recorded/h200.txt).
#   usage: record.sh [recorded/GPU.txt]
# Needs nvcc and ptxas of CUDA 13 in PATH or in /usr/local/cuda/bin, and no network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/recorded/h200.txt}
PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/ptx"
mkdir -p "$(dirname "$output")"
nvcc -std=c++20 -O1 -o "$work/run_forms" "$here"/run_forms.cu "$here"/form.cc "$here"/inputs.cc \
  "$here"/module_text.cc "$here"/record.cc "$here"/tolerance.cc
"$work/run_forms" write-ptx "$work/ptx" "$here"/forms/*.forms
# ptxas, not the driver's compiler: it runs on all cores, and its version is known.
find "$work/ptx" -name '*.ptx' | sed 's/\.ptx$//' |
  xargs -P "$(nproc)" -n 16 sh -c 'for form; do ptxas -arch=sm_90 "$form.ptx" -o "$form.cubin" || exit 255; done' sh
"$work/run_forms" --cubins "$work/ptx" record "$output" "$here"/forms/*.forms
