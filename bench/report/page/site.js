// One site's view: its figures, its misses by cause, and its routes as a tree.
const SHOWN = 100;

function factsOf(site, pack) {
  const precision = site.precision ? `${percent(site.precision.share)} % (${percent(site.precision.low)} to ${percent(site.precision.high)}, of ${site.precision.sample})` : null;
  const share = (value) => (value === null || value === undefined ? null : `${percent(value)} %`);
  const counts = (told) => Object.entries(told || {}).map(([name, count]) => `${name} ${count}`).join(", ") || null;
  return [
    ["found", site.truth === null ? null : `${site.found} of ${site.truth}`], ["fetched alive", share(site.recall_verified)], ["with forbidden routes", share(site.recall_all)],
    ["level 1", share(site.recall_by_level["1"])], ["level 2", share(site.recall_by_level["2"])], ["expected", share(site.expected)],
    ["homepage alone", share(site.home_static)], ["sitemap alone", share(site.sitemap_only)], ["links alone", share(site.links_only)],
    ["precision", precision], ["oracle coverage", site.coverage ? `${share(site.coverage.share)}${site.weak_truth ? ", weak truth" : ""}` : null],
    ["matched", counts(site.tiers)], ["regressions", counts(site.regressions)], ["forbidden", site.forbidden || null], ["left out of the truth", counts(pack && pack.excluded)],
    ["oracle's passes", pack && pack.passes], ["crawl ended by", pack && pack.stop], ["seconds", Object.entries(site.seconds || {}).map(([name, took]) => `${name} ${Math.round(took * 10) / 10}`).join(", ") || null],
  ].filter(([, value]) => value !== null && value !== undefined);
}

function missesOf(pack, site) {
  const lost = new Map(pack.causes.map((cause) => [cause, []]));
  for (let n = 0; n < pack.states.length; n += 1) if (pack.states[n] === "m") lost.get(causeOf(pack, n)).push(n);
  const groups = [...lost].filter(([, numbers]) => numbers.length).map(([cause, numbers], place) => {
    const box = h("details", { class: "cause", open: place === 0 }, h("summary", {}, `${cause} `, h("small", { class: "dim" }, numbers.length)));
    const add = (from) => {
      for (const n of numbers.slice(from, from + SHOWN)) {
        const miss = h("details", { class: "miss", "data-miss": n }, h("summary", {}, foreign(pack.urls[n], "bdi", { class: "mono" })));
        miss.addEventListener("toggle", () => { if (miss.open && miss.children.length === 1) miss.append(storyOf(pack, n, site)); });
        box.append(miss);
      }
      const left = numbers.length - from - SHOWN;
      if (left > 0) box.append(h("button", { type: "button", class: "link", onclick: (event) => { event.target.remove(); add(from + SHOWN); } }, `show ${Math.min(left, SHOWN)} of ${left} more`));
    };
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) add(0); });
    if (place === 0) add(0);
    return box;
  });
  return groups.length ? groups : [h("p", { class: "good" }, "No route was missed.")];
}

function routesOf(pack, site) {
  const kinds = [["all", () => true], ["missed", (state) => state === "m"], ["found", (state) => state === "v" || state === "u"], ["forbidden", (state) => state === "x"]];
  const place = h("div");
  const chips = kinds.map(([name, fits]) => {
    const count = [...pack.states].filter(fits).length;
    return h("button", { type: "button", class: "chip", "aria-pressed": String(name === "all"), disabled: !count && name !== "all", onclick: (event) => pick(event.target) }, `${name} ${count}`);
  });
  const words = h("input", { type: "search", placeholder: "Search routes", "aria-label": "Search routes", spellcheck: "false", oninput: () => show() });
  const said = h("p", { class: "dim", role: "status" });
  function pick(chip) {
    for (const each of chips) each.setAttribute("aria-pressed", String(each === chip));
    show();
  }
  function show() {
    const fits = kinds[chips.findIndex((chip) => chip.getAttribute("aria-pressed") === "true")][1];
    const word = words.value.trim().toLowerCase();
    const numbers = pack.urls.map((_, n) => n).filter((n) => fits(pack.states[n]) && (!word || pack.urls[n].toLowerCase().includes(word)));
    said.textContent = `${numbers.length} of ${pack.urls.length} routes`;
    place.replaceChildren(treeOf(pack, numbers, site));
  }
  show();
  const legend = h("div", { class: "legend" }, Object.values(STATES).filter((each, n) => n !== 1).map((each) => h("span", {}, h("b", {}, each.sign), each.kind === "found" ? "found" : each.kind === "miss" ? "missed" : "forbidden by robots.txt")));
  return h("section", { class: "card", "aria-labelledby": "routes-head" }, h("h2", { id: "routes-head", style: "margin:0 0 .3rem" }, "Routes"), legend, h("div", { class: "filter" }, chips, words), said, place);
}

async function showSite(number) {
  const site = RUN.sites[number];
  const view = byId("site");
  const pack = await unpack(number);
  const troubles = [site.unscored && `not scored: ${site.unscored}`, site.failure && `the crawl failed, and counts 0: ${site.failure}`, !site.comparable && "cut by seconds: not comparable with another run", site.sampled && "sampled: the oracle's visit budget ended before the site did"].filter(Boolean);
  const facts = factsOf(site, pack);
  const past = RUN.trend.sites[site.name] || [];
  const history = past.filter((share) => share !== null).length > 1 ? h("div", { class: "chart" }) : null;
  const head = h("h1", { id: "site-head", tabindex: -1 }, foreign(site.name));
  view.replaceChildren(
    h("a", { href: "#sites" }, "← all sites"), head,
    h("p", { class: "dim" }, h("span", { class: `pill s-${site.status.replace(" ", "-")}` }, site.status), " ", site.group ? foreign(site.group) : null, pack && pack.root ? [" · ", address(pack.root)] : null, pack && pack.landed && pack.landed !== pack.root ? [" → ", address(pack.landed)] : null),
    troubles.length ? h("ul", { class: "card alert" }, troubles.map((each) => foreign(each, "li"))) : "",
    h("div", { class: "card", style: "margin:1rem 0" }, h("dl", { class: "facts" },
      h("div", { class: "lead" }, h("dt", {}, "recall"), h("dd", {}, percent(site.recall), site.recall === null ? "" : h("small", {}, " %"))),
      facts.map(([name, value]) => h("div", {}, h("dt", {}, name), foreign(String(value), "dd")))), history),
    crawlersOf(site),
    pack && pack.urls.length ? h("div", { class: "split" },
      h("section", { class: "card", "aria-labelledby": "misses-head" }, h("h2", { id: "misses-head", style: "margin:0 0 .5rem" }, "Misses"), missesOf(pack, site)),
      routesOf(pack, site)) : h("p", { class: "dim" }, "No routes are known of this site."),
  );
  if (history) draw(history, (width) => line(past, width, 150, RUN.trend.moved[site.name] || []), past.map(percent));
  return head;
}
