import pytest

from bench.lab.answers import Attempts, Declared, Effects, parse

SITE = """\
# A site
# in two lines.

@ https://plain.test/
<!doctype html><title>Plain</title>

<p>After a blank line</p>


@ https://plain.test/old
301
Location: /new
@ https://plain.test/map.xml.gz
200
Content-Type: application/gzip
Lab-Gzip: 1     # as a file

<urlset/>

@ http://plain.test/a attempt 1
503
Retry-After: 1

busy
@ http://plain.test/a attempt 2+
200 ways to leave
@ https://plain.test/files/*
404
"""


def test_a_whole_site() -> None:
    site = parse(SITE, "site.http")
    assert site.trait == "A site in two lines."
    assert site.flaws == ()
    page, old, packed, busy, alive, files = site.answers
    assert page == Declared(
        line=4,
        url="https://plain.test/",
        prefix=False,
        attempts=Attempts(),
        status=200,
        headers=(),
        effects=Effects(),
        body=b"<!doctype html><title>Plain</title>\n\n<p>After a blank line</p>\n",
    )
    assert (old.status, old.headers, old.body) == (301, (("Location", "/new"),), b"")
    assert packed.headers == (("Content-Type", "application/gzip"),)
    assert packed.effects == Effects(gzip=True)
    assert (busy.status, busy.attempts, busy.body) == (503, Attempts(first=1, last=1), b"busy\n")
    assert (alive.status, alive.attempts) == (200, Attempts(first=2))
    assert alive.body == b"200 ways to leave\n"
    assert (files.url, files.prefix, files.status) == ("https://plain.test/files/", True, 404)


@pytest.mark.parametrize(
    ("head", "effects"),
    [
        ("Lab-Hang: 2.5", Effects(hang=2.5)),
        ("lab-reset: 1", Effects(reset=True)),
        ("Lab-Charset: cp1252", Effects(charset="cp1252")),
        ("Lab-Charset: UTF8", Effects(charset="utf-8")),
    ],
)
def test_effects(head: str, effects: Effects) -> None:
    site = parse(f"@ http://a.test/\n200\n{head}\n", "site.http")
    assert site.flaws == ()
    assert site.answers[0].effects == effects
    assert site.answers[0].headers == ()


def test_a_body_in_its_charset() -> None:
    site = parse("@ http://a.test/\n200\nLab-Charset: windows-1252\n\n\u00fc\u20ac\n", "site.http")
    assert site.answers[0].body == b"\xfc\x80\n"


FLAWS = [
    ("", 1, "a line `@ URL` is missing"),
    ("# only a trait\n", 1, "a line `@ URL` is missing"),
    ("# trait\nhello\n@ http://a.test/\n", 2, "text before the first answer"),
    ("@ /path\n", 1, "not an absolute address"),
    ("@ ftp://a.test/\n", 1, "neither http nor https"),
    ("@ http://a.test/#top\n", 1, "a fragment is never asked for"),
    ("@ http://a.test/?q=*\n", 1, "`*` ends a path"),
    ("@ http://a.test/ attempt\n", 1, "neither `@ URL`"),
    ("@ http://a.test/ attempt 0\n", 1, "neither `@ URL`"),
    ("@ http://a.test/ again 2\n", 1, "neither `@ URL`"),
    ("@ media print\n", 1, "neither `@ URL`"),
    ("@ http://a.test/\n200\nno header\n", 3, "no header, and no blank line"),
    ("@ http://a.test/\n200\nSpaced Name: x\n", 3, "no header, and no blank line"),
    ("@ http://a.test/\n200\nLab-Zip: 1\n", 3, "unknown pseudo-header lab-zip"),
    ("@ http://a.test/\n200\nLab-Gzip: yes\n", 3, "lab-gzip: cannot use 'yes'"),
    ("@ http://a.test/\n200\nLab-Hang: long\n", 3, "lab-hang: cannot use 'long'"),
    ("@ http://a.test/\n200\nLab-Hang: -1\n", 3, "lab-hang: cannot use '-1'"),
    ("@ http://a.test/\n200\nLab-Hang: nan\n", 3, "lab-hang: cannot use 'nan'"),
    ("@ http://a.test/\n200\nLab-Charset: klingon\n", 3, "lab-charset: cannot use 'klingon'"),
    ("@ http://a.test/\n200\nLab-Charset: latin-1\n\none\n\u20ac\n", 6, "not in iso8859-1: '€'"),
]


@pytest.mark.parametrize(("text", "line", "what"), FLAWS)
def test_flaws(text: str, line: int, what: str) -> None:
    (flaw,) = parse(text, "site.http").flaws
    assert str(flaw).startswith(f"site.http:{line}: ")
    assert what in flaw.what


def test_all_flaws_are_found_at_once() -> None:
    text = "stray\n@ nonsense\n@ http://a.test/\n@ http://a.test/x\n200\nLab-Reset: 0\n"
    site = parse(text, "site.http")
    assert sorted(flaw.line for flaw in site.flaws) == [1, 2, 6]
    assert [declared.url for declared in site.answers] == ["http://a.test/"]


@pytest.mark.parametrize(
    ("attempts", "inside", "outside"),
    [
        (Attempts(), [1, 2, 99], [0]),
        (Attempts(first=2, last=2), [2], [1, 3]),
        (Attempts(first=2), [2, 3, 99], [1]),
    ],
)
def test_attempts(attempts: Attempts, inside: list[int], outside: list[int]) -> None:
    assert all(number in attempts for number in inside)
    assert not any(number in attempts for number in outside)
