"""The root of a site as browser and request stack saw it, under a name that stays.

A root that sends each client to an address of its own (`/?sid=3f9a…`) lands elsewhere in every
run; its landed address is then told with `*` for the token, as all volatile ones are.
"""

from dataclasses import dataclass, replace

from oracle.likeness.tokens import bears_token, mask
from oracle.liveness.answer import Answer
from oracle.reach import Reach
from oracle.routes.assemble import Roots
from oracle.routes.intake import named
from oracle.routes.visit import Visit
from oracle.scope import Scope
from oracle.url import document, identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """The landed root: its name, an address that opens it, and how it showed itself.

    `restless` holds the masked address of a root that lands at another token each time.
    """

    landed: str
    loadable: str
    home: Visit
    answer: Answer
    roots: Roots
    restless: frozenset[str] = frozenset()


async def rooted(asked: str, home: Visit, reach: Reach, *, scope: Scope) -> Root:
    """Look at the root a second time, by the request stack, and name it."""
    landed = identity(home.final_url) or asked
    if bears_token(landed) and await _moves(asked, landed, reach, scope):
        return _restless(asked, landed, home, await reach.client.fetch(asked, admit=scope.holds))
    answer = await reach.client.fetch(document(landed), admit=scope.holds)
    passed = {url for hop in (*home.redirects, *answer.hops) for url in hop}
    known = frozenset({asked, landed, answer.final_url, *passed})
    return Root(
        landed=landed,
        loadable=landed,
        home=home,
        answer=answer,
        roots=Roots(landed=landed, known=known),
    )


async def _moves(asked: str, landed: str, reach: Reach, scope: Scope) -> bool:
    """Whether another client lands at another token: the stack, or the browser as a new one."""
    answer = await reach.client.fetch(document(asked), admit=scope.holds)
    if mask(answer.final_url) == mask(landed):
        return answer.final_url != landed
    await reach.visitor.reset()
    final = identity((await reach.visitor.render(asked)).final_url) or asked
    return final != landed and mask(final) == mask(landed)


def _restless(asked: str, landed: str, home: Visit, answer: Answer) -> Root:
    name = mask(landed)
    home = named(home, {name})
    hops = tuple((mask(source), mask(target)) for source, target in answer.hops)
    answer = replace(answer, final_url=document(name), hops=hops)
    passed = {url for hop in (*home.redirects, *hops) for url in hop}
    return Root(
        landed=name,
        loadable=asked,
        home=home,
        answer=answer,
        roots=Roots(landed=name, known=frozenset({asked, name, *passed}), restless=name),
        restless=frozenset({name}),
    )
