#!/bin/sh
# On a machine with a GPU: runs random kernels and writes recorded/GPU.txt (default: recorded/h200_digests.txt).
#   usage: record.sh [recorded/GPU.txt [FIRST COUNT]]
# Needs nvcc and ptxas of CUDA 13 in PATH or in /usr/local/cuda/bin, and no network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/recorded/h200_digests.txt}
first=${2:-0}
count=${3:-3500}
PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/ptx"
mkdir -p "$(dirname "$output")"
nvcc -std=c++20 -O1 -o "$work/run_random" "$here"/run_random.cu "$here"/kernel.cc "$here"/statement.cc "$here"/templates.cc
"$work/run_random" write-ptx "$work/ptx" "$first" "$count"
find "$work/ptx" -name '*.ptx' | sed 's/\.ptx$//' |
  xargs -P "$(nproc)" -n 1 sh -c 'ptxas -arch=sm_90 "$0.ptx" -o "$0.cubin"'
"$work/run_random" --cubins "$work/ptx" record "$output" "$first" "$count"
