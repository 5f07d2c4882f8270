"""What no committed text file may hold: paths of one machine, hosts of package registries.

Links are checked against a short list of hosts, so that a registry or mirror nobody thought of is
found as well.
"""

import pathlib
import re
import subprocess

# Where documentation, licences and schemas may point. Loopback addresses are for tests.
KNOWN_HOSTS = {
    "cmake.org", "example.com", "example.org", "github.com", "google.github.io", "json-schema.org",
    "keepachangelog.com", "semver.org", "www.w3.org", "127.0.0.1", "localhost",
}  # fmt: skip

LINK = re.compile(r"(?:https?|ftp|ssh)://([A-Za-z0-9.-]+)")
# Split, so that this file does not hold what it looks for.
MACHINE_PATHS = re.compile(r"(?<![\w.$}/-])(?:/" + r"work/|/" + r"tmp/build|/" + r"home/\w|/" + r"Users/\w|/" + r"root/)")
RESOLVED_IN_LOCK = re.compile(r'"resolved"\s*:')
CONFLICT = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)


def committed_files(root):
    """The files that git tracks or would track; without git, all files but those of builds."""
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
        candidates = (root / name for name in names if name)
    else:
        candidates = (
            path
            for path in root.rglob("*")
            if not any(part.startswith("build") for part in path.relative_to(root).parts[:1])
        )
    return sorted(path for path in candidates if path.is_file())


def problems_of(name, text):
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        for host in LINK.findall(line):
            if host.lower() not in KNOWN_HOSTS:
                found.append(f"{name}:{number}: '{host}' is not in the list of hosts (tests/guards/committed_text.py)")
        if MACHINE_PATHS.search(line):
            found.append(f"{name}:{number}: a path of one machine")
    if name.endswith("package-lock.json") and RESOLVED_IN_LOCK.search(text):
        found.append(f"{name}: names a registry (npm install --omit-lockfile-registry-resolved leaves it out)")
    if CONFLICT.search(text):
        found.append(f"{name}: holds the marks of a merge conflict")
    return found


def check(root):
    root = pathlib.Path(root)
    found = []
    for path in committed_files(root):
        content = path.read_bytes()
        if b"\0" in content:
            continue
        found += problems_of(str(path.relative_to(root)), content.decode("utf-8", errors="replace"))
    return found
