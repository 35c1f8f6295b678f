"""Finds an application by `module:callable`, and says what to do where it is not to be had."""

import importlib
import inspect
import sys
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.sites.nodes import near

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

WSGI = (
    "takes two arguments, as a WSGI application does: wrap it, as in"
    " a2wsgi.WSGIMiddleware(app), or name the framework's ASGI application"
)
FACTORY = "takes no arguments: if it makes the application, set factory: true"


class NotStarted(Exception):  # noqa: N818 - said to the person as it is
    """An application cannot be had, or does not begin; says why and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An application's name: where its module is imported from, and which of it is meant."""

    target: str
    folder: Path
    factory: bool = False


def load(named: Named) -> App:
    """Import an application, or have it made; its folder stays on the path of imports.

    Raises:
        NotStarted: it cannot be had.
    """
    module_name, _, attribute = named.target.partition(":")
    folder = str(named.folder)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()
    found = _attribute(_module(module_name, named.folder), attribute)
    if not callable(found):
        message = f"{named.target} is no callable, but {type(found).__name__}"
        raise NotStarted(message)
    if named.factory:
        found = _told(found, f"{named.target}()", named.folder)
    _check(found, named)
    return found  # type: ignore[no-any-return]  # whatever it is, it is called as one


def _module(name: str, folder: Path) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            message = f"no module called {error.name} in {folder} (app_dir), nor installed"
            raise NotStarted(message) from error
        raise NotStarted(_where(error, folder)) from error
    except (Exception, SystemExit) as error:
        raise NotStarted(_where(error, folder)) from error


def _attribute(module: ModuleType, name: str) -> Any:  # noqa: ANN401 - whatever it holds
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            known = [each for each in vars(module) if callable(getattr(module, each))]
            message = f"{module.__file__} has no {name}{near(name, known)}"
            raise NotStarted(message)
        found = getattr(found, part)
    return found


def _told(make: Callable[[], Any], what: str, folder: Path) -> Any:  # noqa: ANN401 - an application
    try:
        return make()
    except (Exception, SystemExit) as error:
        message = f"{what}: {_where(error, folder)}"
        raise NotStarted(message) from error


def _check(app: Any, named: Named) -> None:  # noqa: ANN401 - whatever was found
    if not callable(app):
        message = f"{named.target}() gave no application, but {type(app).__name__}"
        raise NotStarted(message)
    try:
        signature = inspect.signature(app)
    except (TypeError, ValueError):
        return  # written in another language: it is called and seen
    if _takes(signature, 3):
        return
    hint = WSGI if _takes(signature, 2) else FACTORY if _takes(signature, 0) else None
    told = hint or f"does not take scope, receive and send, but {signature}"
    message = f"{named.target} is no ASGI application: it {told}"
    raise NotStarted(message)


def _takes(signature: inspect.Signature, count: int) -> bool:
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True


def _where(error: BaseException, folder: Path) -> str:
    """An exception with the last line of the application's own that led to it."""
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return f"{own[-1].filename}:{own[-1].lineno}: {what}" if own else what
