import re
import signal
import subprocess
import sys

CODE = "from bench.lab.serve import serve; serve(lambda line: print(line, flush=True), ['plain'])"


def test_the_lab_is_served_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CODE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as lab:
        assert lab.stdout is not None
        assert lab.stderr is not None
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Ctrl-C"):
            lines.append(lab.stdout.readline().rstrip())
            assert lab.poll() is None, lab.stderr.read()
        assert re.match(r"plain +https://plain\.test/", lines[0])
        assert "Everything is linked" in lines[1]
        command = next(line for line in lines if line.startswith("try")).split()[1:]
        page = subprocess.run([*command, "-sS"], capture_output=True, text=True, check=True)
        assert "<title>" in page.stdout
        lab.send_signal(signal.SIGINT)
        assert lab.wait(20) == 0
        assert lab.stderr.read() == ""
