"""The layer rules of the source tree, checked by reading #include lines.

check(root) gives one sentence for each violation; an empty list is a clean tree. Every rule works by
what is allowed: a header that no rule knows counts as one of the operating system.
"""

import pathlib
import re

MAXIMUM_LINES = 350

CXX14_HEADERS = set(
    """algorithm array atomic bitset cassert ccomplex cctype cerrno cfenv cfloat chrono cinttypes climits
    clocale cmath complex condition_variable csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib
    cstring ctime cwchar cwctype deque exception forward_list fstream functional future
    initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory mutex
    new numeric ostream queue random ratio regex scoped_allocator set shared_mutex sstream stack
    stdexcept streambuf string strstream system_error thread tuple type_traits typeindex typeinfo
    unordered_map unordered_set utility valarray vector""".split()
)
CXX20_HEADERS = CXX14_HEADERS | set(
    """any barrier bit charconv compare concepts coroutine execution filesystem format latch
    memory_resource numbers optional ranges semaphore source_location span stop_token string_view
    syncstream variant version""".split()
)
COMPILER_HEADERS = {"cxxabi.h"}

# Which directories of runner/ a directory may include from, itself apart. Reports read the journal,
# never a live session; only the verbs know everything.
LAYERS = {
    "base": set(),
    "process": {"base", "protocol"},
    "manifest": {"base"},
    "journal": {"base"},
    "discovery": {"base", "process", "manifest", "protocol"},
    "session": {"base", "process", "manifest", "journal", "protocol"},
    "plain": {"base", "process", "manifest", "journal", "session"},
    "schedule": {"base", "process", "manifest", "journal", "session", "plain"},
    "report": {"base", "manifest", "journal"},
    "export": {"base", "manifest", "journal", "report"},
    "compare": {"base", "process", "manifest", "journal"},
    "archive": {"base", "manifest", "journal", "report"},
    "trend": {"base", "journal", "report", "archive"},
    "dashboard": {"base", "manifest", "journal", "report", "export", "archive", "trend"},
    "broker": {
        "base", "process", "manifest", "journal", "session", "schedule", "report", "exec", "build_folder",
    },
    "build_folder": {"base", "manifest", "schedule"},
    "exec": {"base"},
    "command_line": {
        "base", "process", "manifest", "journal", "discovery", "session", "schedule", "report", "compare", "broker",
        "build_folder", "plain", "export", "dashboard", "archive", "trend",
    },
    "": {"command_line", "base"},  # runner/main.cpp
}  # fmt: skip

# The libraries that a rule confines, by the first component of the include.
TBB = {"tbb", "oneapi"}
TBB_LAYERS = {"schedule"}
JSON_LAYERS = {"manifest", "journal", "report", "compare", "export", "dashboard", "archive"}
JSON_FORWARD_HEADER = "nlohmann/json_fwd.hpp"  # names the type and costs no compile time
COMMAND_LINE_LIBRARY = {"CLI"}
RUNNER_LIBRARIES = {"fmt"}
XML_LIBRARY = "pugixml.hpp"

# At the beginning of a line: members of other types are indented, declarations end at once.
TYPE_DEFINITION = re.compile(r"^(?:struct|class|enum(?: class)?) (\w+)\b[^;{]*\{", re.MULTILINE)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SOURCE_SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inc"}
COUNTED_SUFFIXES = SOURCE_SUFFIXES | {".cmake", ".py", ".sh", ".ts", ".tsx", ".mjs", ".css"}


def sources(directory):
    if not directory.is_dir():
        return []
    return sorted(path for path in directory.rglob("*") if path.suffix in SOURCE_SUFFIXES)


def includes(path):
    """The (is_system, header) pairs of one file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return [(quote == "<", header) for quote, header in INCLUDE.findall(text)]


def is_posix_file(path):
    return path.stem.endswith("_posix")


def check_plugin(root):
    """plugin/ depends on the C++14 library and the one framework, nothing else."""
    found = []
    directories = {path.name for path in (root / "plugin").glob("*") if path.is_dir()} | {"carpool"}
    for path in sources(root / "plugin"):
        part = path.relative_to(root / "plugin").parts[0]
        where = path.relative_to(root)
        for is_system, header in includes(path):
            first = header.split("/")[0]
            if header in CXX14_HEADERS or header in COMPILER_HEADERS:
                continue
            if first == "gtest":
                if part != "googletest":
                    found.append(f"{where}: <{header}> belongs in plugin/googletest/ only")
            elif not is_system or first == "carpool":
                if not is_known_plugin_header(path, header, directories):
                    found.append(f'{where}: "{header}" is not a header of plugin/')
                elif part == "protocol" and first not in {"protocol", header}:
                    found.append(f'{where}: protocol/ is shared with the runner and must not include "{header}"')
            elif header in CXX20_HEADERS:
                found.append(f"{where}: <{header}> is newer than C++14")
            elif not is_posix_file(path):
                found.append(f"{where}: <{header}> is neither C++14 nor GoogleTest: only *_posix.* files may")
    return found


def is_known_plugin_header(path, header, directories):
    first, _, rest = header.partition("/")
    return (path.parent / header).is_file() or (bool(rest) and first in directories)


def check_runner(root):
    """The order of the runner's layers, and which of them may use which library."""
    found = []
    for path in sources(root / "runner"):
        parts = path.relative_to(root / "runner").parts
        layer = parts[0] if len(parts) > 1 else ""
        where = path.relative_to(root)
        if layer not in LAYERS:
            found.append(f"{where}: runner/{layer}/ is not in the table of layers (tests/guards/layers.py)")
            continue
        for is_system, header in includes(path):
            if is_system:
                problem = problem_of_system_header(path, layer, header)
            else:
                problem = problem_of_own_header(path, layer, header)
            if problem:
                found.append(f"{where}: {problem}")
    return found


def problem_of_system_header(path, layer, header):
    first = header.split("/")[0]
    if header in CXX20_HEADERS or header in COMPILER_HEADERS or first in RUNNER_LIBRARIES:
        return None
    if first in TBB:
        allowed = layer in TBB_LAYERS
        return None if allowed else f"<{header}>: oneTBB is for schedule/ only"
    if first == "nlohmann":
        in_place = path.suffix == ".cpp" or header == JSON_FORWARD_HEADER
        allowed = layer in JSON_LAYERS and in_place
        return None if allowed else f"<{header}>: only .cpp files of {', '.join(sorted(JSON_LAYERS))} may"
    if header == XML_LIBRARY:
        return None if layer == "export" else f"<{header}>: pugixml is for export/ only"
    if first in COMMAND_LINE_LIBRARY:
        return None if layer == "command_line" else f"<{header}>: CLI11 is for command_line/ only"
    return None if is_posix_file(path) else f"<{header}>: operating-system headers are for *_posix.* only"


def problem_of_own_header(path, layer, header):
    target, _, rest = header.partition("/")
    if not rest:
        beside = (path.parent / header).is_file()
        return None if beside else f'"{header}" is not in the same directory'
    if target == layer or target in LAYERS[layer]:
        return None
    if target in LAYERS or target == "protocol":
        return f'"{header}": {layer or "main.cpp"} must not include from {target}/'
    return f'"{header}": the runner includes from plugin/ only protocol/'


def check_length(root):
    found = []
    for top in ("runner", "plugin", "cmake", "tests", "scripts", "examples", "dashboard"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in COUNTED_SUFFIXES or not path.is_file() or "node_modules" in path.parts:
                continue
            lines = path.read_bytes().count(b"\n")
            if lines > MAXIMUM_LINES:
                found.append(f"{path.relative_to(root)}: {lines} lines, at most {MAXIMUM_LINES}")
    return found


def check_type_names(root):
    """One namespace, one executable: two types of one name are one to the linker, which says nothing."""
    found = []
    places = {}
    for path in sources(root / "runner"):
        if path.suffix != ".h":
            continue
        for name in TYPE_DEFINITION.findall(path.read_text(encoding="utf-8", errors="replace")):
            where = path.relative_to(root)
            if name in places:
                found.append(f"{where}: the type {name} is defined in {places[name]} too")
            places[name] = where
    return found


def check(root):
    root = pathlib.Path(root)
    return check_plugin(root) + check_runner(root) + check_type_names(root) + check_length(root)
