"""Where `bench` and `python -m bench` begin; Ctrl-C while all is still loading is no fault."""

import sys


def main() -> int:
    """Load the command line and run it."""
    try:
        from bench.cli import main as run  # noqa: PLC0415 - it takes a while to load

        return run()
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)  # noqa: T201 - nothing else is loaded yet
        return 3


if __name__ == "__main__":
    sys.exit(main())
