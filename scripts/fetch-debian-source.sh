#!/usr/bin/env bash
# Fetches and unpacks the source of one Debian package, by apt and from the mirror that this machine
# already uses. The system's own apt configuration is read, never changed.
set -euo pipefail

if [ "$#" -lt 2 ] || [ "$#" -gt 3 ]; then
  cat >&2 <<'TEXT'
usage: scripts/fetch-debian-source.sh PACKAGE DIRECTORY [SUITE]

Unpacks PACKAGE of SUITE (the machine's own, unless given: trixie, sid, ...) so that DIRECTORY is its
top folder. Does nothing if DIRECTORY exists.

exit codes: 0 it is there; 2 usage; 3 not a Debian, or the package could not be had
TEXT
  exit 2
fi

package="$1"
directory="$2"
if [ -e "$directory" ]; then
  exit 0
fi

fail() {
  echo "fetch-debian-source: $*" >&2
  exit 3
}

for tool in apt-get dpkg-source; do
  command -v "$tool" >/dev/null || fail "there is no $tool (run scripts/install-dependencies.sh matrix)"
done
own_suite="$(. /etc/os-release && echo "${VERSION_CODENAME:-}")"
suite="${3:-$own_suite}"

mkdir -p "$(dirname "$directory")"
work="$(mktemp -d "$(dirname "$directory")/.fetch-XXXXXX")"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/parts" "$work/unpacked"

# apt itself reads the machine's source files, in whichever form they are written.
mirror="$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
  awk -v suite="$own_suite" '$1 == suite { print $2; exit }')"
[ -n "$mirror" ] || fail "this machine's apt sources name no archive for '$own_suite'"

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
option=""
[ ! -e "$keyring" ] || option="[signed-by=$keyring] "
echo "deb-src $option$mirror $suite main" >"$work/sources.list"

# The sandbox user could not write below a private folder.
private_apt() {
  apt-get -qq \
    -o Dir::Etc::sourcelist="$work/sources.list" \
    -o Dir::Etc::sourceparts="$work/parts" \
    -o Dir::State::lists="$work/lists" \
    -o Dir::Cache::archives="$work/archives" \
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User= \
    "$@" </dev/null
}

private_apt update || fail "apt-get update failed for '$suite'"
(cd "$work/unpacked" && private_apt source "$package" >/dev/null) ||
  fail "apt-get source $package failed for '$suite'"

unpacked="$(find "$work/unpacked" -mindepth 1 -maxdepth 1 -type d)"
[ "$(printf '%s\n' "$unpacked" | wc -l)" -eq 1 ] || fail "$package unpacked to something unexpected"
mv -T "$unpacked" "$directory"
