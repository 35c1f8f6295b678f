// Tells the story of one route: what the oracle saw, what the crawler did, what stood in the way.
const STATES = {
  v: { sign: "✓", word: "found, fetched alive", kind: "found" },
  u: { sign: "✓", word: "found, listed unverified", kind: "found" },
  m: { sign: "✗", word: "missed", kind: "miss" },
  x: { sign: "⊘", word: "forbidden by robots.txt, counted apart", kind: "off" },
};
const TIERS = { e: "exact", s: "spelling", v: "variant", r: "redirect" };
const causeOf = (pack, n) => pack.causes["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(pack.cause[n])];

function storyOf(pack, n, site) {
  const state = STATES[pack.states[n]];
  const told = pack.stories[n];
  const rows = [["route", address(pack.urls[n])], ["state", `${state.word} · level ${pack.levels[n]}${pack.tiers[n] in TIERS ? ` · matched: ${TIERS[pack.tiers[n]]}` : ""}`]];
  if (pack.states[n] === "m") rows.push(["cause", h("b", {}, causeOf(pack, n))], ...missed(told, pack.urls[n], site));
  return h("dl", { class: `story ${state.kind}` }, rows.flatMap(([term, content]) => [h("dt", {}, term), h("dd", {}, content)]));
}

function missed(told, url, site) {
  if (!told) return [["story", ["not kept here: ", h("code", {}, `bench misses ${site.name} --url `), foreign(url, "bdi", { class: "mono" })]]];
  const list = (items, tag = "ul") => h(tag, {}, items.map((item) => h("li", {}, item)));
  const rows = [["why", foreign(told.why || "")]];
  if (told.chain) rows.push(["the way up", list(told.chain.map(([page, cause, why]) => [address(page), " ", h("b", {}, cause), " ", foreign(why || "")]), "ol")]);
  if (told.root) rows.push(["goes back to", h("b", {}, told.root)]);
  if (told.also) rows.push(["also", list(told.also.map(([cause, why]) => [h("b", {}, cause), " ", foreign(why || "")]))]);
  rows.push(["oracle", told.seen ? list([...told.seen.map((each) => foreign(each)), ...(told.more ? [`and ${told.more} more sightings`] : [])]) : "no sighting is kept"]);
  rows.push(["crawler", told.met ? list(told.met.map((each) => foreign(each))) : "never met it"]);
  if (told.change) rows.push(["to find it", foreign(told.change)]);
  return rows;
}
