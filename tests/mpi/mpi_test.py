"""Gangs under mpiexec: built, run through ctest, and the report read, for one kind of MPI."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

SUPPORT = pathlib.Path(__file__).resolve().parents[1] / "support"

SKIPPED = 77
LAUNCHERS = {
    # More ranks than cores, and perhaps root in a container: both have to be allowed.
    "openmpi": ["mpiexec.openmpi", "-n", "4", "--oversubscribe"],
    "mpich": ["mpiexec.mpich", "-n", "4"],
}
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
ALL_PASSED = ["passed"] * 4

# By class: its status, and by method its status and how each rank fared. A rank that ends without
# a word under a launcher is `exited`, since nobody tells how; its peers are `aborted`.
EXPECTED = {
    "Sound": ("passed", {"Reduces": ("passed", ALL_PASSED), "AgreesOnRanks": ("passed", ALL_PASSED),
                         "Prints": ("passed", ALL_PASSED)}),
    "Fails": ("failed", {
        "OthersEnd": ("failed", ["passed", "passed", "failed", "passed"]),
        "SameGang": ("passed", ALL_PASSED),
        "OthersWaitForIt": ("failed", ["aborted", "failed", "aborted", "aborted"]),
        "NextGang": ("passed", ALL_PASSED),
    }),
    "Crashes": ("failed", {
        "InACollective": ("crashed", ["aborted", "aborted", "aborted", "crashed"]),
        "NextGang": ("passed", ALL_PASSED),
    }),
    "IsKilled": ("failed", {
        "InACollective": ("exited", ["aborted", "aborted", "exited", "aborted"]),
        "NextGang": ("passed", ALL_PASSED),
    }),
    "Exits": ("failed", {
        "InACollective": ("exited", ["aborted", "aborted", "exited", "aborted"]),
        "NextGang": ("passed", ALL_PASSED),
    }),
    # MPI_Abort() takes all ranks down at once; whose end is seen first does not matter.
    "AbortsAll": ("failed", {"InACollective": ("exited", None), "NextGang": ("passed", ALL_PASSED)}),
}
PRINTED = [f"rank {rank} prints\n" for rank in range(4)]


def run(command, environment, **more):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(command, env=environment, check=False, **more)


def differences(report):
    """What the report says otherwise than expected, in words."""
    found = []
    seen = {entry["name"]: entry for entry in report["classes"]}
    if sorted(seen) != sorted(EXPECTED):
        found.append(f"classes: {sorted(seen)}")
    for name, (status, methods) in EXPECTED.items():
        entry = seen.get(name, {"status": None, "methods": []})
        if entry["status"] != status:
            found.append(f"{name}: {entry['status']} ({entry.get('reason')}), expected {status}")
        by_name = {method["name"]: method for method in entry["methods"]}
        for method, (wanted, ranks) in methods.items():
            record = by_name.get(method, {"status": None})
            fates = [rank["status"] for rank in record.get("ranks", [])]
            if record["status"] != wanted or (ranks is not None and fates != ranks):
                found.append(f"{name}.{method}: {record['status']} {fates} "
                             f"({record.get('reason')}), expected {wanted} {ranks}")
    printed = [rank.get("output", {}).get("text") for method in seen.get("Sound", {}).get("methods", [])
               if method["name"] == "Prints" for rank in method.get("ranks", [])]
    if printed != PRINTED:
        found.append(f"Sound.Prints: the ranks printed {printed}, expected {PRINTED}")
    stacks = [method.get("stacks", "") for method in seen.get("Crashes", {}).get("methods", [])]
    if not stacks or "InACollective" not in stacks[0]:
        found.append("Crashes.InACollective: no stack of the rank that crashed")
    return found


def survivors(executable):
    """Processes of this executable that still live."""
    left = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "exe") == str(executable):
                left.append(process.name)
        except OSError:
            continue
    return left


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=LAUNCHERS)
    for option in ("source", "build", "prefix", "cmake", "ctest"):
        parser.add_argument(f"--{option}", required=True, type=pathlib.Path)
    options = parser.parse_args()

    launcher = LAUNCHERS[options.kind]
    compiler = shutil.which(f"mpicxx.{options.kind}")
    if not compiler or not shutil.which(launcher[0]):
        print(f"skipped: {options.kind} is not installed (Debian: openmpi-bin libopenmpi-dev, mpich libmpich-dev)")
        return SKIPPED
    environment = {**os.environ, **ENVIRONMENT}
    build = options.build
    configure = [options.cmake, "-S", options.source, "-B", build, f"-DCMAKE_PREFIX_PATH={options.prefix}",
                 f"-DMPI_CXX_COMPILER={compiler}", f"-DMPI_LAUNCHER={';'.join(launcher)}"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    if run(configure, environment).returncode or run([options.cmake, "--build", build], environment).returncode:
        return 1
    ctest = run([options.ctest, "--test-dir", build, "--output-on-failure"], environment)
    report = build / "Testing/Carpool/report.json"
    found = differences(json.loads(report.read_text(encoding="utf-8")))
    if ctest.returncode == 0:
        found.append("ctest is green, though methods are red")
    if run([sys.executable, "-B", SUPPORT / "validate.py", build / "Testing/Carpool"], environment).returncode:
        found.append("documents are invalid")
    left = survivors((build / "ranks").resolve())
    if left:
        found.append(f"processes are left: {left}")
    print("\n".join(found) or "all as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
