"""LLVM's lit, which since version 15 runs GoogleTest executables in shards."""

import os
import re
import shutil
from pathlib import Path

from carpool_bench.timing import Command

CONFIGURATION = """\
import lit.formats

config.name = "bench"
config.test_format = lit.formats.GoogleTest("", "_sharded")
config.test_source_root = {folder!r}
config.test_exec_root = {folder!r}
"""


def find() -> Path | None:
    """The newest lit below LLVM's own folders that can shard, unless one is on PATH."""
    on_path = shutil.which("lit")
    if on_path:
        return Path(on_path)
    found = []
    for script in Path("/usr/lib").glob("llvm-*/build/utils/lit/lit.py"):
        version = re.search(r"llvm-(\d+)/", str(script))
        if version and int(version.group(1)) >= 15:
            found.append((int(version.group(1)), script))
    return max(found)[1] if found else None


def command(lit: Path, executable: Path, folder: Path) -> Command:
    """Runs all tests of the executable in shards, two at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    sharded = folder / "bench_sharded"
    sharded.unlink(missing_ok=True)
    os.link(executable, sharded)
    (folder / "lit.cfg").write_text(CONFIGURATION.format(folder=str(folder)), encoding="utf-8")
    return Command(("python3", str(lit), "-q", "-j2", str(folder)), str(folder))
