"""`crawlers` in sites.yaml: what is read, every flaw with its line and key, what it becomes."""

from pathlib import Path

import pytest

from bench.crawlers.command import NO_PROXY, PROXIES, TRUST, Errand, environment, words
from bench.sites.crawler import Crawler, Output
from bench.sites.suite import Suite, SuiteErrors, parse

SITES = "sites: [https://a.test/]\ncrawlers:\n"


def read(text: str, base: Path = Path("/base")) -> Suite:
    return parse((SITES + text).encode(), "sites.yaml", base=base, lab=())


def flaws(text: str) -> list[str]:
    with pytest.raises(SuiteErrors) as caught:
        read(text)
    return list(caught.value.lines)


def test_everything_that_a_crawler_may_say() -> None:
    suite = read("""
  short: {command: "mine {url}"}
  long:
    command: "mine -o {out} --max {pages} '{url}'"
    output: jsonl
    field: page.url
    env: {MODE: fast, NUMBER: 010}
    seconds: 9.5
    memory: 256
    version: mine --version
    needs: pip install mine
""")
    assert suite.crawlers["short"] == Crawler(name="short", command="mine {url}", folder="/base")
    assert suite.crawlers["long"] == Crawler(
        name="long",
        command="mine -o {out} --max {pages} '{url}'",
        output=Output.JSONL,
        field="page.url",
        env=(("MODE", "fast"), ("NUMBER", "010")),
        seconds=9.5,
        memory=256,
        version="mine --version",
        needs="pip install mine",
        folder="/base",
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("x: mine", "crawlers.x: a mapping (key: value) is needed here"),
        ("x: {output: lines}", "crawlers.x: needs its command"),
        (
            "x: {command: mine}",
            "crawlers.x.command: needs {url}, or {host}: where the site begins",
        ),
        ("x: {command: 'mine {url} {port}'}", "crawlers.x.command: {port} stands for nothing"),
        ('x: {command: "mine {url} \'a"}', "crawlers.x.command: cannot be split into words"),
        ("x: {comand: 'mine {url}'}", "crawlers.x.comand: unknown key; did you mean command?"),
        ("x: {command: 'm {url}', output: xml}", "crawlers.x.output: one of lines, jsonl, csv"),
        (
            "x: {command: 'm {url}', output: inventory}",
            "crawlers.x.output: one of lines, jsonl, csv",
        ),
        (
            "x: {command: 'm {url}', field: url}",
            "crawlers.x.field: goes with output: jsonl only",
        ),
        (
            "x: {command: 'm {url}', output: jsonl, column: url}",
            "crawlers.x.column: goes with output: csv only",
        ),
        ("x: {command: 'm {url}', seconds: 0}", "crawlers.x.seconds: a number from 1 to 86,400"),
        ("x: {command: 'm {url}', memory: 1}", "crawlers.x.memory: a whole number from 16"),
        ("x: {command: 'm {url}', env: [A]}", "crawlers.x.env: a mapping (NAME: value)"),
        ("x: {command: 'm {url}', env: {a-b: c}}", "crawlers.x.env.a-b: is no name"),
        ("x: {command: 'm {url}', env: {A: [b]}}", "crawlers.x.env.A: a single value"),
        ("x/y: {command: 'm {url}'}", "crawlers: a name of letters"),
        ("ours: {command: 'm {url}'}", "crawlers.ours: is the name of our own crawler"),
        ("x: {command: 'm {url}'}\n  x: {command: 'm {url}'}", "crawlers.x: given twice"),
    ],
)
def test_flaws(entry: str, said: str) -> None:
    (line,) = flaws(f"  {entry}\n")
    assert line.startswith(f"sites.yaml:{4 if 'twice' in said else 3}: {said}")


def test_an_address_is_one_word_whatever_is_in_it() -> None:
    errand = Errand(url="https://a.test/'; rm -rf $HOME {host}", pages=7, delay=0.5)
    told = words("mine --to={url} {pages} {delay} {concurrency} {proxy} {token}", errand)
    assert told == ["mine", f"--to={errand.url}", "7", "0.5", "8", "", "RouteRecall"]
    assert words("x {host} {out} '{\"a\": 1}'", errand, out=Path("/o")) == [
        *("x", "a.test", "/o", '{"a": 1}')
    ]


def test_the_environment_leads_to_the_gateway() -> None:
    crawler = Crawler(name="x", command="x {url}", env=(("MODE", "fast"), ("CURL_CA_BUNDLE", "")))
    errand = Errand(url="https://a.test/", proxy="http://127.0.0.1:1", ca=Path("/ca.pem"))
    ours = {"PATH": "/bin", "no_proxy": "a.test", "ALL_PROXY": "http://elsewhere"}
    told = environment(crawler, errand, ours=ours, scratch=Path("/scratch"))
    assert {told[name] for name in PROXIES} == {errand.proxy}
    assert {told[name] for name in NO_PROXY} == {""}
    assert {told[name] for name in TRUST if name != "CURL_CA_BUNDLE"} == {"/ca.pem"}
    assert (told["PATH"], told["MODE"], told["CURL_CA_BUNDLE"]) == ("/bin", "fast", "")
    live = environment(crawler, Errand(url="https://a.test/"), ours=ours, scratch=Path("/s"))
    assert (live["ALL_PROXY"], "http_proxy" in live, "SSL_CERT_FILE" in live) == (
        *("http://elsewhere", False, False),
    )
