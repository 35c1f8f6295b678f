// Draws the charts, by Observable Plot, again whenever their place changes its width.
const SHADE = { perfect: "var(--found)", misses: "var(--warn)", none: "var(--off)" };
const HUNDRED = { domain: [0, 100], grid: true, label: null };

const CHARTS = {
  bands: (width) => Plot.plot({
    width, height: 230, marginBottom: 30, marginTop: 22,
    x: { domain: RUN.bands.map((each) => each.band), label: null, tickSize: 0 },
    y: { axis: null },
    marks: [
      Plot.barY(RUN.bands, { x: "band", y: "sites", rx: 4, insetLeft: 3, insetRight: 3, fill: (each, i) => i === 0 ? SHADE.perfect : each.band === "none" ? SHADE.none : i > 3 ? "var(--miss)" : SHADE.misses }),
      Plot.text(RUN.bands, { x: "band", y: "sites", text: (each) => each.sites || "", dy: -9, fill: "var(--ink)", fontWeight: 600, fontSize: 13 }),
      Plot.ruleY([0], { stroke: "var(--line)" }),
    ],
  }),
  channels: (width) => bars(RUN.channels, width, CHANNEL),
  levels: (width) => bars(RUN.levels, width, LEVEL),
  causes: (width) => Plot.plot({
    width, height: Math.max(90, 26 * RUN.causes.length + 20), marginLeft: 132, marginRight: 44, marginTop: 4, marginBottom: 16,
    x: { axis: null }, y: { label: null, tickSize: 0, domain: RUN.causes.map((each) => each.cause) },
    marks: [
      Plot.barX(RUN.causes, { y: "cause", x: "misses", fill: (each) => each.cause === "ancestor" ? "var(--off)" : "var(--miss)", rx: 4, insetTop: 3, insetBottom: 3 }),
      Plot.text(RUN.causes, { y: "cause", x: "misses", text: (each) => `${each.misses}`, textAnchor: "start", dx: 6, fill: "var(--ink)", fontWeight: 600 }),
    ],
  }),
  history: (width) => line(RUN.trend.means, width, 220, []),
};

const CHANNEL = { "homepage alone": (site) => site.home_static, "sitemap alone": (site) => site.sitemap_only, "links alone": (site) => site.links_only, "all together": (site) => site.recall };
const LEVEL = { "level 1": (site) => site.recall_by_level["1"], "level 2": (site) => site.recall_by_level["2"] };

function bars(parts, width, read) {
  const dots = parts.flatMap((part) => RUN.sites.map((site) => ({ label: part.label, site: site.name, share: site.recall === null ? null : read[part.label](site) })).filter((dot) => typeof dot.share === "number"));
  return Plot.plot({
    width, height: 52 * parts.length + 34, marginLeft: 112, marginRight: 52, marginTop: 4,
    x: HUNDRED, y: { label: null, tickSize: 0, domain: parts.map((each) => each.label) },
    marks: [
      Plot.barX(parts, { y: "label", x: (each) => 100 * each.recall, fill: "var(--accent)", fillOpacity: .22, rx: 4, insetTop: 5, insetBottom: 5 }),
      Plot.dot(dots, { y: "label", x: (dot) => 100 * dot.share, r: 2.6, fill: "var(--accent)", fillOpacity: .55, title: (dot) => `${dot.site}\n${percent(dot.share)} %`, tip: true }),
      Plot.tickX(parts, { y: "label", x: (each) => 100 * each.recall, stroke: "var(--accent)", strokeWidth: 2.5, insetTop: 3, insetBottom: 3 }),
      Plot.text(parts, { y: "label", x: 100, frameAnchor: "right", text: (each) => percent(each.recall), textAnchor: "start", dx: 10, fill: "var(--ink)", fontWeight: 600, fontSize: 13 }),
    ],
  });
}

function line(shares, width, height, moved) {
  const points = RUN.trend.runs.map((run, n) => ({ ...run, n, share: shares[n], moved: moved[n] })).filter((each) => each.share !== null);
  const low = Math.min(...points.map((each) => each.share)) * 100;
  return Plot.plot({
    width, height, marginLeft: 40, marginBottom: 28, marginRight: 20,
    x: { domain: RUN.trend.runs.map((each) => each.run), type: "point", label: null, tickFormat: () => "", tickSize: 0 },
    y: { domain: [Math.max(0, Math.floor(low - 2)), 100], grid: true, label: null, ticks: 5 },
    marks: [
      Plot.lineY(points, { x: "run", y: (each) => 100 * each.share, stroke: "var(--accent)", strokeWidth: 2 }),
      Plot.dot(points, { x: "run", y: (each) => 100 * each.share, r: 4, fill: (each) => each.moved ? "var(--card)" : "var(--accent)", stroke: "var(--accent)", strokeWidth: 2, title: (each) => `${each.started}\n${percent(each.share)} %${each.moved ? "\nanother truth than before" : ""}`, tip: true }),
      Plot.text(points.slice(-1), { x: "run", y: (each) => 100 * each.share, text: (each) => `${percent(each.share)} %`, dy: -14, fill: "var(--ink)", fontWeight: 600, fontSize: 13 }),
      Plot.text(points.slice(0, 1), { x: "run", frameAnchor: "bottom", dy: 18, textAnchor: "start", text: day, fill: "var(--dim)" }),
      Plot.text(points.slice(1).slice(-1), { x: "run", frameAnchor: "bottom", dy: 18, textAnchor: "end", text: day, fill: "var(--dim)" }),
    ],
  });
}

const day = (run) => (run.started || "").slice(0, 10);

const SAID = {
  bands: () => RUN.bands.map((each) => `${each.band}: ${each.sites}`),
  channels: () => RUN.channels.map((each) => `${each.label}: ${percent(each.recall)} %`),
  levels: () => RUN.levels.map((each) => `${each.label}: ${percent(each.recall)} %`),
  causes: () => RUN.causes.map((each) => `${each.cause}: ${each.misses}`),
  history: () => RUN.trend.means.map((share, n) => `${RUN.trend.runs[n].started}: ${percent(share)} %`),
};

function draw(place, make, said) {
  let drawn = 0;
  const observer = new ResizeObserver(() => {
    const width = Math.floor(place.clientWidth);
    if (!width || width === drawn) return;
    drawn = width;
    const chart = make(width);
    // The library names its groups of marks; within an image that only disturbs.
    for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-label", said.join("; "));
    place.replaceChildren(chart);
  });
  observer.observe(place);
  return observer;
}

for (const place of document.querySelectorAll("[data-chart]")) {
  const name = place.dataset.chart;
  if (name in RUN && !RUN[name].length) place.replaceChildren(h("p", { class: "dim" }, "Nothing to draw."));
  else draw(place, CHARTS[name], SAID[name]());
}
