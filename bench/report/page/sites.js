// The table of sites: sorted by its heads, narrowed by words, group, standing and cause.
const BODY = document.querySelector("#table tbody");
const ROWS = [...BODY.rows];
const HEADS = [...document.querySelectorAll("#table th[data-key]")];
const siteOf = (row) => RUN.sites[Number(row.dataset.site)];
const collator = new Intl.Collator("en", { numeric: true });

function valueOf(site, key) {
  if (key === "coverage") return site.coverage ? site.coverage.share : null;
  return site[key] ?? null;
}

// What is unknown stands last, whichever way the column is sorted.
function compare(left, right, key, turn) {
  const a = valueOf(left, key), b = valueOf(right, key);
  if (a === null || b === null) return (a === null) - (b === null);
  return turn * (typeof a === "number" ? a - b : collator.compare(a, b));
}

function sort(head) {
  const turn = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const each of HEADS) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", turn === 1 ? "ascending" : "descending");
  order(head.dataset.key, turn);
}

function order(key, turn) {
  ROWS.sort((a, b) => compare(siteOf(a), siteOf(b), key, turn) || a.dataset.site - b.dataset.site);
  BODY.append(...ROWS);
}

function narrow() {
  const words = byId("search").value.trim().toLowerCase().split(/\s+/);
  const [group, status, cause] = ["group", "status", "cause"].map((id) => byId(id).value);
  let shown = 0;
  for (const row of ROWS) {
    const site = siteOf(row);
    const text = row.textContent.toLowerCase();
    row.hidden = !(
      words.every((word) => text.includes(word)) &&
      (!group || (site.group || "no group") === group) &&
      (!status || site.status === status) &&
      (!cause || cause in site.misses_by_cause)
    );
    shown += !row.hidden;
  }
  byId("none").hidden = shown > 0;
  byId("shown").textContent = `${shown} of ${ROWS.length} sites shown`;
}

function offer(id, values) {
  const counted = new Map();
  for (const value of values) counted.set(value, (counted.get(value) || 0) + 1);
  for (const [value, count] of [...counted].sort(([a], [b]) => collator.compare(a, b))) {
    byId(id).append(h("option", { value }, `${value} (${count})`));
  }
  byId(id).addEventListener("change", narrow);
}

offer("group", RUN.sites.map((site) => site.group || "no group"));
offer("status", RUN.sites.map((site) => site.status));
offer("cause", RUN.sites.flatMap((site) => Object.keys(site.misses_by_cause)));
for (const head of HEADS) head.firstElementChild.addEventListener("click", () => sort(head));
byId("search").addEventListener("input", narrow);
byId("tools").addEventListener("submit", (event) => {
  event.preventDefault();
  BODY.querySelector("tr:not([hidden]) a")?.click();
});
byId("clear").addEventListener("click", () => {
  byId("tools").reset();
  narrow();
  byId("search").focus();
});
if (!RUN.sites.some((site) => site.coverage)) document.querySelectorAll('[data-key="coverage"], [data-label="oracle %"]').forEach((cell) => { cell.hidden = true; });
order("recall", 1);
narrow();
