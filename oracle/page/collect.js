// Collects every address that the page shows, from the first element on; what vanished counts.
const LINKS = "a[*|href], area[href], iframe[src], frame[src], meta[http-equiv=refresh i]";
const found = new Map(); // address -> the element that showed it first
const reported = new Set();
const roots = new Set();
const sound = new Map(); // href property -> whether it is an http address

function isWeb(href) {
  let answer = sound.get(href);
  if (answer === undefined) {
    const url = /^https?:/i.test(href) ? absolute(href) : null;
    answer = url !== null && url.hostname !== "";
    sound.set(href, answer);
  }
  return answer;
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

function take(element) {
  const href = address(element);
  if (!href || found.has(href)) return;
  if (found.size >= LIMITS.links) {
    rr.notes.add("too-many-links");
    return;
  }
  found.set(href, element);
  rr.linked += 1;
  rr.activity += 1;
}

function takeTree(node) {
  if (node.nodeType !== 1) return;
  if (node.matches(LINKS)) take(node);
  if (node.firstElementChild) node.querySelectorAll(LINKS).forEach(take);
}

function onRecords(records) {
  for (const record of records) {
    if (record.type === "attributes") {
      if (record.target.matches(LINKS)) take(record.target);
      continue;
    }
    for (const node of record.addedNodes) {
      takeTree(node);
      if (node.nodeType === 1) {
        rr.activity += 1;
        rr.changes += 1;
        expect(node);
      }
    }
    for (const node of record.removedNodes) if (node.nodeType === 1) rr.changes += 1;
  }
  wake();
}

const watcher = new MutationObserver(onRecords);

function watch(root) {
  roots.add(root);
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
  for (const root of [...roots]) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot && !roots.has(element.shadowRoot)) watch(element.shadowRoot);
    }
  }
}

// The addresses not reported before. A label is read now, not when the parser had just begun the element.
rr.drain = () => {
  if (watched !== document) rr.renew();
  onRecords(watcher.takeRecords());
  findDeclared();
  const first = new Map();
  for (const root of roots) {
    for (const element of root.querySelectorAll(LINKS)) {
      take(element);
      const href = address(element);
      if (href && !reported.has(href) && !first.has(href)) first.set(href, element);
    }
  }
  const links = [];
  for (const [url, element] of found) {
    if (reported.has(url)) continue;
    reported.add(url);
    const shown = first.get(url) ?? element;
    links.push({ url, label: labelOf(shown), locator: shown.isConnected ? locate(shown) : null });
  }
  return links;
};

// Begin the report anew, with what was found kept.
rr.restart = () => {
  reported.clear();
  surveyed = new WeakMap();
};

rr.renew = () => {
  if (watched === document) return;
  watched = document;
  found.clear();
  roots.clear();
  rr.restart();
  watch(document);
};

// A frame in which scripts may not run is still open to the eye of its parent.
function readSilent(view) {
  const links = [];
  for (const element of view.document.querySelectorAll(LINKS)) {
    const url = address(element);
    if (!url || reported.has(url)) continue;
    reported.add(url);
    links.push({ url, label: labelOf(element), locator: locate(element) });
  }
  return links;
}

rr.links = () => {
  const links = [];
  for (const one of windows()) links.push(...(one.rr ? one.rr.drain() : readSilent(one.window)));
  return links;
};
