"""Draw any month that is asked for, with a link to the next one, for ever."""  # noqa: INP001 - loaded by its path

import re

from bench.web.origin import Request, Response

HTML = (("Content-Type", "text/html; charset=utf-8"),)
MONTH = re.compile(r"/calendar/(\d{4})-(0[1-9]|1[0-2])")
SAINTS = ("Agnes", "Blaise", "Cyril", "Denis", "Erasmus", "Fabian", "Giles")


async def answer(request: Request) -> Response | None:
    """Answer for months; everything else stands in site.http."""
    asked = MONTH.fullmatch(request.path)
    return asked and Response(headers=HTML, body=month(int(asked[1]), int(asked[2])).encode())


def month(year: int, number: int) -> str:
    """Write the page of one month."""
    after = f"{year + number // 12:04}-{number % 12 + 1:02}"
    saint = SAINTS[(year * 12 + number) % len(SAINTS)]
    return (
        f'<!doctype html>\n<html lang="en">\n<title>{year}-{number:02} · The almanac</title>\n'
        f'<nav><a href="/">Home</a> <a href="/calendar/{after}">Next month</a></nav>\n'
        f"<h1>Month {number} of {year}</h1>\n<p>Under the sign of {saint}.</p>\n"
    )
