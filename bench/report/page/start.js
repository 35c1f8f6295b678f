// Which view is shown follows the address after the #, so that the way back works.
let drawnSite = -1;

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

async function route() {
  const wanted = /^#site\/(.+)$/.exec(location.hash);
  const number = wanted ? RUN.sites.findIndex((site) => site.name === decoded(wanted[1])) : -1;
  const head = number >= 0 ? await showSite(number) : null;
  const left = drawnSite;
  drawnSite = number;
  byId("site").hidden = number < 0;
  byId("run").hidden = number >= 0;
  document.title = number < 0 ? "Route Recall" : `${RUN.sites[number].name} · Route Recall`;
  if (head) {
    scrollTo({ top: 0, behavior: "instant" });
    head.focus({ preventScroll: true });
  } else if (left >= 0) {
    // Back in the table, where one came from.
    const link = ROWS.find((row) => Number(row.dataset.site) === left).querySelector("a");
    const to = document.getElementById(location.hash.slice(1));
    if (to && location.hash !== "#sites") to.scrollIntoView();
    else link.focus();
  }
}

addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !typing && !byId("run").hidden) {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "Escape" && !byId("site").hidden && !typing) location.hash = "#sites";
});
route();
