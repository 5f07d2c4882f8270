"""The names of brokers' sockets, made as runner/exec/wire.h makes them."""

import os
import struct
import subprocess
import time

from harness.workplace import read_of

PRIME, MOST = 0x100000001B3, (1 << 64) - 1


def of_ctest(options, ctest):
    """Of the process that clients take for their ctest."""
    ticks = int(read_of(ctest, "stat").rpartition(b")")[2].split()[19])
    return _address(options, b"ctest", struct.pack("=Q", ctest), struct.pack("=Q", ticks))


def of_warm(options, manifest):
    """Of the broker that an earlier ctest has left for this target."""
    return _address(options, b"warm", str(manifest).encode())


def is_listened_at(address):
    with open("/proc/net/unix", "rb") as file:
        return b"@" + address in file.read()


def await_listener(address, seconds=60):
    deadline = time.monotonic() + seconds
    while not is_listened_at(address):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def _address(options, kind, *rest):
    told = subprocess.run([options.carpool, "--version"], capture_output=True, text=True, check=True)
    common = [told.stdout.split()[-1].encode(), struct.pack("=Q", os.geteuid()),
              os.readlink("/proc/self/ns/pid").encode()]
    first, second = 0xCBF29CE484222325, 0x84222325CBF29CE4
    for byte in b"".join(part + b"\0" for part in [kind, *common, *rest]):
        first = ((first ^ byte) * PRIME) & MOST
        second = ((second ^ (byte + 0x9E)) * PRIME) & MOST
    return (f"{first:016x}"[::-1] + f"{second:016x}"[::-1]).encode()
