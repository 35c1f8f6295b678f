// The crawlers of a run: their table is sorted by its heads, and each site tells how they did on it.
const CRAWLERS = document.getElementById("crawlers-table");

function sortCrawlers(head) {
  const place = head.cellIndex;
  const turn = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
  for (const each of CRAWLERS.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", turn === 1 ? "ascending" : "descending");
  const valueOf = (row) => (place ? row.cells[place].dataset.value : row.cells[0].textContent);
  const rows = [...CRAWLERS.tBodies[0].rows].sort((left, right) => {
    const a = valueOf(left), b = valueOf(right);
    if (!a || !b) return !a - !b;
    return turn * (Number.isNaN(Number(a)) ? collator.compare(a, b) : Number(a) - Number(b));
  });
  CRAWLERS.tBodies[0].append(...rows);
}

if (CRAWLERS) for (const head of CRAWLERS.tHead.rows[0].cells) head.firstElementChild.addEventListener("click", () => sortCrawlers(head));

function crawlersOf(site) {
  if (!site.crawlers || !site.crawlers.length) return "";
  const number = (value, digits = 0) => (value === null || value === undefined ? UNKNOWN : value.toFixed(digits));
  const head = (text, kind) => h("th", { scope: "col", class: kind }, text);
  const cell = (text) => h("td", { class: "num" }, text);
  const rows = [...site.crawlers].sort((a, b) => (b.recall ?? -1) - (a.recall ?? -1)).map((each) => h("tr", {},
    h("th", { scope: "row" }, foreign(each.version ? `${each.name} ${each.version}` : each.name), each.reason ? h("small", { class: "bad" }, " ", foreign(each.reason)) : null),
    cell(percent(each.recall)), cell(number(each.found)), cell(number(each.only)), cell(each.precision ? percent(each.precision.share) : UNKNOWN), cell(number(each.pages)),
    cell(number(each.pages_per_cpu_second, 1)), cell(number(each.peak_memory === null ? null : each.peak_memory / 2 ** 20)), h("td", {}, each.main_cause || "")));
  return h("div", { class: "card scroll", style: "margin:1rem 0" }, h("table", { class: "plain", id: "crawlers-here" }, h("caption", {}, "Crawlers ", h("small", {}, "each by the addresses it printed alone, on this truth")),
    h("thead", {}, h("tr", {}, head("crawler"), ["recall %", "found", "only it", "precision %", "pages", "pages/CPU-s", "peak MiB"].map((text) => head(text, "num")), head("main cause"))),
    h("tbody", {}, rows)));
}
