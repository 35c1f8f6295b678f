// Learns what the page listens for, and where: without listeners nothing there is to be clicked.
const CLICKS = new Set(["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchend"]);
const HOVERS = new Set(["mouseenter", "mouseover", "pointerenter", "pointerover", "mousemove"]);
const KEYS = new Set(["keydown", "keyup", "keypress"]);
const SCROLLS = new Set(["scroll", "scrollend", "wheel"]);
const listened = new Map(); // element -> types it listens for
const wide = new Set(); // types that document, window or body listen for
rr.observing = false; // whether the page watches what scrolls into view

function heed(target, type) {
  if (SCROLLS.has(type)) rr.observing = true;
  if (target?.nodeType !== 1 || target === document.body || target === document.documentElement) {
    wide.add(type);
    return;
  }
  if (!CLICKS.has(type) && !HOVERS.has(type) && !KEYS.has(type) && type !== "change") return;
  if (!listened.has(target)) {
    if (listened.size >= LIMITS.links) return;
    listened.set(target, new Set());
  }
  listened.get(target).add(type);
}

patch(EventTarget.prototype, "addEventListener", (add) => function addEventListener(type, ...rest) {
  heed(this ?? window, type);
  return add.call(this ?? window, type, ...rest);
});

// Handlers given as properties: element.onclick = …
for (const owner of [HTMLElement.prototype, SVGElement.prototype, Document.prototype, window]) {
  for (const type of [...CLICKS, ...HOVERS, ...KEYS, "change", "scroll", "hashchange", "popstate"]) {
    const property = Object.getOwnPropertyDescriptor(owner, `on${type}`);
    if (!property?.set || !property.configurable) continue;
    Object.defineProperty(owner, `on${type}`, {
      ...property,
      set(handler) {
        if (typeof handler === "function") heed(this ?? window, type);
        property.set.call(this ?? window, handler);
      },
    });
  }
}

heedNew("IntersectionObserver", () => {
  rr.observing = true;
});

rr.followsFragments = () => {
  const body = document.body;
  return ["hashchange", "popstate"].some((type) => wide.has(type) || body?.hasAttribute(`on${type}`));
};
