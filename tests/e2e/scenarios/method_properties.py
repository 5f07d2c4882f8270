"""GRANULARITY METHOD: CTest's properties mean for a method what they mean for a process of its own."""

import json

from harness.method_build import MethodPlace, processes, ran, statuses


def surroundings_of_methods(checks, options):
    """Each method has the environment and the directory of its entry, and a worker that has them too."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        other = place.root / "another folder"
        other.mkdir()
        for target, changes in {
            "plain": {},
            "variables": {"properties": [["ENVIRONMENT", "TOLD_A=1;TOLD_B=two words"]]},
            "modified": {"properties": [["ENVIRONMENT_MODIFICATION", "TOLD_A=set:3;TOLD_PATH=path_list_append:/x"]]},
            "directory": {"working_directory": str(other)},
        }.items():
            build.add("tells_its_place", target, entry_prefix=f"{target}.", **changes)
        run = build.ctest("-j1", entries=r"\.Tells\.(One|Two)$", TOLD_PATH="/y")
        checks.equal(run.exit_code, 0, "exit code of ctest")
        told = iter(build.told())
        directory = {target: str(build.directory) for target in ("plain", "variables", "modified")}
        directory["directory"] = str(other)
        seen = {}
        for _ in range(8):
            _, where = next(told)
            seen.setdefault(where["process"], []).append(where)
        checks.equal(sorted(len(each) for each in seen.values()), [2, 2, 2, 2], "methods of each worker")
        places = [{k: v for k, v in each[0].items() if k != "process"} for each in seen.values()]
        wanted = [
            {"directory": directory["plain"], "TOLD_PATH": "/y"},
            {"directory": directory["variables"], "TOLD_PATH": "/y", "TOLD_A": "1", "TOLD_B": "two words"},
            {"directory": directory["modified"], "TOLD_PATH": "/y:/x", "TOLD_A": "3"},
            {"directory": directory["directory"], "TOLD_PATH": "/y"},
        ]
        for each in wanted:
            checks.that(each in places, f"a worker with {each}: {places}")


def judged_by_properties(checks, options):
    """WILL_FAIL and the regular expressions see the method's own output and end."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        for target, name, value in (
            ("will_fail", "WILL_FAIL", "TRUE"),
            ("pass", "PASS_REGULAR_EXPRESSION", "the word is <fails>"),
            ("fail", "FAIL_REGULAR_EXPRESSION", "the word is <>"),
            ("skip", "SKIP_REGULAR_EXPRESSION", "the word is <>"),
            ("code", "SKIP_RETURN_CODE", "9"),
        ):
            build.add("tells_its_place", target, entry_prefix=f"{target}.", properties=[[name, value]])
        build.add("fails_and_skips", "code_of_a_skip", entry_prefix="code.", properties=[["SKIP_RETURN_CODE", "9"]])
        build.add("exits_in_methods", "code_of_an_exit", entry_prefix="code.", properties=[["SKIP_RETURN_CODE", "3"]])
        run = build.ctest("-j2", entries=r"\.(Prints\.|Outcomes\.(Skips|Fails)$|Exit(Three|SkipCode)\.Exits)")
        wanted = {
            "will_fail.Prints.Word": "failed", "will_fail.Prints.WordAndFails": "passed",
            "pass.Prints.Word": "failed", "pass.Prints.WordAndFails": "passed",
            "fail.Prints.Word": "failed", "fail.Prints.WordAndFails": "failed",
            "skip.Prints.Word": "skipped", "skip.Prints.WordAndFails": "failed",
            "code.Prints.Word": "passed", "code.Prints.WordAndFails": "failed",
            "code.Outcomes.Skips": "skipped", "code.Outcomes.Fails": "failed",
            "code.ExitThree.Exits": "skipped", "code.ExitSkipCode.Exits": "failed",
            "carpool.report": "passed",
        }
        checks.equal(run.entries, wanted, "entries")
        checks.that("Required regular expression not found" in run.words["pass.Prints.Word"], "word of ctest")
        checks.that("Error regular expression found" in run.words["fail.Prints.Word"], "word of ctest")
        report = {(c["target"], f"{c['name']}.{m['name']}"): m["status"]
                  for c in run.run().report["classes"] for m in c["methods"]}
        checks.equal(report[("will_fail", "Prints.WordAndFails")], "failed", "the report knows what happened")
        checks.equal(report[("skip", "Prints.Word")], "passed", "the report knows what happened")


def locks_and_fixtures(checks, options):
    """RESOURCE_LOCK over two targets; FIXTURES_* with an entry of the user's own; carpool.report comes last."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        for target in ("left", "right"):
            properties = [["RESOURCE_LOCK", "table"], ["FIXTURES_REQUIRED", "database"], ["LABELS", "fast;small"]]
            build.add("tells_its_place", target, entry_prefix=f"{target}.", workers=4, properties=properties)
        told = place.scratch / "told"
        with open(build.directory / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
            for name, kind in (("open", "SETUP"), ("shut", "CLEANUP")):
                file.write(f'add_test({name} sh -c "echo {name} >> \'{told}\'")\n'
                           f"set_tests_properties({name} PROPERTIES FIXTURES_{kind} database)\n")
        run = build.ctest("-j4", "-L", "small", entries=r"\.Excludes\.")
        checks.equal(run.exit_code, 0, "exit code of ctest")
        names = [name for name, _ in build.told()]
        checks.equal((names[0], names[-1], len(names)), ("open", "shut", 10), "set-up, methods, clean-up")
        checks.equal(list(run.words)[-1] in ("carpool.report", "shut"), True, "clean-ups come last")
        checks.equal(set(ran(run.run()).values()), {"passed"}, "the report")


def resource_groups(checks, options):
    """CTest's own allocation reaches the test: a worker that has another one does not serve it."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", workers=2, properties=[["RESOURCE_GROUPS", "gpus:1"]])
        specification = place.root / "resources.json"
        specification.write_text(json.dumps({
            "version": {"major": 1, "minor": 0},
            "local": [{"gpus": [{"id": "0", "slots": 1}, {"id": "1", "slots": 1}]}],
        }))
        run = build.ctest("-j2", "--resource-spec-file", specification, entries=r"^(Meets|Tells)\.")
        if not checks.equal(run.exit_code, 0, "exit code of ctest"):
            print(run.outcome.describe())
        told = build.told()
        checks.equal(len(told), 6, "methods")
        given = {}
        for name, where in told:
            checks.equal(where.get("CTEST_RESOURCE_GROUP_COUNT"), "1", f"groups of {name}")
            checks.equal(where.get("CTEST_RESOURCE_GROUP_0"), "gpus", f"resources of {name}")
            given.setdefault(where["process"], set()).add(where.get("CTEST_RESOURCE_GROUP_0_GPUS"))
        checks.that(all(len(each) == 1 for each in given.values()), f"one allocation for each worker: {given}")
        meeting = {where["CTEST_RESOURCE_GROUP_0_GPUS"] for name, where in told if name.startswith("Meets.")}
        checks.equal(meeting, {"id:0,slots:1", "id:1,slots:1"}, "those that ran at once")


def gangs_of_methods(checks, options):
    """WORLD_SIZE 2: an entry stands for both ranks, and the gang lives from method to method."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place", world_size=2)
        run = build.ctest("-j4", entries=r"^(Tells|Prints)\.")
        checks.equal(run.exit_code, 8, "exit code of ctest")
        wanted = {f"Tells.{name}": "passed" for name in ("One", "Two", "Three", "Four")}
        wanted |= {"Prints.Word": "passed", "Prints.WordAndFails": "failed"}
        checks.equal(ran(run.run()), wanted, "the report")
        told = [each for each in build.told() if each[0].startswith("Tells.")]
        checks.equal(sorted(where["RANK"] for _, where in told), ["0"] * 4 + ["1"] * 4, "ranks")
        checks.equal(len(processes(told)), 2, "processes")
        output = run.outputs["Prints.WordAndFails"]
        for rank in (0, 1):
            checks.that(f"[{rank}] the word is <fails>" in output, f"output of rank {rank}: {output!r}")
        ranks = [m["ranks"] for c in run.run().report["classes"] for m in c["methods"] if m["name"] == "WordAndFails"]
        checks.equal([rank["status"] for rank in ranks[0]], ["failed", "failed"], "ranks in the report")


def disabled_methods(checks, options):
    """Are in the record: those beside a method that ran, and whole classes."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("tells_its_place")
        run = build.ctest("-j2", entries=r"^TellsToo\.")
        checks.equal(run.words.get("TellsToo.Three"), "***Not Run (Disabled)", "word of ctest")
        wanted = {"TellsToo.One": "passed", "TellsToo.Two": "passed", "TellsToo.DISABLED_Three": "disabled",
                  "DISABLED_Altogether.One": "disabled"}
        checks.equal(statuses(run.run()), wanted, "the report")
        classes = {c["name"]: c["status"] for c in run.run().report["classes"]}
        checks.equal(classes, {"TellsToo": "passed", "DISABLED_Altogether": "disabled"}, "classes")
        for name, record in run.run().classes.items():
            for method in record.disabled:
                checks.equal(len(record.terminal_records(method)), 1, f"terminal records of {name}.{method}")
