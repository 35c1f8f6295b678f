"""What people copy works: each command of the workflow and of docs/ci.md is one that there is."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.exits import Exit

HERE = Path(__file__).parents[3]
WORKFLOW = HERE / ".github" / "workflows" / "recall.yml"
PAGE = HERE / "docs" / "ci.md"
COMMAND = re.compile(r"(?:^|\$ |/)bench ([a-z][^\n;#`|]*)", re.MULTILINE)


def commands() -> Iterator[str]:
    steps = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["recall"]["steps"]
    for text in (*(step.get("run", "") for step in steps), PAGE.read_text("utf-8")):
        yield from (found[1].strip() for found in COMMAND.finditer(text))


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_has_its_verb_and_options(call: Callable[..., Any], command: str) -> None:
    verb, *words = shlex.split(command)
    said = call(verb, "--help")
    assert said.code == Exit.OK, said.err
    for option in (word for word in words if word.startswith("--")):
        assert option in said.out


def test_the_workflow_caches_checks_and_keeps_its_report() -> None:
    steps = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["recall"]["steps"]
    told = " ".join(str(step) for step in steps)
    for needed in ("cache", "bench run", "bench check", "upload-artifact", "results/latest/"):
        assert needed in told
    check = next(step for step in steps if step.get("name") == "Check")
    # A run that ends with 3 must not keep its check from being told.
    assert check["if"] == "${{ !cancelled() }}"
