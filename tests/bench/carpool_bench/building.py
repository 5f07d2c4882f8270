"""Builds what is measured, optimised, and says nothing unless that fails."""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def install_carpool(build: Path, jobs: int) -> Path:
    """Builds Carpool and gives the prefix that it is installed to."""
    prefix = build / "prefix"
    build_project(REPOSITORY, build / "carpool", jobs, "-DBUILD_TESTING=OFF", f"-DCMAKE_INSTALL_PREFIX={prefix}")
    quietly("cmake", "--install", str(build / "carpool"))
    return prefix


def build_project(source: Path, folder: Path, jobs: int, *settings: str) -> None:
    quietly("cmake", "-S", str(source), "-B", str(folder), "-G", "Ninja",
            "-DCMAKE_BUILD_TYPE=Release", *settings)
    quietly("cmake", "--build", str(folder), "--parallel", str(jobs))


def quietly(*command: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        sys.exit(3)
