"""What is wrong with a configuration, in words and all at once, before anything is asked."""

import re
import ssl
from collections.abc import Iterator

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.scope import Scope
from crawler.config import Config

# RFC 9309 has letters, `_` and `-`; digits and dots are met with, and do no harm.
_TOKEN = re.compile(r"[A-Za-z0-9_.-]+")


class WrongError(Exception):
    """A configuration that no crawl can be made of; `faults` are sentences."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def checked(config: Config) -> Config:
    """Return a configuration that a crawl can be made of.

    Raises:
        WrongError: none can be.
    """
    faults = tuple(_faults(config))
    if faults:
        raise WrongError(faults)
    return config


def _faults(config: Config) -> Iterator[str]:
    root = addresses.parse(config.root)
    if isinstance(root, Refused):
        yield f"{config.root} is no web address; try https://www.example.com/"
    if not _TOKEN.fullmatch(config.token):
        yield f"--token {config.token!r} is no name: use letters, digits, '_', '-' and '.'"
    yield from _way_faults(config)
    home = "https://host.test/" if isinstance(root, Refused) else root.url
    for host in config.hosts:
        try:
            Scope.of(home, hosts=(host,))
        except ValueError as error:
            yield f"--host: {error}"


def _way_faults(config: Config) -> Iterator[str]:
    """Yield what is wrong with the way to the web."""
    if config.proxy is not None:
        if isinstance(addresses.parse(config.proxy), Refused):
            yield f"{config.proxy} is no proxy's address; try http://127.0.0.1:8080"
        if config.refuse_private:
            yield "--refuse-private cannot be kept with --proxy, which looks up names by itself"
    if config.ca is None:
        return
    if not config.ca.is_file():
        yield f"there is no CA file {config.ca}"
        return
    try:
        ssl.create_default_context(cafile=config.ca)
    except ssl.SSLError:
        yield f"{config.ca} holds no certificates in PEM"
    except OSError as error:
        yield f"{config.ca}: {error.strerror}"
