"""The corpus as it stands in the repository: every entry told, every frozen truth whole."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench.exits import Exit
from bench.install.state import State, standing
from bench.shelf.check import flaws_of
from bench.shelf.index import INDEX
from bench.shelf.index import load as load_shelf
from bench.sites.installed import version_of
from bench.sites.site import Site
from bench.sites.suite import load

SITES = Path(__file__).parents[2] / "sites"
CORPUS = load(SITES / "corpus.yaml").select()
SHELF = SITES / "corpus"
MOST = 6 << 20
"""Bytes that all frozen truths may take."""


def test_the_corpus_is_large_and_of_many_makers() -> None:
    assert len(CORPUS) >= 40
    assert len({site.generator for site in CORPUS}) >= 30


@pytest.mark.parametrize("site", CORPUS, ids=[site.name for site in CORPUS])
def test_an_entry_says_what_it_is_and_why(site: Site) -> None:
    assert site.generator
    assert site.why
    assert site.version
    assert bool(site.package) != bool(site.sources)
    # Nobody is asked but the folder: the name belongs to no one.
    assert (urlsplit(site.url or "").hostname or "").endswith(".test")


@pytest.mark.parametrize(
    "site",
    [site for site in CORPUS if site.sources],
    ids=[site.name for site in CORPUS if site.sources],
)
def test_an_application_is_pinned_to_its_sources(site: Site) -> None:
    assert site.version == version_of(Path(site.sources or ""))


def test_every_site_has_a_frozen_truth_whole_and_of_the_pinned_version() -> None:
    assert flaws_of(SHELF, CORPUS) == []


def test_nothing_else_is_on_the_shelf_and_it_is_small() -> None:
    shelf = load_shelf(SHELF)
    assert set(shelf.sites) <= {site.name for site in CORPUS}
    assert {path.name for path in SHELF.iterdir()} == {INDEX, *shelf.files}
    assert sum(path.stat().st_size for path in SHELF.iterdir()) <= MOST


def test_the_oracle_covers_what_can_be_found() -> None:
    shares = [kept.coverage for kept in load_shelf(SHELF).sites.values()]
    weak = [share for share in shares if share is None or share < 0.98]
    assert len(weak) <= len(shares) / 20


def test_a_package_that_is_not_there_is_skipped_with_what_to_type(
    tmp_path: Path, call: Callable[..., Any]
) -> None:
    (tmp_path / "sites.yaml").write_text(
        'sites: [{name: a, url: "https://a.test/", serve: /no/such, package: no-such-doc,'
        ' version: "1"}]'
    )
    done = call("run", tmp_path / "sites.yaml", "--truth", SHELF, "--out", tmp_path / "out")
    assert done.code == Exit.OK
    assert "apt-get install no-such-doc" in done.err
    site = load(tmp_path / "sites.yaml").select()[0]
    assert standing(site).state is State.ABSENT
    told = call("install", tmp_path / "sites.yaml", "--check")
    assert told.code == Exit.ENVIRONMENT
    assert "a: not installed (no-such-doc, pinned to 1)" in told.out
    assert "0 of 1 sites are ready" in told.out
