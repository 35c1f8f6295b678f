"""Seven kinds from the address alone."""

import pytest

from crawler.address.kinds import Kind, kind


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/", Kind.PAGE),
        ("/about", Kind.PAGE),
        ("/about.html", Kind.PAGE),
        ("/blog/page/2/", Kind.PAGE),
        ("/v1.2/notes", Kind.PAGE),
        ("/.well-known", Kind.PAGE),
        ("/a.com", Kind.PAGE),
        ("/guide.PDF?x=1", Kind.PDF),
        ("/guide.pdf/", Kind.PDF),
        ("/a/b.JPG", Kind.IMAGE),
        ("/a.svg#/x", Kind.IMAGE),
        ("/data.csv", Kind.OTHER_FILE),
        ("/x.tar.gz", Kind.OTHER_FILE),
        ("/2024/", Kind.ARCHIVE),
        ("/2024/06/", Kind.ARCHIVE),
        ("/blog/2024/06/01", Kind.ARCHIVE),
        ("/2024/06/page/3/", Kind.ARCHIVE),
        ("/date/2024-06/", Kind.ARCHIVE),
        ("/archives/", Kind.ARCHIVE),
        ("/2024/06/01/a-permalink/", Kind.PAGE),
        ("/blog/2024/06/a-permalink", Kind.PAGE),
        ("/category/news/", Kind.CATEGORY),
        ("/blog/categories", Kind.CATEGORY),
        ("/tag/red", Kind.TAG),
        ("/blog/tags/", Kind.TAG),
        ("/tagged", Kind.PAGE),
    ],
)
def test_kind(path: str, right: Kind) -> None:
    assert kind(f"https://a.test{path}") is right
