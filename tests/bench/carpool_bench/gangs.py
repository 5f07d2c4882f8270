"""The rows about gangs: WORLD_SIZE ranks that run each method together."""

from carpool_bench.rows import Bench, Row
from carpool_bench.timing import interleaved, watched

EMPTY_METHODS = 1000
RANKS = 16


def empty_method(bench: Bench) -> Row:
    everything = bench.run("gang_of_four", 1)
    first = bench.run("gang_of_four", 1, "--method", "Suite0.Test0")
    over = interleaved(everything, first, bench.pairs).difference()
    milliseconds = over / (EMPTY_METHODS - 1) * 1e3
    return Row(
        f"an empty method in a gang of 4, over {EMPTY_METHODS:,} of them",
        "at most 0.2 ms",
        f"{milliseconds:.3f} ms",
        milliseconds <= 0.2,
    )


def many_ranks(bench: Bench) -> Row:
    seen = watched(bench.run("sixteen_ranks", 1))
    return Row(
        f"{RANKS} ranks, 100 classes of 3 methods with barriers, a gang after the other",
        "ends; the runner's open descriptors do not grow",
        f"{seen.wall:.1f} s; descriptors: at most {seen.descriptors_first_half} in the first half, "
        f"{seen.descriptors_second_half} in the second",
        seen.descriptors_second_half <= seen.descriptors_first_half + RANKS,
    )


def sleeping_ranks(bench: Bench) -> Row:
    seen = watched(bench.run("sleeping_ranks", 1))
    share = seen.processor / seen.wall * 100
    return Row(
        f"the runner's processor time while {RANKS} ranks sleep, of wall time",
        "below 5 %",
        f"{share:.2f} % of {seen.wall:.1f} s",
        share < 5,
    )


ROWS = {"gang": empty_method, "many-ranks": many_ranks, "sleeping-ranks": sleeping_ranks}
