"""The command line, in process and once as a process of its own."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crawler.commands.cli import main
from tests.crawler.web import Asked, Raw, Site, html, proxied

COMMAND = (sys.executable, "-m", "crawler")
SITE: Site = {"/": html("/a", "/b"), "/a": html(), "/b": html("/c"), "/c": html()}


def test_urls_are_printed_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied(SITE) as proxy:
        assert main(["http://site.test/", "--urls", "--proxy", proxy]) == 0
    out, err = capsys.readouterr()
    assert out.split() == [f"http://site.test/{path}" for path in ("", "a", "b", "c")]
    assert err == ""


def test_the_inventory_is_printed_as_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied(SITE) as proxy:
        assert main(["http://site.test/", "--proxy", proxy, "--pages", "2", "--depth", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["settings"]["budget"]["pages"] == 2
    assert lines[-1]["stop"] == "pages"


def test_a_seed_that_fails_ends_with_3_and_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied({}) as proxy:
        assert main(["http://site.test/", "--urls", "--proxy", proxy]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "crawler: The root could not be read: http://site.test/ answered 404.\n"


def test_a_crawl_that_finds_nothing_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied({"/": html("/gone")}) as proxy:
        assert main(["http://site.test/", "--urls", "--proxy", proxy]) == 1
    out, err = capsys.readouterr()
    assert out == "http://site.test/\n"
    assert "1 of 1 answered 404" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["example.test"], "example.test is no web address"),
        (["ftp://example.test/"], "no web address"),
        (["http://"], "no web address"),
        ([], "URL"),
        (["http://a.test/", "--pages", "none"], "--pages"),
        (["http://a.test/", "--pages", "0"], "--pages"),
        (["http://a.test/", "--nonsense"], "--nonsense"),
        (["http://a.test/", "--ca", "/no/such/file"], "/no/such/file"),
        (["http://a.test/", "--proxy", "localhost"], "localhost is no proxy's address"),
        (["http://a.test/", "--host", "a b"], "no host: 'a b'"),
        (["http://a.test/", "--fault", "every"], "every"),
    ],
)
def test_bad_input_is_one_line_and_ends_with_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_all_that_is_wrong_is_said_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ca = tmp_path / "ca.pem"
    ca.write_text("no certificate")
    options = ["--token", "a b\r\nX: y", "--proxy", "nowhere", "--refuse-private", "--ca", str(ca)]
    assert main(["site.test", *options, "--host", "a b", "--host", "ok.test", "--host", "/"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.removeprefix("crawler: ") for line in err.splitlines()] == [
        "site.test is no web address; try https://www.example.com/",
        "--token 'a b\\r\\nX: y' is no name: use letters, digits, '_', '-' and '.'",
        "nowhere is no proxy's address; try http://127.0.0.1:8080",
        "--refuse-private cannot be kept with --proxy, which looks up names by itself",
        f"{ca} holds no certificates in PEM",
        "--host: no host: 'a b'",
        "--host: no host: '/'",
    ]


def test_private_networks_are_refused_by_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["http://127.0.0.1:9/", "--urls", "--refuse-private", "--deadline", "2"]) == 3
    assert "the address lies in a private network, which is refused" in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["plan"]])
@pytest.mark.parametrize("number", ["inf"])
def test_what_is_no_number_to_count_with_is_said(
    command: list[str], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "http://a.test/", "--delay", number]) == 2
    assert f"{number} is no number to count with" in capsys.readouterr().err


def test_state_and_events_are_two_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "x")
    assert main(["http://a.test/", "--state", file, "--events", file]) == 2
    assert "--state and --events are one file" in capsys.readouterr().err


# A full disk, made of a process that may not write more into a file than so much.
NO_ROOM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
from crawler.commands.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--state", "the state file {} cannot be written: "),
        ("--events", "the events file {} cannot be written: File too large"),
    ],
)
def test_a_disk_without_room_is_a_line_and_ends_with_4(
    option: str, words: str, tmp_path: Path
) -> None:
    links = [f"/p{n}" for n in range(200)]
    site: Site = {"/": html(*links), **{link: html(text=link * 30) for link in links}}
    file = tmp_path / "kept"
    with proxied(site) as proxy:
        arguments = ["http://site.test/", "--proxy", proxy, option, str(file), "--urls"]
        command = [sys.executable, "-c", NO_ROOM, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 4, done.stderr
        assert done.stderr.startswith(f"crawler: {words.format(file)}")
        assert done.stderr.count("\n") == 1
        if option == "--state":  # and with more room it goes on from what is there
            assert main(arguments) == 0


def test_an_answer_that_nobody_can_take_is_a_line_and_ends_with_4() -> None:
    with proxied(SITE) as proxy, Path("/dev/full").open("wb") as full:
        command = [*COMMAND, "http://site.test/", "--proxy", proxy]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr == "crawler: the answer cannot be written: No space left on device\n"


def test_help_names_the_options_but_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert "--urls" in out
    assert "--fault" not in out


def test_ctrl_c_prints_what_was_found_so_far() -> None:
    hung = threading.Event()

    def hang(_asked: Asked) -> Raw:
        hung.set()
        return Raw(hang=True)

    with proxied({**SITE, "/a": hang}) as proxy:
        arguments = [*COMMAND, "http://site.test/", "--urls", "--proxy", proxy]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            hung.wait(60)
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=20)
    assert child.returncode == 130, err
    assert out.decode().split()[:3] == [f"http://site.test/{path}" for path in ("", "a", "b")]
    assert b"Traceback" not in err


def test_a_reader_that_leaves_is_no_error() -> None:
    many: Site = {"/": html(*(f"/{'x' * 200}{n}" for n in range(600)))}
    with proxied(many) as proxy:
        arguments = [*COMMAND, "http://site.test/", "--urls", "--proxy", proxy, "--pages", "1"]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            child.stdout.readline()
            child.stdout.close()
            err = child.stderr.read()
    assert (child.returncode, err) == (0, b"")
