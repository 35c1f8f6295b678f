"""What the browser's words for a failed call mean."""

from oracle.hands.tab import Going, Lost, Outcome

GONE = (
    ("crashed", Lost.CRASHED),
    ("Execution context was destroyed", Lost.LEFT),
    ("navigation", Lost.LEFT),
    ("Frame was detached", Lost.LEFT),
    ("has been closed", Lost.CLOSED),
    ("Target closed", Lost.CLOSED),
    ("Cannot read properties of undefined", Lost.BARE),
)

ENDS = (
    ("Download is starting", Going.DOWNLOAD),
    ("interrupted by another navigation", Going.ARRIVED),
    ("ERR_ABORTED", Going.ABORTED),
    ("crashed", Going.CRASHED),
    ("has been closed", Going.CRASHED),
    ("Timeout", Going.TIMEOUT),
)


def lost(message: str) -> Lost:
    """Why a question got no answer."""
    return next((why for words, why in GONE if words in message), Lost.BARE)


def outcome(message: str) -> Outcome:
    """How a navigation that failed ended."""
    going = next((end for words, end in ENDS if words in message), Going.FAILED)
    code = next((word for word in message.split() if word.startswith("net::")), "")
    return Outcome(going=going, detail=code.removeprefix("net::") or message.splitlines()[0])
