"""`python -m oracle URL`."""

from oracle.cli import app

if __name__ == "__main__":
    app(prog_name="oracle")
