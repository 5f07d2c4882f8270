"""The table of victims and the sample project they are built in."""

import json
import pathlib

from harness.documents import validate
from harness.record import read_json

TABLE_KEYS = {
    "what", "source", "victim", "link", "call", "environment", "arguments", "jobs", "ways",
    "exit_code", "classes", "processes", "scratch_files", "entries", "survivors",
}


class Row:
    """One row of the table: a victim program, how to run it, and what must come of it."""

    def __init__(self, source_directory, build_directory, name):
        self.name = name
        self.table = read_json(source_directory / f"{name}.json")
        unknown = set(self.table) - TABLE_KEYS
        if unknown:
            raise SystemExit(f"{name}.json: unknown keys {sorted(unknown)}")
        self.target = self.table.get("victim", name)
        self.build = build_directory
        self.manifest_file = find_manifest(build_directory, self.target)

    def __getattr__(self, key):
        return self.table.get(key)

    def manifest(self):
        return validate(self.manifest_file)

    def discovered(self):
        """Methods by class, as discovery listed them, of the classes that this row runs."""
        known = {**self.disabled_classes(), **self.classes}
        listed = validate_test_list(self.manifest())
        return {name: methods for name, methods in listed.items() if name in known}

    def disabled_classes(self):
        """What is expected of the classes that are wholly disabled: they are in every ctest's record."""
        tests = read_json(pathlib.Path(self.manifest()["test_list"]))
        wholly = [c["name"] for c in tests["classes"] if all(m["disabled"] for m in c["methods"])]
        return {n: {"status": "disabled", "workers": 0, "all_methods": "disabled"} for n in wholly}

    def unmentioned(self):
        """Classes that no row which uses this executable could have meant to leave out."""
        if self.table.get("entries") == "some":
            return []
        return sorted(set(validate_test_list(self.manifest())) - set(self.classes))


def validate_test_list(manifest):
    tests = validate(pathlib.Path(manifest["test_list"]))
    return {c["name"]: [m["name"] for m in c["methods"]] for c in tests["classes"]}


def find_manifest(build, target):
    found = [
        path
        for path in build.rglob("*.json")
        if path.is_file() and _is_manifest_of(path, target)
    ]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} manifests of {target} below {build}: {found}")
    return found[0]


def _is_manifest_of(path, target):
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return False
    if not isinstance(document, dict):
        return False
    return document.get("schema") == "carpool/manifest/v1" and document.get("target") == target


def copy_manifest(manifest, directory, **changes):
    """A manifest of this run alone: other results, and whatever else the test wants changed."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / "manifest.json"
    changed = {key: value for key, value in {**manifest, **changes}.items() if value is not None}
    file.write_text(json.dumps(changed), encoding="utf-8")
    return file
