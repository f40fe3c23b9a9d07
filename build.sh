#!/usr/bin/env bash
# The entry point of all builds. Installs missing tools and packages that a command needs, then runs make.
set -euo pipefail
cd "$(dirname "$0")"

# command | its needs, by the names of the table below; after a colon, a build or a compiler flag that is needed | description
read -rd '' commands <<'END' || true
release|packages emscripten|dist/attention.wasm and, from it, the page; types and manifest of the package; dist/models
packages|packages|install the packages of package-lock.json, if they are not installed
models|packages|dist/models alone: the pretrained model that ships
core|emscripten|dist/attention.wasm and dist/learning.wasm alone, and the modules of their bytes
draft|emscripten|the same without the last, slow optimisation: for tests of a core that is changed often
debug|emscripten:debug|dist/debug/attention.wasm: barely optimised, with names and lines
native|simde clang?:-fsanitize=address|dist/native/: programs of tests/native, the core in them, also with sanitizers
sanitized|simde emscripten:debug clang:-fsanitize=memory valgrind|dist/sanitized/: the same for MemorySanitizer, Valgrind, wasm
fuzz|simde clang:-fsanitize=fuzzer|dist/fuzz/libfuzzer: the targets of tests/fuzz for libFuzzer
coverage|simde clang:-fprofile-instr-generate llvm-cov|dist/coverage/: programs that count what of the core they run
browsers|chromium firefox|install Chromium and Firefox for the tests, if they are not found
python|numpy|install Python with NumPy for the tests of exported programs, if it is not found
webkit|WebKitWebDriver Xvfb|install WebKit's driver, and a screen for it, for the long tests, if they are not found
api|packages typedoc emscripten|dist/api: the reference of the library, from the comments in the types
check|packages simde clang-format clang-tidy emscripten|clang-format, clang-tidy, biome, tsc, the layers of web/, the words of documents
check-tools|simde clang-format clang-tidy|install clang-format and clang-tidy, if they are not found
clean||remove dist/
END
usage() {
  echo 'usage: ./build.sh [command…]    without a command: release'
  sed 's/^\([^|]*\)|[^|]*|/  \1            /; s/^\(.\{14\}\) */\1 /' <<<"$commands"
  echo 'With ATTENTION_LAB_NO_INSTALL set it installs nothing, and names what is missing.'
}

# need | what it is and where to get it | its Debian packages; for a/b, the first package that exists
read -rd '' table <<'END' || true
make|GNU make, https://www.gnu.org/software/make|make
node|Node 20.16 or newer, https://nodejs.org|
packages|what package-lock.json names, by npm ci --ignore-scripts|
typedoc|what web/build/typedoc/package-lock.json names, by npm ci --ignore-scripts|
emscripten|Emscripten (emcc and em-config), https://emscripten.org|emscripten
simde|a C compiler (gcc or clang) with SIMDe's headers, https://github.com/simd-everywhere/simde|gcc libc6-dev libsimde-dev
clang|clang with its sanitizers, libFuzzer and profiles, https://clang.llvm.org|clang libclang-rt-dev
llvm-cov|llvm-cov and llvm-profdata, which come with LLVM|llvm
valgrind|Valgrind, https://valgrind.org|valgrind
chromium|Chromium, or its path in CHROMIUM_PATH|chromium-headless-shell/chromium
firefox|Firefox, or its path in FIREFOX_PATH|firefox-esr
numpy|Python 3 with NumPy, https://numpy.org|python3-numpy
WebKitWebDriver|WebKitWebDriver, which comes with WebKitGTK|webkit2gtk-driver
Xvfb|Xvfb, which comes with X.Org|xvfb
clang-format|clang-format, which comes with LLVM|clang-format
clang-tidy|clang-tidy, which comes with LLVM|clang-tidy
END

scratch=$(mktemp) && trap 'rm -f "$scratch"' EXIT

is_there() {
  local compiler=clang
  case $1 in
    node) node -e 'process.exit(typeof process.getBuiltinModule === "function" ? 0 : 1)' ;;
    packages | typedoc) make -q -C web/build "$1" ;;
    emscripten:debug) is_there emscripten ;;
    emscripten*) { command -v emcc && command -v em-config; } || make -q -C src/core release ;;
    simde) ! command -v gcc || compiler=gcc; "$compiler" -E -x c - <<<'#include <simde/wasm/simd128.h>' ;;
    # The sanitizers of clang find more than those of gcc, such as an offset to a null pointer. Without clang, gcc is enough.
    clang\?:*) ! command -v clang || is_there "clang:${1#*:}" ;;
    # libFuzzer has a main of its own.
    clang:*) clang "${1#*:}" -x c - -o "$scratch" <<<'__attribute__((weak)) int main(void) { return 0; } int LLVMFuzzerTestOneInput(void) { return 0; }' ;;
    llvm-cov) command -v llvm-cov || command -v "llvm-cov-$(clang -dumpversion | cut -d. -f1)" ;;
    numpy) python3 -c 'import numpy' || /usr/bin/python3 -c 'import numpy' ;;
    chromium | firefox) node tests/support/find-browser.js "$1" ;;
    *) command -v "$1" ;;
  esac &>/dev/null
}

# Prints a row of the table for each missing need, after the name of the command.
list_missing() {
  local command need
  for command; do
    for need in make node $(sed -n "s/^$command|\([^|]*\)|.*/\1/p" <<<"$commands"); do
      is_there "$need" || sed -n "s/^${need%%[:?]*}|/$command|&/p" <<<"$table"
    done
  done | sort -ut'|' -k2,2
}

describe() {
  local command what debian
  while IFS='|' read -r command _ what debian; do
    echo "build.sh: $command needs $what${debian:+ (Debian: ${debian//\// or })}"
  done <<<"$missing"
}

# Installs one package at a time, so that a package that does not exist does not prevent the others.
install_missing() {
  local package choice root=()
  ((EUID == 0)) || root=(sudo)
  ! command -v apt-get >/dev/null || for package in update $(cut -d'|' -f4 <<<"$missing"); do
    [[ $package != update ]] || { "${root[@]}" apt-get update -qq || true; continue; }
    for choice in ${package//\// }; do
      "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$choice" >/dev/null && break
    done || true
  done
  for package in packages typedoc; do
    if grep -q "|$package|" <<<"$missing"; then make -s -C web/build "$package" || true; fi
  done
}

[[ $# -gt 0 ]] || set -- release
for command; do grep -q "^$command|" <<<"$commands" || { usage >&2 && exit 2; }; done
missing=$(list_missing "$@")
if [[ -n $missing && -z ${ATTENTION_LAB_NO_INSTALL:-} ]]; then
  describe
  echo "build.sh: it is installed now, unless ATTENTION_LAB_NO_INSTALL is set"
  install_missing
  missing=$(list_missing "$@")
fi
[[ -z $missing ]] || { describe >&2 && exit 1; }

build() { make -s -j"$(getconf _NPROCESSORS_ONLN)" -C "$@"; }
for command; do
  case $command in
    release) build src/core release; build web/build release ;;
    core) build src/core release ;;
    draft | debug) build src/core "$command" ;;
    native) build tests/native native; ! command -v clang >/dev/null || build tests/native clang-sanitized ;;
    sanitized | coverage) build tests/native "$command" ;;
    fuzz) build tests/fuzz ;;
    models) build web/build models ;;
    api) build src/core release; build web/build api ;;
    check) build src/core release; build tests/native check; build web/build check ;;
    clean) rm -rf dist ;;
  esac
done
