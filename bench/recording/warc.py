"""Exchanges as WARC records, each a gzip member of its own; the only importer of warcio."""

from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]
from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

IN_MEMORY = 4 << 20
FIELDS = "application/warc-fields"


class _Exactly(StatusAndHeaders):  # type: ignore[misc] # warcio has no types
    """An HTTP head that is written as it is: warcio would escape what is not ASCII."""

    def __init__(self, head: bytes) -> None:
        super().__init__("200 OK", [])  # without a line it counts as no head
        self.headers_buff = head

    def compute_headers_buffer(self, header_filter: Any = None) -> None:  # noqa: ANN401 - warcio's
        """Keep the head."""


class Records:
    """Some records that belong together, made in memory or, when large, on the disk."""

    def __init__(self) -> None:
        spool = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by `close`
        self.file = cast("BinaryIO", spool)
        self._writer = WARCWriter(self.file, gzip=True, warc_version="1.1")

    def info(self, name: str, about: Mapping[str, str]) -> None:
        """Say in the first record of a file what made it."""
        self._writer.write_record(self._writer.create_warcinfo_record(name, dict(about)))

    def response(
        self, url: str, head: bytes, body: BinaryIO, marks: Mapping[str, str], *, size: int
    ) -> str:
        """Add an answer; gives the record's id."""
        record = self._writer.create_warc_record(
            url,
            "response",
            payload=body,
            length=size,
            http_headers=_Exactly(head),
            warc_headers_dict=dict(marks),
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def revisit(
        self, url: str, head: bytes, marks: Mapping[str, str], *, first: tuple[str, str]
    ) -> str:
        """Add an answer whose body an earlier record has, of the address and date `first`."""
        digest = marks["WARC-Payload-Digest"]
        others = {name: value for name, value in marks.items() if name != "WARC-Payload-Digest"}
        record = self._writer.create_revisit_record(
            url, digest, *first, http_headers=_Exactly(head), warc_headers_dict=others
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def failure(self, url: str, told: Mapping[str, str], marks: Mapping[str, str]) -> str:
        """Add that no answer came, and why."""
        text = "".join(f"{name}: {' '.join(value.split())}\r\n" for name, value in told.items())
        body = text.encode("utf-8", "replace")
        record = self._writer.create_warc_record(
            url,
            "metadata",
            payload=BytesIO(body),
            length=len(body),
            warc_content_type=FIELDS,
            warc_headers_dict=dict(marks),
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def request(self, url: str, head: bytes, marks: Mapping[str, str], *, to: str) -> None:
        """Add the request that led to a record."""
        record = self._writer.create_warc_record(
            url,
            "request",
            http_headers=_Exactly(head),
            warc_headers_dict={**marks, "WARC-Concurrent-To": to},
        )
        self._writer.write_record(record)


def date_of(moment: datetime) -> str:
    """Give a time as WARC 1.1 writes it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
