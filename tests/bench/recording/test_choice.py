"""What cannot be recorded or replayed is told before anything starts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SITES = "sites:\n  - {lab: plain}\n"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--replay", "nowhere"], "no such run with recordings"),
        (["--replay", ".", "--record"], "only one of --record and --replay"),
        (["--frozen-clock"], "add --replay DIR"),
    ],
)
def test_what_does_not_go_together_is_told(
    tmp_path: Path, call: Callable[..., Any], options: list[str], told: str
) -> None:
    (tmp_path / "sites.yaml").write_text(SITES)
    said = call("run", tmp_path / "sites.yaml", *options, "--out", tmp_path / "out")
    assert said.code == 2
    assert told in said.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("{url: 'http://a.test/', replay: gone.warc.gz}", "no such file"),
        ("{url: 'http://a.test/', replay: sites.yaml}", "a .warc, .warc.gz or .wacz file"),
        ("{url: 'http://a.test/', frozen_clock: true}", "goes with replay only"),
        ("{lab: plain, replay: gone.warc.gz}", "needs exactly one of"),
    ],
)
def test_flaws_of_the_keys(
    tmp_path: Path, call: Callable[..., Any], entry: str, told: str
) -> None:
    (tmp_path / "sites.yaml").write_text(f"sites:\n  - {entry}\n")
    said = call("run", tmp_path / "sites.yaml", "--out", tmp_path / "out")
    assert said.code == 2
    assert told in said.err
