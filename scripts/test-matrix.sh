#!/usr/bin/env bash
# The tests that are too slow for every run: other versions, other compilers, sanitizers, suites that
# others wrote. Each is one preset of ./test.sh; all of them are run, then the outcome of each is named.
set -euo pipefail

source_directory="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

usage() {
  cat <<'TEXT'
usage: scripts/test-matrix.sh [versions|compilers|sanitizers|real|distributed|consumers|all|PRESET]...

  versions     GoogleTest of Debian 13, the newest GoogleTest in Debian, CMake 4
  compilers    Clang
  sanitizers   ASan with UBSan, and TSan, on the runner and its tests
  real         GoogleTest's own tests and those of fmt, with live workers and with a process each
  distributed  examples/distributed: collectives of libtorch over gloo; installs libtorch
  consumers    programs that others wrote and that read what `carpool export` writes
  all          all of them (the default)
  PRESET       one of them alone, e.g. tsan

exit codes: 0 all green; 1 at least one is not; 2 usage
TEXT
}

# The labels that are worth running with a preset.
labels_of() {
  case "$1" in
    gtest-trixie) echo 'unit|plugin|cmake|e2e' ;;
    gtest-newest) echo 'unit|plugin|cmake|e2e|real' ;;
    cmake4) echo 'cmake|package|e2e|examples' ;;
    clang) echo 'unit|plugin|guards|cmake|package|e2e|examples' ;;
    asan | tsan) echo 'unit|schemas|e2e' ;;
    real-suites) echo 'real' ;;
    distributed) echo 'distributed' ;;
    consumers) echo 'export' ;;
  esac
}

versions=(gtest-trixie gtest-newest cmake4)
compilers=(clang)
sanitizers=(asan tsan)
real=(real-suites)
distributed=(distributed)
consumers=(consumers)

chosen=()
[ "$#" -gt 0 ] || set -- all
for word in "$@"; do
  case "$word" in
    versions) chosen+=("${versions[@]}") ;;
    compilers) chosen+=("${compilers[@]}") ;;
    sanitizers) chosen+=("${sanitizers[@]}") ;;
    real) chosen+=("${real[@]}") ;;
    distributed) chosen+=("${distributed[@]}") ;;
    consumers) chosen+=("${consumers[@]}") ;;
    all) chosen+=("${versions[@]}" "${compilers[@]}" "${sanitizers[@]}" "${real[@]}" "${distributed[@]}" "${consumers[@]}") ;;
    -h | --help) usage; exit 0 ;;
    *)
      [ -n "$(labels_of "$word")" ] || { usage >&2; exit 2; }
      chosen+=("$word")
      ;;
  esac
done

outcomes=()
exit_code=0
for preset in "${chosen[@]}"; do
  printf '\n==== %s\n' "$preset"
  if "$source_directory/test.sh" --preset "$preset" --label "$(labels_of "$preset")" </dev/null; then
    outcomes+=("$preset: green")
  else
    outcomes+=("$preset: RED, exit code $?")
    exit_code=1
  fi
done

printf '\n==== outcome\n'
printf '%s\n' "${outcomes[@]}"
exit "$exit_code"
