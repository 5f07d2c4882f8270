"""Starts a test executable as a worker and speaks the protocol of plugin/protocol/README.md to it."""

import os
import socket
import subprocess
import threading

SECRET = "0123456789abcdef0123456789abcdef"
DEADLINE_S = 120


def escape(field):
    out = bytearray()
    for byte in field:
        if byte < 0x20 or byte in (0x25, 0x7F):
            out += b"%%%02X" % byte
        else:
            out.append(byte)
    return bytes(out)


def unescape(field):
    parts = field.split(b"%")
    out = parts[0]
    for part in parts[1:]:
        out += bytes([int(part[:2], 16)]) + part[2:]
    return out


def as_bytes(value):
    return value if isinstance(value, bytes) else str(value).encode()


class Line(list):
    """The word and the fields of one line, as text."""


class Worker:
    """One worker process: its channel, and everything that it prints."""

    def __init__(self, command, mode="serve", arguments=(), environment=None, connect_back=False,
                 suffix=""):
        self.received = b""
        self.lines = []
        self.chunks = []
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith("GTEST_")}
        variables.update(environment or {})
        variables.update(CARPOOL_MODE=mode, CARPOOL_MARK=SECRET)
        if mode == "list":
            arguments = ["--gtest_list_tests", *arguments]
        else:
            arguments = ["--gtest_filter=*", "--gtest_also_run_disabled_tests", *arguments]
        if connect_back:
            self._start_connecting_back([command, *arguments], variables, suffix)
        else:
            self._start_inheriting([command, *arguments], variables)
        self.channel.settimeout(DEADLINE_S)
        self.reader = threading.Thread(target=self._read_output, daemon=True)
        self.reader.start()

    def _start(self, command, variables, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=variables, **options)

    def _start_inheriting(self, command, variables):
        self.channel, there = socket.socketpair()
        variables["CARPOOL_CHANNEL"] = "fd:%d" % there.fileno()
        self._start(command, variables, pass_fds=[there.fileno()])
        there.close()

    def _start_connecting_back(self, command, variables, suffix):
        """Listens where a rank goes that appends `suffix`, its own number, to what it is told."""
        with socket.socket(socket.AF_UNIX) as listener:
            name = "carpool-test-%d-%s" % (os.getpid(), os.urandom(8).hex())
            listener.bind("\0" + name + suffix)
            listener.listen()
            listener.settimeout(DEADLINE_S)
            variables["CARPOOL_CHANNEL"] = "unix:@" + name
            self._start(command, variables)
            self.channel, _ = listener.accept()

    def _read_output(self):
        while True:
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return
            self.chunks.append(data)

    @property
    def output(self):
        return b"".join(self.chunks)

    def close(self):
        """Leaves nothing behind, whatever came of the worker."""
        self.channel.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join(DEADLINE_S)
        self.process.stdout.close()

    def send(self, word, *fields):
        self.channel.sendall(b"\t".join([as_bytes(word)] + [escape(as_bytes(f)) for f in fields])
                             + b"\n")

    def run(self, class_name, first_id, *names):
        self.send("run", class_name, first_id, *names)

    def read_line(self):
        """The next line, or None at the end of the stream."""
        while b"\n" not in self.received:
            try:
                data = self.channel.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                assert not self.received, "half a line: %r" % self.received
                return None
            self.received += data
        raw, self.received = self.received.split(b"\n", 1)
        line = Line(unescape(f).decode("utf-8", "surrogateescape") for f in raw.split(b"\t"))
        self.lines.append(line)
        return line

    def read_until(self, word, *fields):
        """Lines up to and with the first that begins with these."""
        wanted = [word, *map(str, fields)]
        lines = []
        while True:
            line = self.read_line()
            assert line is not None, "no %s in %r" % (wanted, lines)
            lines.append(line)
            if line[:len(wanted)] == wanted:
                return lines

    def read_to_end(self):
        lines = []
        while True:
            line = self.read_line()
            if line is None:
                return lines
            lines.append(line)

    def retire(self):
        self.send("retire")
        return self.read_to_end()

    def wait(self):
        """The exit code; the output is whole from then on."""
        code = self.process.wait(DEADLINE_S)
        self.reader.join(DEADLINE_S)
        return code

    def output_by_id(self):
        """What each finished method printed, by its id."""
        mark = b"\0carpool-mark " + SECRET.encode() + b" "
        texts = {0: b""}
        for index, part in enumerate(self.output.split(mark)[1:], 1):
            number, text = part.split(b"\n", 1)
            assert int(number) == index, "mark %s is the %d." % (number, index)
            if index % 2 == 1:
                texts[index + 1] = text
        assert index % 2 == 0, "the last method's output has no end"
        return {int(line[1]): texts[int(line[5])] for line in self.lines if line[0] == "finished"}
