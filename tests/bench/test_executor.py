"""Worker processes: what is measured, what a death or a hang costs, and that nothing is left."""

import json
import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.sites.site import Site
from bench.work.executor import execute
from bench.work.processes import children_of
from bench.work.task import Outcome, Progress, Task

SLOW = 60.0


def task(out: Path, truths: Path, name: str, **wish: Any) -> Task:
    limit = wish.pop("limit", None)
    site = Site(name=name, group="lab", lab="plain", **wish)
    stored = truths / "plain" / "truth.json"
    home = out / "truths" / name
    home.mkdir(parents=True)
    (home / "truth.json").write_bytes(stored.read_bytes())
    return Task(site=site, out=out / name, truths=out / "truths", limit=limit)


def workers_of(pid: int) -> list[int]:
    """The processes that are workers, by how they were started."""

    def command(each: int) -> bytes:
        try:
            return Path(f"/proc/{each}/cmdline").read_bytes()
        except OSError:
            return b""

    return [each for each in children_of(pid) if b"spawn_main" in command(each)]


@contextmanager
def watched(pids: list[int]) -> Iterator[Callable[[], bool]]:
    """Watch processes; the question waits until all are over."""
    with ExitStack() as stack:
        handles = [os.pidfd_open(pid) for pid in pids]
        for handle in handles:
            stack.callback(os.close, handle)

        def over() -> bool:
            return all(select.select([handle], [], [], 30)[0] for handle in handles)

        yield over


def errors(outcomes: list[Outcome]) -> dict[str, object]:
    return {each.task.site.name: each.record["error"] for each in outcomes}


def test_a_worker_that_dies_costs_its_site_alone(tmp_path: Path, truths: Path) -> None:
    tasks = [
        task(tmp_path, truths, "victim", delay=SLOW),
        task(tmp_path, truths, "next"),
    ]
    met: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.stage == "crawler" and not met:
            met.extend(workers_of(os.getpid()))
            os.kill(met[0], signal.SIGKILL)

    outcomes = list(execute(tasks, workers=1, listen=kill))
    assert errors(outcomes) == {
        "victim": {"stage": "worker", "reason": "died", "detail": "exit code -9"},
        "next": None,
    }
    # The parent writes what the dead one could not.
    stored = json.loads((tmp_path / "victim" / "site.json").read_text())
    assert stored["error"]["stage"] == "worker"
    assert (tmp_path / "next" / "inventory.jsonl").is_file()
    assert workers_of(os.getpid()) == []


def test_a_worker_that_hangs_is_put_down(tmp_path: Path, truths: Path) -> None:
    met: list[int] = []

    def freeze(_progress: Progress) -> None:
        if not met:
            met.extend(workers_of(os.getpid()))
            os.kill(met[0], signal.SIGSTOP)

    hanging = task(tmp_path, truths, "hanging", limit=0.25)
    outcomes = list(execute([hanging], workers=1, listen=freeze))
    assert errors(outcomes) == {
        "hanging": {"stage": "worker", "reason": "hung", "detail": "no end within 1 s"}
    }
    assert not Path(f"/proc/{met[0]}").exists()


def test_a_stage_that_hangs_costs_its_site_and_keeps_the_rest(
    tmp_path: Path, truths: Path
) -> None:
    tasks = [task(tmp_path, truths, "hanging", delay=SLOW, limit=5.0), task(tmp_path, truths, "b")]
    outcomes = list(execute(tasks, workers=1))
    assert errors(outcomes)["hanging"] == {
        "stage": "crawler",
        "reason": "hung",
        "detail": "no end within 5 s",
    }
    assert errors(outcomes)["b"] is None
    assert (tmp_path / "hanging" / "truth.json").is_file()


def test_leaving_early_leaves_no_process(tmp_path: Path, truths: Path) -> None:
    tasks = [task(tmp_path, truths, "quick"), task(tmp_path, truths, "slow", delay=SLOW)]
    running = execute(tasks, workers=2)
    assert next(running).task.site.name == "quick"
    with watched(workers_of(os.getpid())) as over:
        running.close()
        assert over()


def test_children_are_seen_at_any_depth() -> None:
    with subprocess.Popen(
        ["sh", "-c", "sh -c 'echo up; read x; true'; true"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        (inner,) = children_of(process.pid)
        assert inner in children_of(os.getpid())
        process.communicate(b"\n")


SHOP = """
PAGES = {"/": b'<a href="/%(name)s">in</a>', "/%(name)s": b"<h1>Here</h1>"}

async def app(scope, receive, send):
    body = PAGES.get(scope["path"])
    status = 200 if body else 404
    headers = [(b"content-type", b"text/html")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body or b"no"})
"""


def test_applications_of_one_name_do_not_meet_and_one_that_fails_costs_its_site(
    tmp_path: Path, truths: Path
) -> None:
    beset = task(tmp_path, truths, "beset", faults={"root-redirect": "/home"})
    tasks = [beset]
    for name, text in {"one": SHOP, "broken": "import json\n\njson.loads('%(name)s')\n"}.items():
        folder = tmp_path / f"app-{name}"
        folder.mkdir()
        (folder / "main.py").write_text(text % {"name": name})
        site = Site(
            name=name,
            group="lab",
            url=f"https://{name}.test/",
            app="main:app",
            app_dir=str(folder),
        )
        tasks.append(replace(task(tmp_path, truths, name), site=site))
    told = errors(list(execute(tasks, workers=1)))
    assert told["beset"] is told["one"] is None
    assert '"landed":"https://plain.test/home"' in (
        (tmp_path / "beset" / "inventory.jsonl").read_text().replace(": ", ":")
    )
    assert "https://one.test/one" in (tmp_path / "one" / "inventory.jsonl").read_text()
    error = json.loads((tmp_path / "broken" / "site.json").read_text())["error"]
    assert (error["stage"], error["reason"]) == ("worker", "application")
    # In the process of the first one, its module would have been found again.
    assert f"{tmp_path}/app-broken/main.py:3: JSONDecodeError: " in error["detail"]
