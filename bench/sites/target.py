"""Where a site is found: on the network, or as lab, folder or application behind the gateway."""

from dataclasses import dataclass
from pathlib import Path

from bench.lab import catalogue
from bench.sites.site import Site
from bench.web.application import Application
from bench.web.appload import Named
from bench.web.directory import Directory, Serving
from bench.web.origin import Hosts, Web, origin_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A root, and the closed web that answers for it; without one, it is live.

    `app` is what has to be at work while the web is asked.
    """

    root: str
    web: Hosts | None = None
    app: Application | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """The site's folder is not on this machine, and what to do about it."""

    hint: str


def locate(site: Site) -> Target | Absent:
    """Find a site; a lab site comes with all its counters at zero.

    Raises:
        BrokenSiteError: a lab site's files cannot be read.
    """
    if site.lab is not None:
        lab = catalogue.load(site.lab)
        return Target(root=lab.root, web=lab.web)
    root = site.url or ""
    if site.app is not None:
        return _application(root, site)
    if site.serve is None:
        return Target(root=root)
    folder = Path(site.serve)
    if not folder.is_dir():
        return Absent(hint=f"{folder} is not there; {_how_to(site)}")
    return Target(root=root, web=Web({origin_of(root): Directory(folder, _serving(site))}))


def _application(root: str, site: Site) -> Target:
    folder = Path(site.app_dir or ".")
    app = Application(Named(target=site.app or "", folder=folder, factory=site.factory))
    return Target(root=root, web=Web({origin_of(root): app}), app=app)


def _how_to(site: Site) -> str:
    """Say how the folder comes about."""
    if site.package:
        return f"on Debian: apt-get install {site.package}"
    return "bench install, with this file of sites, builds it"


def _serving(site: Site) -> Serving:
    # A package's links are Debian's own, and lead to other packages; a built site's may lead to
    # whatever lies on the machine that builds it.
    packaged = site.package is not None
    return Serving(
        clean_urls=bool(site.clean_urls),
        redirect=site.clean_urls == "redirect",
        fallback=site.fallback,
        symlinks=packaged if site.symlinks is None else site.symlinks,
    )
