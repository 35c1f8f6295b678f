// Reads served HTML, to tell what stood there from what scripts and actions added.
// Which addresses stand in it: parsed by the browser, run by nobody. A closed shadow root
// that is declared there can be read nowhere else; what it shows is given apart.
// A document that says which frame it came for stood there if the frame itself did.
rr.served = (documents) => {
  const addresses = new Set();
  const closed = new Set();
  const read = ({ text, url }, into) => {
    readServed(new native.Parser().parseFromString(text, "text/html"), url, into, closed);
  };
  let waiting = documents;
  for (let before = -1; waiting.length < before || before < 0;) {
    before = waiting.length;
    const named = new Set([...addresses].map((one) => one.split("#")[0]));
    const stood = ({ frame }) => !frame || named.has(frame);
    waiting.filter(stood).forEach((one) => read(one, addresses));
    waiting = waiting.filter((one) => !stood(one));
  }
  waiting.forEach((one) => read(one, new Set()));
  return pack({ addresses: [...addresses], closed: [...closed] });
};

function readServed(page, url, addresses, closed) {
  const base = absolute(page.querySelector("base[href]")?.getAttribute("href") ?? "", url)?.href ?? url;
  // Resolved by an element of the live page where it can be, for its encoding of queries.
  const live = url === document.baseURI || base === document.baseURI;
  const probe = document.createElement("a");
  const resolve = (raw) => {
    if (live) probe.setAttribute("href", raw);
    const href = live ? probe.href : absolute(raw, base)?.href;
    return href && isWeb(href) ? href : null;
  };
  const known = new Set();
  const heeded = rr.followsFragments();
  const add = (raw, hidden) => {
    if (raw === null) return;
    const cut = keyOf(raw, heeded);
    if (!hidden && known.has(cut)) return;
    known.add(cut);
    const href = resolve(cut);
    if (!href) return;
    addresses.add(href);
    if (hidden) closed.add(href);
  };
  const read = (root, hidden) => {
    for (const element of root.querySelectorAll(LINKS)) {
      if (element.localName === "meta") {
        const target = /url\s*=\s*["']?([^"']*)/i.exec(element.content)?.[1];
        if (target) add(target.trim(), hidden);
        continue;
      }
      const raw = element.getAttribute("href") ?? element.getAttribute("xlink:href");
      add(raw ?? element.getAttribute("src"), hidden);
    }
    for (const template of root.querySelectorAll("template[shadowrootmode]")) {
      read(template.content, hidden || template.getAttribute("shadowrootmode") === "closed");
    }
    for (const frame of root.querySelectorAll("iframe[srcdoc]")) {
      const inner = new native.Parser().parseFromString(frame.getAttribute("srcdoc"), "text/html");
      readServed(inner, base, addresses, closed);
    }
  };
  read(page, false);
}
