#!/usr/bin/env bash
# Shows Carpool at work on examples/quickstart: what is run is what a newcomer would type.
set -euo pipefail

source_directory="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
demo_directory="$source_directory/build/demo"
prefix="$demo_directory/prefix"
jobs="$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"

case "${1:-}" in
  "") ;;
  -h | --help)
    echo "usage: ./demo.sh"
    echo "Installs what is missing, builds and installs Carpool below build/demo, runs"
    echo "examples/quickstart through ctest and compares it with a process for each test."
    exit 0
    ;;
  *)
    echo "demo.sh takes no arguments (see ./demo.sh --help)" >&2
    exit 2
    ;;
esac

log="$demo_directory/build.log"

step() { printf '\n== %s\n' "$*"; }

# Keeps what a build says in the log, and says every 20 s how far ninja is: minutes of silence look like a hang.
log_with_progress() {
  local line next=$((SECONDS + 20))
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" >&3
    if [ "$SECONDS" -ge "$next" ] && [[ "$line" =~ ^\[[0-9]+/[0-9]+\] ]]; then
      printf '   %s\n' "${BASH_REMATCH[0]}"
      next=$((SECONDS + 20))
    fi
  done 3>>"$log"
}

# Builds are long and dull: they are shown only if they fail. What is at work is said.
quietly() {
  local what="$1"
  shift
  printf '   %s ...\n' "$what"
  if ! "$@" 2>&1 | log_with_progress; then
    tail -n 40 "$log" >&2
    echo "demo.sh: failed: $* (the whole log: $log)" >&2
    exit 3
  fi
}

# Shows a command as one would type it, and runs it.
run() {
  printf '$'
  printf ' %q' "$@"
  printf '\n'
  "$@"
}

step "Looking for what Carpool needs"
"$source_directory/scripts/install-dependencies.sh" demo

mkdir -p "$demo_directory"
: >"$log"
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
fi

step "Building Carpool and installing it into $prefix"
printf '   A few minutes the first time. To watch it, in another terminal: tail -f %q\n' "$log"
quietly "configuring" cmake -S "$source_directory" -B "$demo_directory/carpool" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX="$prefix"
CCACHE_BASEDIR="$source_directory" quietly "compiling and linking, $jobs at a time" \
  cmake --build "$demo_directory/carpool" --parallel "$jobs"
quietly "installing" cmake --install "$demo_directory/carpool"

step "Building examples/quickstart, which calls add_continuous_test()"
build="$demo_directory/quickstart"
quietly "configuring" cmake -S "$source_directory/examples/quickstart" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix"
quietly "compiling and linking" cmake --build "$build" --parallel "$jobs"

step "Running its tests through ctest: one entry for each class"
run ctest --test-dir "$build" --parallel "$jobs"
run "$prefix/bin/carpool" report --results "$build/Testing/Carpool"

step "Comparing with a process for each test"
manifest="$build/carpool.tests/library_tests/manifest.json"
run "$prefix/bin/carpool" compare --manifest "$manifest"

step "Where the figures lie"
find "$build/Testing/Carpool" -maxdepth 1 -name '*.json' -print

step "To go on"
printf '   carpool in this shell:      export PATH=%q:"$PATH"\n' "$prefix/bin"
printf '   add_continuous_test() in your project:  cmake -S . -B build -DCMAKE_PREFIX_PATH=%q\n' "$prefix"
