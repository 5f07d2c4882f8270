#!/usr/bin/env bash
# The tests that are too slow for every run: other versions, other compilers, sanitizers. Each is one
# preset of ./test.sh; all of them are run, then the outcome of each is named.
set -euo pipefail

source_directory="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

usage() {
  cat <<'TEXT'
usage: scripts/test-matrix.sh [versions|compilers|sanitizers|all]

  versions     GoogleTest of Debian 13, the newest GoogleTest in Debian, CMake 4
  compilers    Clang
  sanitizers   ASan with UBSan, and TSan, on the runner and its tests
  all          all of them (the default)

exit codes: 0 all green; 1 at least one is not; 2 usage
TEXT
}

# preset and the labels that are worth running with it
versions=("gtest-trixie unit|plugin|cmake|e2e" "gtest-newest unit|plugin|cmake|e2e|real" "cmake4 cmake|package|e2e|examples")
compilers=("clang unit|plugin|guards|cmake|package|e2e|examples")
sanitizers=("asan unit|schemas|e2e" "tsan unit|schemas|e2e")

case "${1:-all}" in
  versions) chosen=("${versions[@]}") ;;
  compilers) chosen=("${compilers[@]}") ;;
  sanitizers) chosen=("${sanitizers[@]}") ;;
  all) chosen=("${versions[@]}" "${compilers[@]}" "${sanitizers[@]}") ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

outcomes=()
exit_code=0
for entry in "${chosen[@]}"; do
  preset="${entry%% *}"
  printf '\n==== %s\n' "$preset"
  if "$source_directory/test.sh" --preset "$preset" --label "${entry#* }" </dev/null; then
    outcomes+=("$preset: green")
  else
    outcomes+=("$preset: RED, exit code $?")
    exit_code=1
  fi
done

printf '\n==== outcome\n'
printf '%s\n' "${outcomes[@]}"
exit "$exit_code"
