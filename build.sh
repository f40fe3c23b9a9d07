#!/usr/bin/env bash
# The only door to a build: installs what is missing, then builds what is out of date.
set -euo pipefail
cd "$(dirname "$0")"

usage() {
  cat >&2 <<'EOF'
usage: ./build.sh [command…]    without a command: release
  release      dist/attention.wasm and, from it, the page; types and manifest of the package
  packages     install the packages of package-lock.json, if they are not installed
  core         dist/attention.wasm and dist/learning.wasm alone, and the modules of their bytes
  draft        the same without the last, slow optimisation: for tests of a core that is changed often
  debug        dist/debug/attention.wasm: barely optimised, with names and lines
  native       dist/native/: the same C with each of tests/native/*.c, and that with sanitizers, of
               clang too where it is found; the replay of tests/fuzz with sanitizers
  sanitized    dist/sanitized/: the programs of tests/native and tests/fuzz for MemorySanitizer, for
               Valgrind, and as wasm with AddressSanitizer and UBSan; needs clang, valgrind and emcc
  fuzz         dist/fuzz/libfuzzer: the targets of tests/fuzz for libFuzzer; needs clang
  coverage     dist/coverage/: programs of tests/native and tests/fuzz that count what of the core
               they run; needs clang and llvm-cov
  browsers     install Chromium and Firefox for the tests, if they are not found
  webkit       install WebKit's driver, and a screen for it, for the long tests, if they are not found
  check        clang-format, clang-tidy, biome, tsc, the layers of web/
  check-tools  install clang-format and clang-tidy, if they are not found
  clean        remove dist/
EOF
  exit 2
}

commands=(release packages core draft debug native sanitized fuzz coverage browsers webkit check check-tools clean)

# No fused multiply-add and no errno: the same bits on every machine.
common_flags=(-std=c11 -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wconversion -Wdouble-promotion -Werror)
wasm_flags=("${common_flags[@]}" -msimd128 -mbulk-memory -fvisibility=hidden)
# Vectors and tiles are written by hand. clang's own copies of loops and functions gain no time, and
# would make the compressed module a sixth larger.
release_flags=(-O2 -fno-vectorize -mllvm -unroll-runtime=false -mllvm -inline-threshold=60)
native_flags=("${common_flags[@]}" -Isrc/core)
# Their shared memory, clocks and __int128 are no part of C11.
fuzz_flags=(-D_DEFAULT_SOURCE)
coverage_flags=(-fprofile-instr-generate -fcoverage-mapping)
sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
case $(uname -m) in
  # The bits are the same without it, but SIMDe then emulates shuffles and lanes: 1.5 to 2 times slower.
  x86_64 | amd64) native_flags+=(-msse4.1) ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

### What a machine needs

found() { command -v "$1" >/dev/null; }

missing=()
packages=()

# want <what> <how to get it> <Debian packages…>
want() {
  local install="${*:3}"
  missing+=("$1 is missing. $2${3:+; on Debian: apt-get install ${install//\// or }}")
  packages+=("${@:3}")
}

want_node() {
  local is_new='process.exit(typeof process.getBuiltinModule === "function" ? 0 : 1)'
  { found node && node -e "$is_new"; } || want "Node 20.16 or newer" "See https://nodejs.org"
}

want_emscripten() {
  { found emcc && found em-config; } ||
    want "Emscripten (emcc and em-config)" "See https://emscripten.org" emscripten
}

native_compiler() { if found gcc; then echo gcc; else echo clang; fi; }

want_c_compiler() {
  local header='#include <simde/wasm/simd128.h>'
  "$(native_compiler)" -E -x c - <<<"$header" &>/dev/null ||
    want "A C compiler (gcc or clang) with SIMDe's headers" \
      "See https://github.com/simd-everywhere/simde" gcc libc6-dev libsimde-dev
}

# clang's sanitizers see what gcc's do not, such as an offset to a null pointer.
has_clang_sanitizers() {
  clang "${sanitizers[@]}" -x c - -o "$scratch/sanitized" <<<'int main(void) { return 0; }' &>/dev/null
}

# Installed where clang is found, but not missed: gcc has sanitizers of its own.
want_clang_sanitizers() {
  ! found clang || has_clang_sanitizers ||
    packages+=("libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev")
}

has_libfuzzer() {
  clang -fsanitize=fuzzer -x c - -o "$scratch/fuzzer" &>/dev/null <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return data == NULL && size > 0; }
END
}

# It needs the same package as libFuzzer.
has_memory_sanitizer() {
  clang -fsanitize=memory -x c - -o "$scratch/sanitized" <<<'int main(void) { return 0; }' &>/dev/null
}

want_sanitizers() {
  want_c_compiler
  want_emscripten
  found valgrind || want Valgrind "See https://valgrind.org" valgrind
  has_memory_sanitizer ||
    want "clang with MemorySanitizer" "See https://clang.llvm.org/docs/MemorySanitizer.html" \
      clang "$(clang_runtime)"
}

# The runtime's package has clang's version in its name.
clang_runtime() {
  local version=14
  ! found clang || version=$(clang -dumpversion | cut -d. -f1)
  echo "libclang-rt-$version-dev"
}

want_libfuzzer() {
  want_c_compiler
  has_libfuzzer ||
    want "clang with libFuzzer and the sanitizers" "See https://llvm.org/docs/LibFuzzer.html" \
      clang "$(clang_runtime)"
}

# llvm_tool <name>: Debian has LLVM's version at the end of some names.
llvm_tool() {
  local name
  for name in "$1" "$1-$(clang -dumpversion 2>/dev/null | cut -d. -f1)"; do
    ! found "$name" || { echo "$name" && return; }
  done
  return 1
}

has_coverage() {
  llvm_tool llvm-cov >/dev/null && llvm_tool llvm-profdata >/dev/null &&
    clang "${coverage_flags[@]}" -x c - -o "$scratch/counting" <<<'int main(void) { return 0; }' \
      &>/dev/null
}

want_coverage() {
  want_c_compiler
  has_coverage || want "clang with llvm-cov and llvm-profdata" "They come with LLVM" \
    clang llvm "$(clang_runtime)"
}

want_browsers() {
  local browser=tests/support/find-browser.js how="Install it, or give its path in"
  node "$browser" chromium &>/dev/null ||
    want Chromium "$how CHROMIUM_PATH" chromium-headless-shell/chromium
  node "$browser" firefox &>/dev/null || want Firefox "$how FIREFOX_PATH" firefox-esr
}

want_webkit() {
  found WebKitWebDriver || want WebKitWebDriver "It comes with WebKitGTK" webkit2gtk-driver
  found Xvfb || want Xvfb "It comes with X.Org" xvfb
}

want_check_tools() {
  found clang-format || want clang-format "It comes with LLVM" clang-format
  found clang-tidy || want clang-tidy "It comes with LLVM" clang-tidy
  want_c_compiler
}

find_missing() {
  local command
  missing=()
  packages=()
  want_node
  for command; do
    case $command in
      release | core | draft) core_is_current || want_emscripten ;;
      debug) want_emscripten ;;
      native) ! has_native_sources || { want_c_compiler && want_clang_sanitizers; } ;;
      sanitized) want_sanitizers ;;
      fuzz) want_libfuzzer ;;
      coverage) want_coverage ;;
      browsers) want_browsers ;;
      webkit) want_webkit ;;
      check | check-tools) want_check_tools ;;
    esac
  done
}

# One package at a time: a system that lacks one of them still gets the others. Of this/that the first there is.
apt_install() {
  local sudo=() package choice
  found apt-get || return 0
  if ((EUID != 0)); then
    found sudo || return 0
    sudo=(sudo)
  fi
  echo "Installing as root, through apt-get: $*"
  "${sudo[@]}" apt-get update -qq || return 0
  for package; do
    for choice in ${package//\// }; do
      "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$choice" >/dev/null || continue
      break
    done
  done
}

# Installs what the commands need, or names each thing that is missing and how to get it.
prepare() {
  find_missing "$@"
  if ((${#packages[@]})); then
    apt_install "${packages[@]}"
    find_missing "$@"
  fi
  if ((${#missing[@]})); then
    printf 'build.sh: %s\n' "${missing[@]}" >&2
    exit 1
  fi
}

install_node_modules() {
  # npm writes this file last, so it tells a finished install from a broken one.
  # No package needs to run anything for that.
  [[ -e node_modules/.package-lock.json && ! package-lock.json -nt node_modules/.package-lock.json ]] ||
    npm ci --ignore-scripts --no-audit --no-fund
}

### Builds

# A build that stops halfway leaves no half output that looks up to date.
publish() {
  mkdir -p "$(dirname "$2")"
  mv "$1" "$2"
}

# out_of_date <output> <sources…>: a folder among the sources stands for all that is in it, and is
# itself newer once a file has come or gone.
out_of_date() {
  [[ ! -e $1 ]] || [[ -n $(find "${@:2}" build.sh -newer "$1" -print -quit) ]]
}

# in_parallel <command…>: once for each line of the input, which stands where the command has {}.
in_parallel() { xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} "$@"; }

# compile_wasm <folder> <flags…>: every source to an object, which stays in the folder; what is current
# is not compiled again. One emcc compiles all: its own start takes longer than most sources.
compile_wasm() {
  local source object stale=()
  objects=()
  for source in src/core/*.c; do
    object=$1/$(basename "$source" .c).o
    objects+=("$object")
    ! out_of_date "$object" "$source" src/core/*.h || stale+=("$PWD/$source")
  done
  ((${#stale[@]} > 0)) || return 0
  mkdir -p "$scratch/objects"
  (cd "$scratch/objects" && emcc "${wasm_flags[@]}" "${@:2}" -c "${stale[@]}")
  for source in "${stale[@]}"; do
    object=$(basename "$source" .c).o
    publish "$scratch/objects/$object" "$1/$object"
  done
}

# The linker that belongs to emcc; Debian's has LLVM's version at the end of its name.
wasm_linker() {
  local version
  version=$(em-config LLVM_ADD_VERSION 2>/dev/null) || version=None
  [[ $version == None ]] && version= || version=-$version
  echo "$(em-config LLVM_ROOT)/wasm-ld$version"
}

# link_wasm <output> <flags…>: the objects that were compiled last, through LLVM's linker, since emcc
# would add glue and imports; these modules have none. What no export reaches is left out.
link_wasm() {
  "${linker:=$(wasm_linker)}" --no-entry --stack-first -z stack-size=65536 \
    --initial-memory=131072 --max-memory=4294967296 "${@:2}" "${objects[@]}" -o "$1"
}

# What the module of learning exports: its header's functions, and of the core's those that its
# models run forward.
learning_exports() {
  grep -oE '\<attn_\w+\(' src/core/learning.h | sort -u | sed 's/^/--export=/; s/($//'
  printf -- '--export=attn_%s\n' abi_version heap_base packed_size pack_weight linear \
    scaled_dot_product_workspace scaled_dot_product_attention
}

module_is_current() {
  ! out_of_date "dist/$1.wasm" src/core &&
    ! out_of_date "dist/$1-wasm.js" "dist/$1.wasm" src/js/printable.js
}

core_is_current() {
  module_is_current attention && module_is_current learning
}

# The same bytes for those who import them: a module needs no request, and no bundler has to know
# what wasm is.
wasm_module() {
  node --input-type=module - "$1" <<'EOF'
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { toPrintable } from './src/js/printable.js';
const path = process.argv[2];
const name = basename(path);
console.log(`/** The bytes of ${name}, as src/js/printable.js writes them. @type {string} */`);
console.log(`export const printable = '${toPrintable(readFileSync(path))}';`);
EOF
}

# build_module <name> <exports…>: from the objects that were compiled last.
build_module() {
  echo "Building dist/$1.wasm"
  link_wasm "$scratch/$1.wasm" --strip-all "${@:2}"
  "$optimise" "$scratch/$1.wasm"
  wasm_module "$scratch/$1.wasm" >"$scratch/$1-wasm.js"
  publish "$scratch/$1.wasm" "dist/$1.wasm"
  publish "$scratch/$1-wasm.js" "dist/$1-wasm.js"
}

optimise=run_wasm_opt
run_wasm_opt() {
  "$(em-config BINARYEN_ROOT)/bin/wasm-opt" -O2 --enable-simd --enable-bulk-memory \
    --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int "$1" -o "$1"
}

build_core() {
  local learning
  ! core_is_current || return 0
  compile_wasm dist/objects "${release_flags[@]}"
  mapfile -t learning < <(learning_exports)
  build_module attention --export-dynamic
  build_module learning "${learning[@]}"
}

# It stays out of date, so that no other build takes it for finished.
build_draft() {
  ! core_is_current || return 0
  optimise=true build_core
  touch -d @0 dist/{attention,learning}{.wasm,-wasm.js}
}

build_debug() {
  out_of_date dist/debug/attention.wasm src/core || return 0
  echo "Building dist/debug/attention.wasm"
  compile_wasm dist/debug/objects -O1 -g
  link_wasm "$scratch/attention.wasm" --export-dynamic
  publish "$scratch/attention.wasm" dist/debug/attention.wasm
}

build_page() {
  local output
  for output in dist/{index,embed}.html dist/chapter.schema.json dist/{attention-lab,anywidget,attention-map,element,map,define,core,embed}.js; do
    if out_of_date "$output" web src/js dist/attention-wasm.js package-lock.json; then
      echo "Building the page"
      node web/build/bundle.js
      return
    fi
  done
}

# What TypeScript and editors read: what tsc makes of the JSDoc, of the entries and what they lead to.
build_types() {
  local all="$scratch/declarations" tools
  tools=(.tsconfig.json .tsconfig.types.json package-lock.json)
  out_of_date dist/types src/js web "${tools[@]}" || return 0
  node_modules/.bin/tsc -p .tsconfig.types.json --outDir "$all"
  node web/build/declarations.js "$all" "$scratch/types"
  # Most changes leave what is declared as it was.
  if diff -rq "$scratch/types" dist/types &>/dev/null; then
    touch dist/types
    return
  fi
  echo "Building dist/types"
  rm -rf dist/types
  publish "$scratch/types" dist/types
}

# What editors and catalogues read about the elements.
build_manifest() {
  local output
  for output in dist/{custom-elements,state.schema,vscode.html-custom-data,web-types}.json; do
    out_of_date "$output" web dist/types package-lock.json || continue
    echo "Building dist/custom-elements.json and what is made of it"
    node_modules/.bin/cem analyze --quiet --config web/build/manifest.js
    node web/build/editors.js
    return
  done
}

has_native_sources() { compgen -G 'tests/native/*.c' >/dev/null; }

fuzz_sources=(tests/fuzz/*.[ch] tests/fuzz/programs)

# program_sources <program>: one of tests/native, or `fuzz`, the fuzz targets without libFuzzer.
program_sources() {
  if [[ $1 == fuzz ]]; then echo tests/fuzz/*.c tests/fuzz/programs/replay.c; else echo "tests/native/$1.c"; fi
}

# build_programs <folder> <suffix> <programs> <compiler> <flags…>: those that are out of date, with a core that is
# compiled once.
build_programs() {
  local folder=$1 suffix=$2 program source wanted=() building=() objects
  local compile=("$4" "${native_flags[@]}" "${fuzz_flags[@]}" "${@:5}")
  for program in $3; do
    read -ra source <<<"$(program_sources "$program")"
    [[ $program != fuzz ]] || source+=("${fuzz_sources[@]}")
    ! out_of_date "$folder/$program$suffix" src/core "${source[@]}" || wanted+=("$program")
  done
  ((${#wanted[@]})) || return 0
  objects=$(mktemp -d "$scratch/objects.XXXXXX")
  basename -s .c src/core/*.c | in_parallel "${compile[@]}" -c src/core/{}.c -o "$objects/{}.o"
  for program in "${wanted[@]}"; do
    echo "Building $folder/$program$suffix"
    read -ra source <<<"$(program_sources "$program")"
    "${compile[@]}" "${source[@]}" "$objects"/*.o -lm -o "$objects/$program" &
    building+=($!)
  done
  for program in "${building[@]}"; do wait "$program"; done
  for program in "${wanted[@]}"; do publish "$objects/$program" "$folder/$program$suffix"; done
}

native() {
  local all compiler asan=(-O1 -g "${sanitizers[@]}")
  compiler=$(native_compiler)
  if ! has_native_sources; then
    echo "No tests/native/*.c yet: nothing to build"
    return
  fi
  all=$(basename -s .c tests/native/*.c)
  build_programs dist/native "" "$all" "$compiler" -O2
  build_programs dist/native -asan "$all fuzz" "$compiler" "${asan[@]}"
  # Every lane on its own, in plain C.
  build_programs dist/native -plain replay "$compiler" -O2 -mno-sse4.1 -DSIMDE_NO_NATIVE
  if has_clang_sanitizers; then
    build_programs dist/native -clang-asan replay clang "${asan[@]}"
  fi
}

# The core alone is instrumented: its branches are what inputs are kept for, and what judges it is to
# be quick.
build_fuzz() {
  local source output=dist/fuzz/libfuzzer
  out_of_date "$output" src/core "${fuzz_sources[@]}" || return 0
  echo "Building $output"
  mkdir "$scratch/fuzz"
  for source in src/core/*.c; do
    clang "${native_flags[@]}" -O2 -g "${sanitizers[@]}" \
      -fsanitize-coverage=inline-8bit-counters,pc-table \
      -c "$source" -o "$scratch/fuzz/core-$(basename "$source" .c).o"
  done
  for source in tests/fuzz/*.c tests/fuzz/programs/libfuzzer.c; do
    clang "${native_flags[@]}" "${fuzz_flags[@]}" -O2 -g -c "$source" \
      -o "$scratch/fuzz/$(basename "$source" .c).o"
  done
  clang -fsanitize=fuzzer "${sanitizers[@]}" "$scratch"/fuzz/*.o -lm -o "$scratch/libfuzzer"
  publish "$scratch/libfuzzer" "$output"
}

test_programs=(replay replay_learning gradients guard refusals corners)

# build_wasm_programs <folder>: as Emscripten's programs for Node.
build_wasm_programs() {
  local source program objects=$scratch/objects-wasm
  local flags=("${wasm_flags[@]}" -O1 -g2 -Isrc/core "${sanitizers[@]}")
  local settings=(-sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=256MB -sTOTAL_STACK=1MB -sEXIT_RUNTIME=1
    -sENVIRONMENT=node -sNODERAWFS=1 -sWASM_ASYNC_COMPILATION=0)
  mkdir "$objects"
  for source in src/core/*.c; do
    emcc "${flags[@]}" -c "$source" -o "$objects/$(basename "$source" .c).o"
  done
  # As natively the sanitizers watch the bounds: these programs have arrays on the stack, too.
  emcc "${flags[@]}" -U__wasm__ -c src/core/check.c -o "$objects/check.o"
  for program in "${test_programs[@]}" programs/faulty; do
    # Debian's Emscripten does not bring the parser that it needs for this.
    NODE_PATH="$PWD/node_modules" emcc "${flags[@]}" "${settings[@]}" "tests/native/$program.c" \
      "$objects"/*.o -o "$1/$(basename "$program").js"
  done
  # They are no modules.
  echo '{}' >"$1/package.json"
}

build_sanitized() {
  local folder=$scratch/sanitized-programs memory=(-fsanitize=memory -fsanitize-memory-track-origins)
  out_of_date dist/sanitized/corners.js src/core tests/native "${fuzz_sources[@]}" || return 0
  install_node_modules
  echo "Building dist/sanitized"
  memory+=(-fno-sanitize-recover=all -O1 -g)
  build_programs "$folder" -msan "${test_programs[*]} fuzz" clang "${memory[@]}"
  # Valgrind does not read what clang writes by default.
  build_programs "$folder" -valgrind "${test_programs[*]} fuzz" clang -O1 -gdwarf-4
  clang "${memory[@]}" tests/native/programs/faulty.c -o "$folder/faulty-msan"
  clang -O1 -gdwarf-4 tests/native/programs/faulty.c -o "$folder/faulty-valgrind"
  build_wasm_programs "$folder"
  rm -rf dist/sanitized
  publish "$folder" dist/sanitized
}

build_coverage() {
  out_of_date dist/coverage/fuzz src/core tests/native "${fuzz_sources[@]}" || return 0
  echo "Building dist/coverage"
  build_programs "$scratch/programs" "" "${test_programs[*]} fuzz" clang -O1 -g "${coverage_flags[@]}"
  rm -rf dist/coverage
  publish "$scratch/programs" dist/coverage
}

release() {
  local page
  install_node_modules
  build_core
  build_page &
  page=$!
  build_types
  build_manifest
  wait "$page"
}

check() {
  install_node_modules
  build_core
  shopt -s nullglob
  clang-format --dry-run -Werror src/core/*.[ch] tests/native/{*.[ch],programs/*.c} tests/fuzz/{,programs/}*.[ch]
  # No name of one file is in the way of another's: all sources are also one.
  (cd src/core && printf '#include "%s"\n' *.c) |
    "$(native_compiler)" "${native_flags[@]}" -fsyntax-only -x c -
  # It counts the warnings that it keeps quiet, of other people's headers, on stderr.
  printf '%s\n' src/core/*.c tests/native/*.c tests/fuzz/{,programs/}*.c |
    in_parallel clang-tidy --quiet {} -- "${native_flags[@]}" "${fuzz_flags[@]}" \
      2> >(grep -v 'warnings\? generated' >&2)
  node_modules/.bin/biome check --error-on-warnings .
  node_modules/.bin/tsc -p .tsconfig.json
  node web/build/layers.js
}

(($#)) || set -- release
for command; do
  [[ " ${commands[*]} " == *" $command "* ]] || usage
done
prepare "$@"
for command; do
  case $command in
    release) release ;;
    packages) install_node_modules ;;
    core) build_core ;;
    draft) build_draft ;;
    debug) build_debug ;;
    native) native ;;
    sanitized) build_sanitized ;;
    fuzz) build_fuzz ;;
    coverage) build_coverage ;;
    check) check ;;
    clean) rm -rf dist ;;
  esac
done
