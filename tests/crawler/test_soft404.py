"""Pages that say 200 and are not there, among pages that are: five styles, with noise."""

import random
from collections.abc import Callable, Iterable
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.page.soft404 import (
    Fingerprint,
    Probes,
    SoftVerdict,
    Verdict,
    fingerprint,
    probe_paths,
    verdict,
)

SITE = "https://site.test"
VOCABULARY = [
    f"{a}{b}{c}"
    for a in ("ba", "ko", "li", "mu", "sta", "tro", "wen", "zi")
    for b in ("la", "mi", "no", "rut", "sel")
    for c in ("", "da", "ker", "m", "ts", "vo")
]

Answer = Callable[[str, random.Random], tuple[str, str]]  # path, noise -> final path, html


def seeded(seed: int | str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same pages in every run


def words(rng: random.Random, count: int) -> str:
    return " ".join(rng.choices(VOCABULARY, k=count))


def page(title: str, body: str, rng: random.Random) -> str:
    return (
        f"<!doctype html><title>{title}</title><header><nav>Home News Shop Contact Press</nav>"
        f"</header><main>{body}</main><footer>Imprint Privacy Terms {rng.randrange(10**9)}"
        f"<input type=hidden value={rng.random()}></footer><script>t={rng.random()}</script>"
    )


def home(rng: random.Random) -> str:
    return page("The site", f"<h1>Welcome</h1><p>{words(seeded(7), 80)}", rng)


def live(path: str, rng: random.Random) -> str:
    """Give a page its own text, long or short, and its own title."""
    own = seeded(path)
    return page(f"{words(own, 2)} · The site", f"<p>{words(own, own.randrange(4, 120))}", rng)


def apology(path: str, rng: random.Random) -> tuple[str, str]:
    body = f"<h1>Sorry</h1><p>There is nothing at {escape(path)}. Reference {rng.random()}."
    return path, page("Sorry · The site", body, rng)


def suggestions(path: str, rng: random.Random) -> tuple[str, str]:
    body = f"<h1>We looked everywhere</h1><p>Perhaps you like: {words(rng, 6)}"
    return path, page(f"{path} was not found", body, rng)


def home_again(path: str, rng: random.Random) -> tuple[str, str]:
    return path, home(rng)


def go_home(_: str, rng: random.Random) -> tuple[str, str]:
    return "/", home(rng)


def go_to_error(path: str, rng: random.Random) -> tuple[str, str]:
    return f"/oops?from={path}", page("Oops", f"<h1>Oops</h1><p>Not {path}", rng)


def log_in(path: str, rng: random.Random) -> tuple[str, str]:
    return f"/account/login?next={path}", page("Log in", "<h1>Log in</h1>", rng)


STYLES: list[tuple[Answer, Verdict]] = [
    (apology, Verdict.ERROR_PAGE),
    (suggestions, Verdict.ERROR_PAGE),
    (home_again, Verdict.HOME_COPY),
    (go_home, Verdict.REDIRECT_HOME),
    (go_to_error, Verdict.ERROR_PAGE),
    (log_in, Verdict.LOGIN),
]


def take(path: str, final: str, html: str) -> Fingerprint:
    return fingerprint(
        f"{SITE}{path}", final_url=f"{SITE}{final}", status=200, html=html, login="Log in" in html
    )


def probed(answer: Answer, rng: random.Random, directories: Iterable[str] = ()) -> Probes:
    paths = [url.removeprefix(SITE) for url in probe_paths(SITE, directories=directories)]
    answers = tuple(take(path, *answer(path, rng)) for path in paths)
    return Probes(root=take("/", "/", home(rng)), answers=answers)


def judge(probes: Probes, path: str, final: str, html: str) -> Verdict | None:
    found = verdict(take(path, final, html), probes)
    assert found is None or "cannot exist" in found.evidence
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("answer", "right"), STYLES, ids=lambda value: getattr(value, "__name__", "")
)
def test_tells_pages_from_what_is_not_there(answer: Answer, right: Verdict) -> None:
    rng = seeded(1)
    probes = probed(answer, rng, [f"{SITE}/shop/"])
    gone = [f"/{folder}/{name}" for folder in ("shop", "news/old") for name in VOCABULARY[:25]]
    missed = [path for path in gone if judge(probes, path, *answer(path, rng)) is not right]
    assert missed == []
    alive = [f"/{folder}/{name}" for folder in ("shop", "news") for name in VOCABULARY[25:50]]
    accused = [path for path in alive if judge(probes, path, path, live(path, rng)) is not None]
    assert accused == []
    assert not probes.shell


@pytest.mark.parametrize(("answer", "_"), STYLES)
def test_the_root_survives(answer: Answer, _: Verdict) -> None:
    rng = seeded(2)
    probes = probed(answer, rng)
    for path in ("/", "/index.html", "/?utm_source=x"):
        assert judge(probes, path, "/", home(rng)) is None, "UR-007"


def test_ur_007_relative_links_under_an_error_page_are_not_there() -> None:
    def sorry(path: str, _: random.Random) -> tuple[str, str]:
        return path, '<h1>Sorry</h1><a href="rel/next">next</a>'

    rng = seeded(3)
    probes = probed(sorry, rng)
    for path in ("/rel/next", "/rel/rel/next", "/rel/rel/rel/next"):
        assert judge(probes, path, *sorry(path, rng)) is Verdict.ERROR_PAGE


def test_ur_010_a_page_under_a_page_is_judged_by_the_probe_below_it() -> None:
    def below(path: str, rng: random.Random) -> tuple[str, str]:
        return path, live("/a.html", rng) if path.startswith("/a.html/") else apology(path, rng)[1]

    rng = seeded(4)
    probes = probed(below, rng, [f"{SITE}/a.html/"])
    assert judge(probes, "/a.html/b.html/", *below("/a.html/b.html/", rng)) is Verdict.ERROR_PAGE
    assert judge(probes, "/c.html", "/c.html", live("/c.html", rng)) is None


def test_a_redirect_to_the_home_page_alone_is_no_verdict() -> None:
    rng = seeded(5)
    probes = probed(apology, rng)
    assert judge(probes, "/start", "/", home(rng)) is None


def test_the_page_that_others_are_sent_to_is_a_page() -> None:
    rng = seeded(6)
    probes = probed(log_in, rng)
    _, html = log_in("/", rng)
    assert judge(probes, "/account/login", "/account/login", html) is None


def test_a_redirect_that_keeps_the_name_is_judged_by_its_page() -> None:
    def in_english(path: str, rng: random.Random) -> tuple[str, str]:
        return f"/en{path}", apology(path, rng)[1]

    rng = seeded(7)
    probes = probed(in_english, rng)
    assert judge(probes, "/gone", *in_english("/gone", rng)) is Verdict.ERROR_PAGE
    assert judge(probes, "/shop", "/en/shop", live("/shop", rng)) is None


def test_a_site_that_gives_every_page_one_title() -> None:
    rng = seeded(8)

    def titled(path: str, rng: random.Random) -> tuple[str, str]:
        return path, page("The site", f"<p>Not found: {path}", rng)

    probes = probed(titled, rng)
    assert judge(probes, "/gone", *titled("/gone", rng)) is Verdict.ERROR_PAGE
    for name in VOCABULARY[:20]:
        own = page("The site", f"<p>{words(seeded(name), 5)}", rng)
        assert judge(probes, f"/{name}", f"/{name}", own) is None


def test_a_page_about_errors_is_a_page() -> None:
    rng = seeded(9)
    probes = probed(apology, rng)
    text = f"Sorry: there is nothing at all. Reference. {words(rng, 60)}"
    assert judge(probes, "/faq", "/faq", page("Sorry · The site", text, rng)) is None


@pytest.mark.parametrize(
    "shell",
    [
        "<title>App</title><div id=app></div><script src=/app.js></script>",
        "<title>App</title><noscript>You need scripts.</noscript><p>Loading…</p><script></script>",
        "<title>App</title><header>The app that counts</header><main></main><script></script>",
    ],
)
def test_a_shell_is_no_site_of_soft_404s(shell: str) -> None:
    probes = Probes(
        root=take("/", "/", shell),
        answers=tuple(take(f"/{name}", f"/{name}", shell) for name in "abc"),
    )
    assert probes.shell
    assert judge(probes, "/rivers", "/rivers", shell) is None


def test_without_answers_there_is_no_verdict() -> None:
    rng = seeded(10)
    probes = Probes(root=take("/", "/", home(rng)), answers=())
    assert judge(probes, "/x", "/x", home(rng)) is None


def test_probes_are_the_same_in_every_run_and_repeat_nothing() -> None:
    first = probe_paths(f"{SITE}/docs/", directories=[f"{SITE}/a/", f"{SITE}/b"])
    assert first == probe_paths(f"{SITE}/docs/", directories=[f"{SITE}/a/", f"{SITE}/b"])
    assert first != probe_paths(f"{SITE}/docs/", directories=[f"{SITE}/a/", f"{SITE}/b"], seed=1)
    assert len(set(first)) == 4
    assert [url.rpartition("/")[0] for url in first] == [
        SITE, SITE, f"{SITE}/a", f"{SITE}/b",
    ]  # fmt: skip


@given(st.lists(st.text(max_size=30), min_size=3, max_size=5))
def test_any_text_can_be_judged(texts: list[str]) -> None:
    root, seen, *answers = (
        take(f"/{number}", f"/{number}", text) for number, text in enumerate(texts)
    )
    found = verdict(seen, Probes(root=root, answers=tuple(answers)))
    assert found is None or isinstance(found, SoftVerdict)


LOGIN_FORM = "<title>Members</title><form><input type=password>Log in to go on</form>"
CLOUDFLARE = (
    "<title>Just a moment...</title><p>Verify you are human</p>"
    "<script src=/cdn-cgi/challenge-platform/h/b/orchestrate/x.js></script>"
)
SHORT = "<title>Shop</title><p>Not found</p><script>ga('send')</script>"


@pytest.mark.parametrize(
    ("html", "right"),
    [
        (LOGIN_FORM, Verdict.LOGIN),
        (CLOUDFLARE, Verdict.CHALLENGE),
        (SHORT, Verdict.ERROR_PAGE),
    ],
)
def test_login_and_challenge_have_a_verdict_of_their_own(html: str, right: Verdict) -> None:
    rng = seeded(4)
    answers = tuple(
        take(f"/{name}", f"/{name}", html.replace("Log in", "Log in ")) for name in "abc"
    )
    probes = Probes(root=take("/", "/", home(rng)), answers=answers)
    seen = fingerprint(
        f"{SITE}/x", final_url=f"{SITE}/x", status=200, html=html, login="password" in html
    )
    found = verdict(seen, probes)
    assert found is not None
    assert found.verdict is right
    assert found.absent is (right is not Verdict.CHALLENGE)
    assert judge(probes, "/rivers", "/rivers", live("/rivers", rng)) is None


def test_a_page_that_names_a_wall_in_passing_is_none() -> None:
    rng = seeded(5)
    text = f"<p>checking your browser {words(seeded(6), 400)} {words(seeded(7), 400)}"
    probes = probed(apology, rng)
    assert judge(probes, "/about-walls", "/about-walls", page("Walls", text, rng)) is None


@pytest.mark.parametrize(
    "shell",
    [
        "<title>App</title><div id=root></div><script src=/app.js></script>",
        (
            "<title>App</title><div id=root></div><p>You need a modern browser to run this"
            "</p><script src=/app.js></script>"
        ),
        "<title>App</title><x-app>Loading\u2026 please wait</x-app><script src=/app.js></script>",
        (
            "<title>App</title><noscript>Please enable scripts to see this page</noscript>"
            "<script type=module src=/app.js></script>"
        ),
    ],
)
def test_a_nearly_empty_scripted_answer_is_a_shell_whatever_the_root_is(shell: str) -> None:
    answers = tuple(take(f"/{name}", f"/{name}", shell) for name in "abc")
    probes = Probes(root=take("/", "/", home(seeded(8))), answers=answers)
    assert probes.shell
    assert judge(probes, "/rivers", "/rivers", shell) is None
