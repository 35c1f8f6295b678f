import json
import zipfile
from hashlib import sha256
from pathlib import Path

from oracle.routes.witness import WitnessPage, write_zip

PAGES = [
    WitnessPage(
        url=f"https://shop.test/{n}",
        final_url=f"https://shop.test/{n}/",
        status=200,
        content_type="text/html",
        entry=f"pages/{n:04d}.html",
        body=bytes(range(256)) * n,
    )
    for n in range(3)
]


def test_the_archive_holds_every_page_as_it_was_served(tmp_path: Path) -> None:
    write_zip(tmp_path / "witness.zip", PAGES)
    with zipfile.ZipFile(tmp_path / "witness.zip") as archive:
        assert archive.testzip() is None
        index = json.loads(archive.read("index.json"))
        bodies = [archive.read(page["entry"]) for page in index["pages"]]
    assert index["schema"] == 1
    assert bodies == [page.body for page in PAGES]
    assert [page["sha256"] for page in index["pages"]] == [
        sha256(body).hexdigest() for body in bodies
    ]
    assert set(index["pages"][0]) == {
        "url",
        "final_url",
        "status",
        "content_type",
        "entry",
        "sha256",
    }


def test_equal_pages_give_equal_archives_and_nothing_half_is_left(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        write_zip(tmp_path / name, iter(PAGES))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "b.zip"]


def test_no_pages_are_an_archive_too(tmp_path: Path) -> None:
    write_zip(tmp_path / "witness.zip", [])
    with zipfile.ZipFile(tmp_path / "witness.zip") as archive:
        assert archive.namelist() == ["index.json"]
