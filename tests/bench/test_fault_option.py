"""`--fault`: what it takes, over which sites it is laid, and that a run keeps it."""

from pathlib import Path

import pytest

from bench.exits import Exit, Stop
from bench.sites.choice import Choice, read_faults

SUITE = """
sites:
  - {lab: plain, faults: {latency: 0.5, seed: 7}}
  - {name: live, url: "https://www.shop.test/"}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    file = tmp_path / "sites.yaml"
    file.write_text(SUITE)
    return file


def test_what_is_given_last_stands() -> None:
    told = ("reset", "latency=0.3", "reset=0.5", "soft-404=home", "server-error=false")
    assert read_faults(told) == {
        "reset": 0.5,
        "latency": 0.3,
        "soft-404": "home",
        "server-error": False,
    }


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(Stop) as caught:
        read_faults(("resett", "latency=soon", "reset"))
    assert caught.value.code is Exit.USAGE
    assert caught.value.lines == (
        "--fault: no fault called resett; did you mean reset?",
        "--fault: latency takes seconds from 0 to 60, not 'soon'",
    )


def test_the_command_line_stands_before_the_file(suite: Path) -> None:
    faults = read_faults(("latency=false", "reset=0.2"))
    (site,) = Choice(sites=suite, names=("plain",), web_faults=faults).read()
    assert site.faults == {"seed": 7, "reset": 0.2}


def test_a_live_site_is_refused_with_the_reason(suite: Path) -> None:
    with pytest.raises(Stop) as caught:
        Choice(sites=suite, web_faults={"reset": 0.2}).read()
    assert caught.value.code is Exit.USAGE
    assert "--fault on live: faults are laid over what the gateway serves" in caught.value.lines[0]
    assert len(Choice(sites=suite, web_faults={"reset": False}).read()) == 2


def test_a_run_keeps_its_faults(suite: Path) -> None:
    choice = Choice(sites=suite, names=("plain",), web_faults={"reset": 0.2, "latency": False})
    kept = choice.as_json()
    assert kept["web_faults"] == {"reset": 0.2, "latency": False}
    assert Choice.from_json(kept).as_json() == kept
    older = {name: value for name, value in kept.items() if name != "web_faults"}
    assert Choice.from_json(older).web_faults == {}


def test_a_recording_of_a_live_site_may_have_faults(suite: Path, tmp_path: Path) -> None:
    choice = Choice(sites=suite, replay=tmp_path, web_faults={"reset": 0.2})
    assert [site.faults.get("reset") for site in choice.read()] == [0.2, 0.2]
