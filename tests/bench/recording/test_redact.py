"""Secrets leave headers; what can be compared without knowing them stays."""

from hypothesis import given
from hypothesis import strategies as st

from bench.recording.redact import MARK, Redaction

VALUES = st.text(
    st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters=";="), min_size=1
)


@given(VALUES, VALUES)
def test_the_same_value_gives_the_same_token_and_another_another(one: str, other: str) -> None:
    redact = Redaction()
    (_, first), (_, second) = redact((("Cookie", f"a={one}"), ("cookie", f"a={other}")))
    assert (first == second) is (one == other)
    assert first.startswith(f"a={MARK}")


def test_names_and_attributes_of_cookies_and_the_scheme_of_a_login_stay() -> None:
    redact = Redaction(b"key")
    headers = (
        ("Set-Cookie", "sid=secret; Path=/; HttpOnly"),
        ("Set-Cookie", "gone=; Max-Age=0"),
        ("Cookie", "sid=secret; lang=en"),
        ("Authorization", "Basic c2VjcmV0"),
        ("Proxy-Authorization", "secret"),
        ("Accept", "text/html"),
    )
    told = dict(redact(headers[1:]))
    assert "secret" not in str(redact(headers))
    assert redact(headers)[0][1].endswith("; Path=/; HttpOnly")
    assert told["Set-Cookie"] == "gone=; Max-Age=0"
    assert told["Cookie"].startswith("sid=redacted-")
    assert told["Authorization"].startswith("Basic redacted-")
    assert told["Accept"] == "text/html"


def test_tokens_of_two_recordings_cannot_be_compared() -> None:
    header = (("Cookie", "sid=secret"),)
    assert Redaction()(header) != Redaction()(header)
