#!/usr/bin/env bash
# Installs what is missing, builds everything and runs the tests.
set -euo pipefail

source_directory="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

usage() {
  cat <<'TEXT'
usage: ./test.sh [--preset NAME] [--label REGEX] [--jobs N] [-- CTEST-ARGUMENT...]

  --preset NAME   a test preset of CMakePresets.json: dev (default), debug, asan, tsan, clang,
                  gtest-trixie, gtest-newest, cmake4, real-suites, distributed, consumers
  --label REGEX   only tests with such a label: unit, plugin, guards, schemas, examples,
                  cmake, export, history, package, e2e, dashboard, real, fuzz, distributed
  --jobs N        tests and compilers at a time (default: the number of processors)
  --              the rest goes to ctest, e.g. -- -R Session --verbose

Builds in build/<preset>. The exit code is ctest's; 3 if something could not be installed.

  ./test.sh                                everything
  ./test.sh --label 'unit|guards'          the quick ones
  ./test.sh --preset asan --label unit     unit tests under AddressSanitizer
  scripts/test-matrix.sh all               every version, compiler and sanitizer
TEXT
}

refuse() {
  echo "test.sh: $*" >&2
  usage >&2
  exit 2
}

preset=dev
label=""
jobs="$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"
ctest_arguments=()

while [ "$#" -gt 0 ]; do
  case "$1" in
    --preset | --label | --jobs)
      [ "$#" -ge 2 ] || refuse "$1 needs a value"
      case "$1" in
        --preset) preset="$2" ;;
        --label) label="$2" ;;
        --jobs) jobs="$2" ;;
      esac
      shift 2
      ;;
    -h | --help) usage; exit 0 ;;
    --) shift; ctest_arguments=("$@"); break ;;
    *) refuse "unknown argument '$1'" ;;
  esac
done
[ "$preset" != release ] || refuse "the preset 'release' builds no tests"
[[ "$jobs" =~ ^[1-9][0-9]*$ ]] || refuse "--jobs takes a positive number, not '$jobs'"
[ -z "$label" ] || ctest_arguments=(--label-regex "$label" "${ctest_arguments[@]}")

cd "$source_directory"
scripts/install-dependencies.sh test
scripts/prepare-preset.sh "$preset"

if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
fi
if [ "$preset" = cmake4 ]; then
  export PATH="$source_directory/build/tools/cmake4/bin:$PATH"
fi

# ThreadSanitizer before GCC 14 does not start where a kernel spreads addresses widely.
steady=()
if [ "$preset" = tsan ] && setarch --addr-no-randomize true 2>/dev/null; then
  steady=(setarch --addr-no-randomize)
fi

cmake --preset "$preset"
# Relative paths let clones in other folders share what ccache holds. Only here: what tests compile
# has to name its files as a user's build does.
CCACHE_BASEDIR="$source_directory" CCACHE_NOHASHDIR=true \
  "${steady[@]}" cmake --build --preset "$preset" --parallel "$jobs"

exit_code=0
"${steady[@]}" ctest --preset "$preset" --parallel "$jobs" "${ctest_arguments[@]}" || exit_code=$?
exit "$exit_code"
