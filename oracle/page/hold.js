// Holds the page where it is: where it wants to go is written down, and it does not go.
// A page that goes to another document of the server stays what it is until that comes; one that gives itself
// another address draws what belongs there.
function hold(kind, url, same = false) {
  const target = absolute(url, document.baseURI)?.href;
  if (target && rr.held.length < LIMITS.held) rr.held.push({ kind, url: target, same });
  rr.activity += 1;
  wake();
}

// A fragment that is no route by its form may still change the view; only trying tells.
function isRouteFragment(url) {
  return /^#[/!]/.test(absolute(url)?.hash ?? "");
}

window.navigation?.addEventListener("navigate", (event) => {
  const { url, sameDocument } = event.destination;
  if (!rr.holding) {
    if (!sameDocument && event.downloadRequest === null) rr.leaving = url;
    return;
  }
  if (event.hashChange && !isRouteFragment(url)) {
    if (rr.following) return;
    if (event.cancelable) event.preventDefault();
    if (rr.followsFragments()) hold("fragment", url);
    return;
  }
  if (rr.following && event.hashChange) return;
  if (event.cancelable) event.preventDefault();
  if (event.formData) rr.refuse("POST", url);
  else if (event.navigationType !== "reload") hold(event.navigationType, url, sameDocument);
});
window.navigation?.addEventListener("navigateerror", () => {
  rr.leaving = null;
  wake();
});
window.navigation?.addEventListener("navigatesuccess", () => {
  rr.leaving = null;
  wake();
});

// Steps through the history cannot be cancelled by the event.
for (const name of ["back", "forward", "go"]) {
  patch(History.prototype, name, (step) => function stepped(...args) {
    return rr.holding ? undefined : step.apply(this, args);
  });
}

// A window that is opened is where the page wants to go, too; while it loads, browsers block it.
patch(window, "open", () => function open(url = "", target = "") {
  if (url) hold("open", url);
  if (!rr.holding) return null;
  if (["_self", "_top", "_parent"].includes(target)) return window;
  return standIn();
});

// What a script gets for the window that it wanted: its location can be set, and is recorded.
function standIn() {
  const place = new Proxy({ href: "about:blank" }, {
    set: (_, name, value) => {
      if (name === "href") hold("open", value);
      return true;
    },
    get: (fields, name) => {
      if (name === "assign" || name === "replace") return (url) => hold("open", url);
      return fields[name];
    },
  });
  const page = document.implementation.createHTMLDocument("");
  return {
    get location() {
      return place;
    },
    set location(url) {
      hold("open", url);
    },
    closed: false,
    opener: null,
    document: page,
    focus() {},
    blur() {},
    close() {},
    postMessage() {},
    addEventListener() {},
    removeEventListener() {},
  };
}

// Give an attribute another value for as long as the event runs that is about to read it.
function borrow(element, name, value) {
  const own = element.getAttribute(name);
  element.setAttribute(name, value);
  native.setTimeout(() => {
    if (own === null) element.removeAttribute(name);
    else element.setAttribute(name, own);
  }, 0);
}

// A link or form that opens a window of its own goes through this one, where it is held. A script's
// link whose code ends in a string would replace the page by it.
function keepHere(element) {
  const target = element.getAttribute("target") ?? document.querySelector("base[target]")?.target;
  const outer = ["_top", "_parent"].includes(target) && window.parent !== window;
  if (target && target !== "_self" && !outer) borrow(element, "target", "_self");
  const href = element.getAttribute("href");
  if (/^\s*javascript:/i.test(href ?? "")) borrow(element, "href", `${href}%0A;void 0`);
}

function onClick(event) {
  if (!rr.holding) return;
  const link = event.composedPath().find((node) => node.localName === "a" || node.localName === "area");
  if (link) keepHere(link);
}

native.listen.call(window, "click", onClick, true);
native.listen.call(window, "submit", (event) => {
  if (rr.holding && event.target?.localName === "form") keepHere(event.target);
}, true);

// What is not in the page sends its events past the window.
patch(HTMLElement.prototype, "click", (click) => function clicked() {
  if (rr.holding && (this.localName === "a" || this.localName === "area")) keepHere(this);
  return click.call(this);
});

patch(HTMLFormElement.prototype, "submit", (submit) => function submitted() {
  if (rr.holding) keepHere(this);
  return submit.call(this);
});

rr.hold = (holding) => {
  for (const one of windows()) if (one.rr) one.rr.holding = holding;
};
rr.follow = (following) => {
  for (const one of windows()) if (one.rr) one.rr.following = following;
};

rr.take = () => {
  const taken = { held: [], refused: [] };
  for (const one of windows()) {
    if (!one.rr) continue;
    taken.held.push(...one.rr.held.splice(0));
    taken.refused.push(...one.rr.refused.splice(0));
  }
  return taken;
};
