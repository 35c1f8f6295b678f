"""What a tab was heard to do since it set out: documents, scripts on their way, disturbances."""

import asyncio
import contextlib

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Response

from oracle.hands.patience import abandon
from oracle.hands.tab import Document

ABORTED = "net::ERR_ABORTED"
BROKEN_OFF = "broken-off"
"""The document began, and its connection was lost before its end: what is shown is a part."""


class Heard:
    """The requests of one tab, as Playwright tells of them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._requests: list[Request] = []
        self._responses: dict[Request, Response] = {}
        self._bodies: dict[Request, asyncio.Future[bytes]] = {}
        self._keep = False
        self._scripts: set[Request] = set()
        self._script_done = asyncio.Event()
        self._scripts_ended = False
        self.faults: list[str] = []

    def forget(self, *, keep: bool) -> None:
        """Begin anew; `keep` has the bodies of documents read as they come."""
        self._requests.clear()
        self._responses.clear()
        self._bodies.clear()
        self._scripts.clear()
        self._scripts_ended = False
        self.faults.clear()
        self._keep = keep

    def note(self, fault: str) -> None:
        """Write a disturbance down, once."""
        if fault not in self.faults:
            self.faults.append(fault)

    def documents(self) -> tuple[Document, ...]:
        """What was asked for, in order."""
        return tuple(self._document(request) for request in self._requests)

    def body(self, document: Document) -> asyncio.Future[bytes] | None:
        """The body of a document, which may still be on its way; None when there was no answer."""
        for request, response in reversed(self._responses.items()):
            if request.url == document.url and response.status == document.status:
                return self._bodies.get(request) or asyncio.ensure_future(response.body())
        return None

    def status(self, request: Request) -> int | None:
        """The status of a document's answer; None while there is none."""
        response = self._responses.get(request)
        return None if response is None else response.status

    async def scripts(self, *, cap: float, ended: bool) -> bool:
        """Wait for scripts on their way; see `Tab.arrived_scripts`."""
        came = ended and self._scripts_ended
        self._scripts_ended = False
        if not self._scripts:
            return came
        end = asyncio.get_running_loop().time() + cap
        while self._scripts and asyncio.get_running_loop().time() < end:
            self._script_done.clear()
            with contextlib.suppress(TimeoutError):
                left = end - asyncio.get_running_loop().time()
                await asyncio.wait_for(self._script_done.wait(), max(left, 0))
        self._scripts.clear()
        self._scripts_ended = False
        return True

    def on_request(self, request: Request) -> None:
        """Hear of a request."""
        if request.is_navigation_request():
            self._requests.append(request)
        elif request.resource_type == "script":
            self._scripts.add(request)

    def on_response(self, response: Response) -> None:
        """Hear of an answer."""
        request = response.request
        if not request.is_navigation_request():
            return
        self._responses[request] = response
        if self._keep and not 300 <= response.status < 400:
            # Read while the page settles; whether there was a body is asked later.
            self._bodies[request] = asyncio.ensure_future(response.body())
            abandon(self._bodies[request])

    def ended(self, request: Request) -> bool:
        """Hear of an answer's end, or that none came; true where it was the page's own."""
        if request in self._scripts:
            self._scripts.discard(request)
            self._scripts_ended = True
            self._script_done.set()
        if not request.is_navigation_request() or not _is_main(request, self._page):
            return False
        if request.failure not in {None, ABORTED} and request in self._responses:
            self.note(BROKEN_OFF)
        return True

    def _document(self, request: Request) -> Document:
        response = self._responses.get(request)
        return Document(
            url=request.url,
            main=_is_main(request, self._page),
            hop=request.redirected_from is not None,
            status=response.status if response else None,
            headers=response.headers if response else {},
        )


def _is_main(request: Request, page: Page) -> bool:
    try:
        return request.frame == page.main_frame
    except PlaywrightError:
        return False
