#!/bin/sh
# emulate itself: what it says and returns before any CUDA program runs. EMULATE and CC come from CTest.
failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect STATUS TEXT COMMAND…: the command ends with STATUS and says TEXT.
expect() {
  status=$1 text=$2
  shift 2
  output=$("$@" 2>&1)
  actual=$?
  if [ "$actual" != "$status" ]; then
    echo "FAILED: $* ended with $actual, expected $status: $output"
    failures=$((failures + 1))
  fi
  case $output in
    *"$text"*) ;;
    *)
      echo "FAILED: $* does not say '$text' but: $output"
      failures=$((failures + 1))
      ;;
  esac
}

expect 0 "Usage: emulate" "$EMULATE" --help
expect 2 "which program" "$EMULATE"
expect 2 "no option --bogus" "$EMULATE" --bogus true
expect 127 "was not found" "$EMULATE" "$folder/absent"
expect 127 "in PATH" "$EMULATE" no-program-has-this-name

expect 127 "an empty name" "$EMULATE" ""
expect 127 ". was not found in PATH" "$EMULATE" .

echo 'int main() { return 0; }' > "$folder/source.cu"
expect 126 "compile it first" "$EMULATE" "$folder/source.cu"
expect 126 "is a folder" "$EMULATE" "$folder"
touch "$folder/data"
expect 126 "not executable" "$EMULATE" "$folder/data"

# Programs that are none, or no longer.
for size in 16 100 5000; do
  head -c $size "$EMULATE" > "$folder/cut"
  chmod +x "$folder/cut"
  expect 126 "is cut off" "$EMULATE" "$folder/cut"
done
printf 'echo no first line\n' > "$folder/text"
chmod +x "$folder/text"
expect 126 "whose first line says #!" "$EMULATE" "$folder/text"

# The program's own exit status and its arguments pass through.
printf '#!/bin/sh\necho "arguments: $*"\nexit 7\n' > "$folder/script"
chmod +x "$folder/script"
expect 7 "arguments: --counters x" "$EMULATE" "$folder/script" --counters x

# The environment that the library reads.
printf '#!/bin/sh\necho "$GTL_COUNTERS|$GTL_CHECK|$GTL_THREADS|$GTL_SEED|$GTL_EMULATE"\n' > "$folder/script"
cd "$folder" || exit 1
expect 0 "$folder/out.json|none|3|9|1" "$EMULATE" --counters out.json --check none --threads 3 --seed 9 ./script
[ -f out.json ] || { echo "FAILED: --counters did not create the file"; failures=$((failures + 1)); }
expect 2 "is the program itself" "$EMULATE" --counters "$folder/../$(basename "$folder")/script" ./script
expect 0 "$folder/out.json|" "$EMULATE" --counters out.json ./script
expect 2 "absent/out.json" "$EMULATE" --counters "$folder/absent/out.json" ./script

# A program that carries device code but not the shared runtime: linked as nvcc links by default.
echo '__attribute__((section(".nv_fatbin"))) int code = 1; int main(void) { return 0; }' > static.c
"$CC" -o static static.c || exit 1
expect 126 "-cudart shared" "$EMULATE" ./static

# A runtime of another version.
echo 'int cudaStub(void) { return 0; }' > stub.c
"$CC" -shared -fPIC -Wl,-soname,libcudart.so.12 -o libcudart.so.12 stub.c || exit 1
echo 'int cudaStub(void); int main(void) { return cudaStub(); }' > old.c
"$CC" -o old old.c ./libcudart.so.12 || exit 1
expect 126 "libcudart.so.12" "$EMULATE" ./old

# NVIDIA's driver, which a program calls past the runtime: the loader says that it is missing, emulate what that means.
"$CC" -shared -fPIC -Wl,-soname,libcuda.so.1 -o libcuda.so.1 stub.c || exit 1
"$CC" -o driver old.c ./libcuda.so.1 || exit 1
rm libcuda.so.1
expect 127 "is linked with libcuda.so.1, and the emulator takes the place of libcudart.so.13 alone" "$EMULATE" ./driver

exit $failures
