"""Says of each cause what would have to change for the route to be found."""

from collections.abc import Mapping

from bench.verdict.causes import Cause

REMEDIES: Mapping[Cause, str] = {
    Cause.SEED_FAILED: "the crawler has to get the root itself; nothing else counts before",
    Cause.REFUSED_WWW: "scope has to take a host with and without www. for one",
    Cause.REFUSED_LANDED: "scope has to follow the root to where it landed",
    Cause.REFUSED_ROBOTS: "the crawler has to read robots.txt as RFC 9309 says: the bench, "
    "for the same token, finds the address allowed",
    Cause.REFUSED_NOFOLLOW: "follow what nofollow marks, or leave it: browsers go there",
    Cause.REFUSED_PATH: "widen the path area of the site's entry, or the crawler's",
    Cause.REFUSED_TRAP: "the trap rule takes an honest address for a trap",
    Cause.REFUSED: "the rule that refused the address has to let it pass",
    Cause.SCHEME: "write the address with the scheme under which the site answers",
    Cause.DEPTH: "raise the depth limit",
    Cause.FETCH_FAILED: "the crawler has to get an answer, as the browser did",
    Cause.SOFT_404: "the soft-404 verdict is wrong: the page has something of its own",
    Cause.FOLDED: "the key has to tell the two addresses apart",
    Cause.ANCESTOR: "find the page that shows it; what that takes is told there",
    Cause.UNREAD: "read the page that shows it: raise the budget, or get it at all",
    Cause.NOT_EXTRACTED: "extract the link: the crawler had its bytes",
    Cause.SCRIPT_TEXT: "read addresses in the text of scripts, and check them",
    Cause.RENDERING: "render the page, or publish the address in HTML or a sitemap",
    Cause.ACTION: "act as a person would, or publish the address in HTML or a sitemap",
    Cause.NAVIGATION: "no link holds the address: publish it in HTML or a sitemap",
    Cause.PAGE_DIFFERED: "the site serves the crawler another page than a browser",
    Cause.VOLATILE: "the address is made anew: it should not be in the truth, or have one name",
    Cause.UNEXPLAINED: "the table of causes lacks a row: please report it",
}
