"""The command line, in process and once as a process of its own."""

import json
import signal
import subprocess
import sys
import threading

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
        ([], "Missing argument"),
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


def test_help_names_the_options_but_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
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
