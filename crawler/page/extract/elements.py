"""The elements of a page that say anything about addresses, found in one look at its tree."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from selectolax.lexbor import LexborNode

from crawler.page.document import Document

# Besides `a`, what extractors ask for. Asking for what a page does not name costs far more
# than looking for the name.
_ASKED = (
    "area", "base", "embed", "frame", "frameset", "iframe", "input", "link", "math", "meta",
    "noscript", "object", "script", "style", "template", "title",
)  # fmt: skip
# The letters are what most tags end at, after one look.
_NAMED = re.compile(
    rb"<(?=[abefilmnost])(area|base|embed|frame(?:set)?|iframe|input|link|math|meta|noscript"
    rb"|object|script|style|template|title)\b"
)
_HEAD = "base, link, meta, noscript, script, style, template, title"
_EVENTS = (
    "onclick", "ondblclick", "onmousedown", "onmouseup", "onpointerdown", "onkeydown",
    "onkeypress", "onkeyup", "onchange", "onsubmit",
)  # fmt: skip
_EVENT = re.compile(
    rb"on(?:click|dblclick|mouse(?:down|up)|pointerdown|key(?:down|press|up)|change|submit)"
)
# Inside these, a formula holds HTML again.
_TEXT_OF_FORMULAS = frozenset({"mi", "mo", "mn", "ms", "mtext", "annotation-xml", "svg"})
_LINKS = frozenset({"a", "area"})
UNSEEN = frozenset({"script", "style", "noscript", "template"})
"""Elements whose text no reader sees; a browser that runs scripts shows no `noscript`."""

Attributes = dict[str, str | None]
Element = tuple[LexborNode, Attributes]
Handlers = tuple[tuple[LexborNode, str], ...]


class Tree(Protocol):
    """A parsed page, or a part that a page embeds."""

    def css(self, query: str) -> list[LexborNode]:
        """Return the elements that a selector matches, in document order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Elements:
    """The elements of one tree by tag, each with its attributes; `links` are `a` and `area`.

    All are in document order. `handlers` are scripts in attributes with their elements,
    `unseen` is what the body hides.
    """

    links: Sequence[Element]
    tags: defaultdict[str, list[Element]] = field(repr=False)
    handlers: Handlers = ()
    unseen: tuple[LexborNode, ...] = ()

    def of(self, tag: str) -> Sequence[Element]:
        """Return the elements of a tag in document order."""
        return self.tags.get(tag, ())


def elements_of(document: Document) -> Elements:
    """Look through a page: through its head, and for what is not all in there, its body."""
    named = Counter(_NAMED.findall(document.lowered))
    tree = document.tree
    head, body = tree.head, tree.body
    if head is None or body is None or named[b"frameset"]:
        return _sorted(tree, map(bytes.decode, named), _signs(document.lowered))
    tags: defaultdict[str, list[Element]] = defaultdict(list)
    for node in head.css(_HEAD):
        tags[node.tag or ""].append((node, node.attributes))
    beyond = [name for tag, n in named.items() if n > len(tags.get(name := tag.decode(), ()))]
    return _sorted(body, beyond, _signs(document.lowered), tags)


def elements_in(tree: Tree) -> Elements:
    """Look through what a page embeds."""
    return _sorted(tree, _ASKED, _EVENTS)


def _signs(lowered: bytes) -> list[str]:
    """Return the events that markup may handle."""
    named = {name.decode() for name in _EVENT.findall(lowered)}
    return [event for event in _EVENTS if event in named]


def _sorted(
    tree: Tree,
    names: Iterable[str],
    events: Sequence[str],
    tags: defaultdict[str, list[Element]] | None = None,
) -> Elements:
    asked = sorted(names)
    tags = defaultdict(list) if tags is None else tags
    links: list[Element] = []
    unseen: list[LexborNode] = []
    for node in tree.css(", ".join(("a", *asked))):
        tag = node.tag or ""
        if tag in _LINKS:
            if "math" in asked and _is_formula(node):
                continue
            links.append((node, node.attributes))
        else:
            tags[tag].append((node, node.attributes))
            if tag in UNSEEN:
                unseen.append(node)
    return Elements(
        links=links,
        tags=tags,
        handlers=tuple(_handling(tree, events)) if events else (),
        unseen=tuple(unseen),
    )


def _is_formula(node: LexborNode) -> bool:
    """Tell MathML's `a`, which is no link in browsers, from one in the text of a formula."""
    outer = node.parent
    while outer is not None and outer.tag not in _TEXT_OF_FORMULAS:
        if outer.tag == "math":
            return True
        outer = outer.parent
    return False


def _handling(tree: Tree, events: Sequence[str]) -> Iterable[tuple[LexborNode, str]]:
    for node in tree.css(", ".join(f"[{event}]" for event in events)):
        attributes = node.attributes
        for event in events:
            if script := attributes.get(event):
                yield node, script
