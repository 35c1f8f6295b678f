// Collects every address that the page shows, from the first element on; what vanished counts.
const LINKS = "a[*|href], area[href], iframe[src], frame[src], meta[http-equiv=refresh i]";
const found = new Map(); // address -> the element that showed it first
const reported = new Set(); // what has been told of, by its key
const roots = new Set();
let met = new WeakMap(); // element -> how its address was written when it was taken last
let stale = true; // whether anything may have come since the addresses were read last
let base = ""; // what relative addresses were resolved against then
let inspected = -1; // the changes up to which declared shadow roots were looked for

// A page names the same few addresses over and over, and to parse one is dear.
const judged = new Map(); // address -> whether it can be gone to
function isWeb(href) {
  let web = judged.get(href);
  if (web === undefined) {
    web = /^https?:/i.test(href) && native.canParse(href);
    if (judged.size < LIMITS.links) judged.set(href, web);
  }
  return web;
}

// A page may have thousands of links to places in others: one of each page is enough, unless the page
// heeds fragments, or they are routes by their form.
function keyOf(url, heeded = rr.followsFragments()) {
  const cut = url.indexOf("#");
  if (cut < 0 || url[cut + 1] === "/" || url[cut + 1] === "!" || heeded) return url;
  return url.slice(0, cut);
}

// `5; url=/next` -> { delay, target }; no target means that the page reloads itself.
function refreshOf(meta) {
  const match = /^\s*(\d+)(?:\.\d*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(.*))?$/is.exec(meta.content ?? "");
  if (!match) return null;
  const target = (match[2] ?? "").trim().replace(/^(["'])(.*?)\1.*$/s, "$2");
  return { delay: Number(match[1]), target: target ? absolute(target, meta.baseURI)?.href : null };
}

function address(element) {
  const name = element.localName;
  let href;
  if (name === "meta") href = refreshOf(element)?.target;
  else if (name === "iframe" || name === "frame") href = element.src;
  else href = element.href;
  if (href && typeof href !== "string") href = absolute(href.baseVal, element.baseURI)?.href; // SVG
  return href && isWeb(href) ? href : null;
}

function written(element) {
  return element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? element.getAttribute("src") ?? element.content;
}

function take(element, href = address(element)) {
  met.set(element, written(element));
  if (!href || found.has(href)) return;
  if (found.size >= LIMITS.links) {
    rr.notes.add("too-many-links");
    return;
  }
  found.set(href, element);
  rr.linked += 1;
  rr.activity += 1;
}

// Each element is in the record of everything that it came with.
function meet(element) {
  if (met.get(element) !== written(element)) take(element);
}

function takeTree(node) {
  if (node.matches(LINKS)) meet(node);
  if (node.firstElementChild) node.querySelectorAll(LINKS).forEach(meet);
}

function onRecords(records) {
  if (records.length > 0) stale = true;
  const covered = new Set(); // nodes whose trees were gone through with that of a node above
  for (const record of records) {
    if (record.type === "attributes") {
      if (record.target.matches(LINKS)) take(record.target);
      continue;
    }
    for (const node of record.addedNodes) {
      if (node.nodeType !== 1) continue;
      if (!covered.has(node.parentNode)) takeTree(node);
      covered.add(node);
      rr.activity += 1;
      rr.changes += 1;
      expect(node);
    }
    for (const node of record.removedNodes) if (node.nodeType === 1) rr.changes += 1;
  }
  wake();
}

const watcher = new MutationObserver(onRecords);

function watch(root) {
  roots.add(root);
  stale = true;
  watcher.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["href", "xlink:href", "src", "content"],
  });
}

let watched = document;
watch(document);
patch(Element.prototype, "attachShadow", (attach) => function attachShadow(options) {
  const root = attach.call(this, options);
  watch(root);
  return root;
});

// Shadow roots that the parser made never went through attachShadow.
function findDeclared() {
  if (inspected === rr.changes) return;
  inspected = rr.changes;
  for (const root of roots) { // grows meanwhile
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot && !roots.has(element.shadowRoot)) watch(element.shadowRoot);
    }
  }
}

// The value of an SVG link's address may change behind the watcher's back.
function isStale() {
  return stale || base !== document.baseURI || document.querySelector("svg a") !== null;
}

// The first element in the page's order for each address that was not reported before.
function unreported() {
  const first = new Map();
  const heeded = rr.followsFragments();
  for (const root of roots) {
    for (const element of root.querySelectorAll(LINKS)) {
      const href = address(element);
      take(element, href);
      if (href && !first.has(href) && !reported.has(keyOf(href, heeded))) first.set(href, element);
    }
  }
  return first;
}

// The addresses not reported before. A label is read now, not when the parser had just begun the element.
rr.drain = () => {
  if (watched !== document) rr.renew();
  onRecords(watcher.takeRecords());
  findDeclared();
  if (!isStale()) return [];
  const first = unreported();
  stale = false;
  base = document.baseURI;
  const links = [];
  const heeded = rr.followsFragments();
  for (const [url, element] of found) {
    const key = keyOf(url, heeded);
    if (reported.has(key)) continue;
    reported.add(key);
    const shown = first.get(url) ?? element;
    links.push({ url, label: labelOf(shown), locator: shown.isConnected ? locate(shown) : null });
  }
  return links;
};

// Begin the report anew, with what was found kept.
rr.restart = () => {
  reported.clear();
  stale = true;
  surveyed = new WeakMap();
};

rr.renew = () => {
  if (watched === document) return;
  watched = document;
  found.clear();
  roots.clear();
  met = new WeakMap();
  inspected = -1;
  rr.restart();
  watch(document);
};

// A frame in which scripts may not run is still open to the eye of its parent.
function readSilent(view) {
  const links = [];
  for (const element of view.document.querySelectorAll(LINKS)) {
    const url = address(element);
    if (!url || reported.has(keyOf(url))) continue;
    reported.add(keyOf(url));
    links.push({ url, label: labelOf(element), locator: locate(element) });
  }
  return links;
}

rr.links = () => {
  const links = [];
  for (const one of windows()) links.push(...(one.rr ? one.rr.drain() : readSilent(one.window)));
  return links;
};
