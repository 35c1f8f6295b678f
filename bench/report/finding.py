"""What is wrong with a site, and the exit code that it asks for."""

from dataclasses import dataclass

from bench.exits import Exit


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that keeps a verb from ending with 0."""

    site: str
    code: Exit
    told: str

    @property
    def line(self) -> str:
        """Say it in one line."""
        return f"{self.site}: {self.told}"
