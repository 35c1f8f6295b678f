import pytest

from oracle.routes.truth import Verdict
from oracle.routes.verdict import Tally, unseen, verdict
from oracle.routes.visit import Visit

ROOT = "https://shop.test/"
GOOD = Tally(routes=20, sighted=25, refused=0)
NOTHING = Tally(routes=0, sighted=0, refused=0)


def home(status: int | None = 200, **more: object) -> Visit:
    fields = {"final_url": ROOT, "content_type": "text/html", "title": "Shop", "text": "Hi"}
    return Visit(url=ROOT, level=0, status=status, **(fields | more))  # type: ignore[arg-type] # fields of Visit


UNSEEN = [
    (home(None, faults=("ERR_NAME_NOT_RESOLVED",)), Verdict.ERROR, "ERR_NAME_NOT_RESOLVED"),
    (home(401), Verdict.LOGIN, "401"),
    (home(403), Verdict.BLOCKED, "403"),
    (home(429), Verdict.BLOCKED, "429"),
    (home(503), Verdict.BLOCKED, "503"),
    (home(404), Verdict.ERROR, "404"),
    (home(500), Verdict.ERROR, "500"),
    (home(content_type="application/json"), Verdict.ERROR, "application/json"),
    (home(download=True, content_type=None), Verdict.ERROR, "a download"),
    (home(download=True), Verdict.ERROR, "but a download"),
]


@pytest.mark.parametrize(("visit", "expected", "said"), UNSEEN, ids=lambda value: str(value)[:20])
def test_a_root_that_is_no_page(visit: Visit, expected: Verdict, said: str) -> None:
    told = unseen(visit)
    assert told is not None
    assert told[0] is expected
    assert said in told[1]
    assert told[1].endswith(".")


def test_a_root_that_is_a_page() -> None:
    assert unseen(home()) is None
    assert unseen(home(content_type=None)) is None


JUDGED = {
    "a site": (home(), GOOD, Verdict.OK),
    "a site with a login form in its bar": (home(login=True), GOOD, Verdict.OK),
    "a site that writes about captchas": (home(text="captcha " * 300), GOOD, Verdict.OK),
    "a small site that says login": (
        home(text="Log in"),
        Tally(routes=2, sighted=2, refused=0),
        Verdict.OK,
    ),
    "a challenge": (home(title="Just a moment..."), NOTHING, Verdict.BLOCKED),
    "most addresses refused": (home(), Tally(routes=4, sighted=20, refused=11), Verdict.BLOCKED),
    "half of them refused": (home(), Tally(routes=10, sighted=20, refused=10), Verdict.OK),
    "a login form": (home(login=True), Tally(routes=1, sighted=2, refused=0), Verdict.LOGIN),
    "led to a login page": (
        home(final_url=ROOT + "signin", title="Sign in"),
        NOTHING,
        Verdict.LOGIN,
    ),
    "a consent wall": (home(text="We value your privacy. Accept all"), NOTHING, Verdict.CONSENT),
    "nothing": (home(), NOTHING, Verdict.EMPTY),
    "nothing that could be read": (
        home(settled="not-shown", faults=("stuck",)),
        NOTHING,
        Verdict.ERROR,
    ),
    "nothing alive": (home(), Tally(routes=0, sighted=3, refused=0), Verdict.EMPTY),
}


@pytest.mark.parametrize(("visit", "tally", "expected"), JUDGED.values(), ids=JUDGED)
def test_verdicts(visit: Visit, tally: Tally, expected: Verdict) -> None:
    said, reason = verdict(visit, tally)
    assert said is expected
    assert (reason is None) is (expected is Verdict.OK)
