"""GRANULARITY METHOD: output of every kind comes through the client, live, whole and to the right entry."""

import re
import subprocess
import time

from harness.documents import validate
from harness.method_build import MethodPlace, statuses
from harness.victims import validate_test_list
from harness.workplace import read_of
from scenarios.method_kills import process_of
from scenarios.names import VALUES

MEGABYTES = 200_000_000
MOST_MEMORY_KIB = 300 * 1024


def much_output_of_a_method(checks, options):
    """All of it reaches the client's reader; the record keeps a bounded part and says so."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("prints_200_megabytes")
        script = '"$client" "$@" | wc -c; touch "$VICTIM_SCRATCH/counted"; '
        script += 'until test -e "$VICTIM_SCRATCH/word"; do sleep 0.02; done'
        process = place.start(place.by_hand(script, manifest, "PrintsMuch.TwoHundredMegabytes"))
        if checks.that(place.await_file("counted", process, 120), "the method ends"):
            broker = process_of(place, "carpool broker")
            checks.that(peak_kib(broker) < MOST_MEMORY_KIB, f"memory of the broker: {peak_kib(broker)} KiB")
        (place.scratch / "word").write_text("go\n")
        outcome = place.wait(process, 60)
        checks.that(int(outcome.stdout or 0) > MEGABYTES, f"bytes through the client: {outcome.stdout}")
        checks.equal(place.survivors(), [], "processes left behind")
        method = validate(build.results / "report.json")["classes"][0]["methods"][0]
        checks.equal(method["output"]["truncated"], True, "truncation in the report")
        checks.that(method["output"]["total_bytes"] > MEGABYTES, "bytes in the report")


def peak_kib(process_id):
    status = read_of(process_id, "status").decode("utf-8", "replace")
    return int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)[1])


def bytes_of_a_method(checks, options):
    """Byte for byte through the client, between GoogleTest's own lines."""
    wanted = {
        "PrintsBytes.Nuls": b"a\0b\0\0c\n", "PrintsBytes.InvalidUtf8": b"a\xff\xfe\xc3(\xe2\x82z\n",
        "PrintsBytes.Ansi": b"\x1b[31mred\x1b[0m\r\n", "PrintsBytes.AllControls": bytes(range(1, 32)) + b"\x7f",
        "PrintsEverywhere.InOrder": b"1234", "PrintsEverywhere.Child": b"child", "PrintsEverywhere.Cerr": b"cerr\n",
        "PrintsLikeMarks.PiecesOfMarks": b"\0carpool-mark \0carpool-mark\n",
    }
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("prints")
        for method, text in wanted.items():
            outcome = place.run_client(manifest, method)
            seen = (place.root / "stdout").read_bytes()
            checks.equal(outcome.exit_code, 0, f"exit code of {method}")
            head = f"[ RUN      ] {method}\n".encode()
            checks.that(seen.startswith(head + text), f"output of {method}: {seen!r}")
            checks.that(b"[       OK ]" in seen[len(head) + len(text):], f"the end of {method}: {seen!r}")
        run = build.ctest("-j2", entries="^PrintsBytes|^ForgesMarks|^PrintsLike")
        failed = {name for name, status in run.entries.items() if status == "failed"}
        checks.equal(failed, {"ForgesMarks.Fails", "PrintsLikeGoogleTest.OkThenFails",
                              "PrintsLikeGoogleTest.SkippedThenFails", "PrintsLikeTheProtocol.Fails"}, "failed entries")
        run.run()  # is valid


def output_comes_live(checks, options):
    """What a method prints is with its reader while the method still runs, also where it never rests."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("tells_its_place")
        for method, word in (("Waits.ForWord", "waiting for a word"), ("PrintsOn.UntilWord", "still waiting")):
            process = place.start(place.by_hand('"$client" "$@"', manifest, method))
            deadline = time.monotonic() + 60
            while word not in (place.root / "stdout").read_text() and time.monotonic() < deadline:
                time.sleep(0.01)
            with checks.within(method):
                checks.that(process.poll() is None, "the method still runs")
                (place.scratch / "word").write_text("go\n")
                outcome = place.wait(process, 60)
                checks.equal(outcome.exit_code, 0, "exit code")
                checks.that(outcome.stdout.startswith(f"[ RUN      ] {method}\n{word}\n"), "order")
            (place.scratch / "word").unlink()


def reader_of_a_client(checks, options):
    """A closed or a slow reader harms neither the verdict nor the next method."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("prints_200_megabytes")
        build.add("prints")
        little = (manifest, "PrintsMuch.LittleAfterwards")
        closed = place.run(place.by_hand('"$client" "$@" >&-', *little), 60)
        checks.equal(closed.exit_code, 0, "exit code without a standard output")
        bare = place.run(place.by_hand('"$client" "$@" <&- >&- 2>&-', *little), 60)
        checks.equal(bare.exit_code, 0, "exit code without any standard descriptor")
        full = place.run(place.by_hand('"$client" "$@" >/dev/full', *little), 60)
        checks.equal(full.exit_code, 0, "exit code where nothing can be written")
        line = (manifest, "PrintsMuch.OneLongLine")
        script = '{ "$client" "$@"; echo "ended with $?" >&2; } | head -c 100 | wc -c'
        first = place.run(place.by_hand(script, *line), 60)
        checks.equal(first.stdout.strip(), "100", "bytes to a reader that leaves")
        checks.equal(first.stderr.strip(), "ended with 0", "the client of a reader that leaves")
        reader = subprocess.Popen(["sleep", "300"], stdin=subprocess.PIPE, env=place.environment())
        writer = subprocess.Popen([str(word) for word in place.by_hand('"$client" "$@"', *line)],
                                  stdout=reader.stdin, env=place.environment())
        run = build.ctest("-j2", entries="^PrintsEverywhere")
        checks.equal(run.exit_code, 0, "exit code of a ctest beside a client that nobody reads")
        checks.equal(writer.poll(), None, "the client that nobody reads waits")
        for process in (writer, reader):
            process.kill()
            process.wait()
        reader.stdin.close()


def client_without_a_ctest(checks, options):
    """An orphan: its broker waits a moment for others of its kind, writes the report, and goes."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        manifest = build.add("tells_its_place")
        client = options.carpool.parent / "carpool-exec"
        place.run(["sh", "-c", '(sleep 0.3; exec "$@") &', "sh", client, manifest, "Tells.One"], 60)
        checks.equal(place.survivors(), [], "processes left behind")
        checks.equal([name for name, _ in build.told()], ["Tells.One"], "methods that ran")
        checks.equal(validate(build.results / "report.json")["totals"]["passed"], 1, "passed in the report")


def odd_names_of_methods(checks, options):
    """Each entry runs just its method, whatever its name would mean to a shell, a list or a filter."""
    with MethodPlace(checks, options) as place:
        build = place.build()
        build.add("odd_names")
        run = build.ctest("-j2", entries="^(All|RegisteredNames|Neighbour|Long)")
        if not checks.equal(run.exit_code, 0, "exit code of ctest"):
            print(run.outcome.describe())
        listed = validate_test_list(options.victim("odd_names").manifest())
        wanted = {f"{suite}.{method}" for suite in ("All/OddValues", "RegisteredNames", "Neighbour", "Long/OddValues")
                  for method in listed[suite]}
        seen = {name: status for name, status in statuses(run.run()).items() if name in wanted}
        checks.equal(seen, dict.fromkeys(wanted, "passed"), "the report")
        record = run.run().classes[("odd_names", "All/OddValues")]
        for method, value in zip(listed["All/OddValues"], VALUES):
            texts = [attempt.output_text for attempt in record.terminal_records(method)]
            checks.equal(texts, [f"<{value}>\n"], f"output of {method}")
