"""What a process and all below it cost: CPU time and memory, as the kernel tells them."""

import os
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def tree(root: int) -> Iterator[str]:
    """A process and all below it."""
    waiting = [str(root)]
    while waiting:
        pid = waiting.pop()
        yield pid
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                waiting.extend(task.read_text().split())
            except OSError:
                continue


def cpu(root: int) -> float:
    """CPU-seconds of the tree so far, those of ended children that were waited for with them."""
    total = 0
    for pid in tree(root):
        try:
            told = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            continue
        total += sum(map(int, told.rpartition(")")[2].split()[11:15]))
    return total / TICKS


def held(root: int) -> int:
    """MiB of the tree, what is shared counted once."""
    total = 0
    for pid in tree(root):
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total // 1024
