#!/usr/bin/env bash
# The only door to a build: installs what is missing, then builds what is out of date.
set -euo pipefail
cd "$(dirname "$0")"

usage() {
  cat >&2 <<'EOF'
usage: ./build.sh [command…]    without a command: release
  release      dist/attention.wasm and, from it, the page
  core         dist/attention.wasm alone
  debug        dist/debug/attention.wasm: barely optimised, with names and lines
  native       dist/native/replay and replay-asan: the same C, compiled for this machine
  browsers     install Chromium and Firefox for the tests, if they are not found
  check        clang-format, clang-tidy, biome, tsc
  check-tools  install clang-format and clang-tidy, if they are not found
  clean        remove dist/
EOF
  exit 2
}

# No fused multiply-add and no errno: the same bits on every machine.
common_flags=(-std=c11 -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wconversion -Wdouble-promotion -Werror)
wasm_flags=("${common_flags[@]}" -msimd128 -mbulk-memory -fvisibility=hidden)
native_flags=("${common_flags[@]}" -Isrc/core)
case $(uname -m) in
  # Without SSE4.1 rounding to the nearest integer is emulated, and differently.
  x86_64 | amd64) native_flags+=(-msse4.1) ;;
esac

### What a machine needs

fail() {
  printf 'build.sh: %s\n' "$@" >&2
  exit 1
}

found() { command -v "$1" >/dev/null; }

# apt_install <what is missing> <how to get it elsewhere> <Debian packages…>
apt_install() {
  local what=$1 elsewhere=$2 sudo=()
  shift 2
  if ! found apt-get; then
    fail "$what is missing, and there is no apt-get to install it with." "$elsewhere"
  fi
  if ((EUID != 0)); then
    if ! found sudo; then
      fail "$what is missing. As root: apt-get install $*" "$elsewhere"
    fi
    sudo=(sudo)
  fi
  echo "Installing $*"
  if [[ -z ${apt_updated:-} ]]; then
    "${sudo[@]}" apt-get update -qq
    apt_updated=yes
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    fail "$what is missing, and apt-get could not install $*." "$elsewhere"
}

need_node() {
  found node || fail "Node is missing. Install Node 20 or newer: https://nodejs.org"
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  ((major >= 20)) || fail "Node $(node --version) is too old. Install Node 20 or newer: https://nodejs.org"
}

need_node_modules() {
  need_node
  # npm writes this file last, so it tells a finished install from a broken one.
  [[ -e node_modules/.package-lock.json && ! package-lock.json -nt node_modules/.package-lock.json ]] ||
    npm ci --no-audit --no-fund
}

need_emscripten() {
  found emcc || apt_install "Emscripten (emcc)" "See https://emscripten.org" emscripten
  found em-config || fail "emcc is there, but em-config is not: put Emscripten's folder on the PATH."
}

need_c_compiler() {
  local simde='#include <simde/wasm/simd128.h>'
  found gcc || found clang || apt_install "A C compiler" "Install gcc or clang." gcc libc6-dev
  "$(native_compiler)" -E -x c - <<<"$simde" >/dev/null 2>&1 ||
    apt_install "SIMDe or libc's headers" "See https://github.com/simd-everywhere/simde" libc6-dev libsimde-dev
}

native_compiler() { if found gcc; then echo gcc; else echo clang; fi; }

need_check_tools() {
  found clang-format || apt_install clang-format "It comes with LLVM." clang-format
  found clang-tidy || apt_install clang-tidy "It comes with LLVM." clang-tidy
  need_c_compiler
}

need_browsers() {
  local elsewhere="Install it, or give its path in the variable"
  need_node
  node tests/support/find-browser.js chromium &>/dev/null ||
    apt_install Chromium "$elsewhere CHROMIUM_PATH." chromium
  node tests/support/find-browser.js firefox &>/dev/null ||
    apt_install Firefox "$elsewhere FIREFOX_PATH." firefox-esr
  # Where apt's package is only a pointer to another store, nothing has been installed.
  node tests/support/find-browser.js chromium firefox >/dev/null
}

### Builds

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

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

# compile_wasm <flags…>: every source to an object in the scratch folder.
compile_wasm() {
  local source
  need_emscripten
  for source in src/core/*.c; do
    emcc "${wasm_flags[@]}" "$@" -c "$source" -o "$scratch/$(basename "$source" .c).o"
  done
}

# link_wasm <output> <flags…>: LLVM's own linker. emcc would add glue and imports; this module has
# none.
link_wasm() {
  "$(em-config LLVM_ROOT)/wasm-ld" --no-entry --export-dynamic --stack-first -z stack-size=65536 \
    --initial-memory=131072 --max-memory=4294967296 "${@:2}" "$scratch"/*.o -o "$1"
}

build_core() {
  out_of_date dist/attention.wasm src/core || return 0
  echo "Building dist/attention.wasm"
  compile_wasm -O2
  link_wasm "$scratch/linked.wasm" --strip-all
  "$(em-config BINARYEN_ROOT)/bin/wasm-opt" -O2 --enable-simd --enable-bulk-memory \
    --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    "$scratch/linked.wasm" -o "$scratch/attention.wasm"
  publish "$scratch/attention.wasm" dist/attention.wasm
}

build_debug() {
  out_of_date dist/debug/attention.wasm src/core || return 0
  echo "Building dist/debug/attention.wasm"
  compile_wasm -O1 -g
  link_wasm "$scratch/attention.wasm"
  publish "$scratch/attention.wasm" dist/debug/attention.wasm
}

build_page() {
  local output
  for output in dist/index.html dist/attention-lab.js; do
    if out_of_date "$output" web src/js dist/attention.wasm package-lock.json; then
      echo "Building the page"
      node web/bundle.js
      return
    fi
  done
}

# build_native <output> <flags…>
build_native() {
  out_of_date "$1" src/core tests/native || return 0
  echo "Building $1"
  "$(native_compiler)" "${native_flags[@]}" "${@:2}" src/core/*.c tests/native/*.c -lm \
    -o "$scratch/native"
  publish "$scratch/native" "$1"
}

native() {
  if ! compgen -G 'tests/native/*.c' >/dev/null; then
    echo "No tests/native/*.c yet: nothing to build"
    return
  fi
  need_c_compiler
  build_native dist/native/replay -O2
  build_native dist/native/replay-asan -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
}

release() {
  need_node_modules
  build_core
  build_page
}

check() {
  need_check_tools
  need_node_modules
  shopt -s nullglob
  clang-format --dry-run -Werror src/core/*.[ch] tests/native/*.[ch]
  clang-tidy --quiet src/core/*.c tests/native/*.c -- "${native_flags[@]}"
  node_modules/.bin/biome ci .
  node_modules/.bin/tsc -p .tsconfig.json
}

(($#)) || set -- release
for command; do
  case $command in
    release) release ;;
    core) build_core ;;
    debug) build_debug ;;
    native) native ;;
    browsers) need_browsers ;;
    check) check ;;
    check-tools) need_check_tools ;;
    clean) rm -rf dist ;;
    *) usage ;;
  esac
done
