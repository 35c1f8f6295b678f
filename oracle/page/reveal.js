// Finds what a person would act on, without acting: disclosures, tabs, buttons, whatever listens.
const FIELDS = "input:not([type]), input[type=text], input[type=search], input[type=email], " +
  "input[type=password], input[type=tel], input[type=url], input[type=number], input[type=date], " +
  "input[type=file], textarea";
const MORE = /\b(more|next|older|mehr|weitere|nächste|más|siguiente|plus|suivant|altro|meer|mais|mer)\b|»|›|→/i;
const NEVER = /\b(log ?out|sign ?out|abmelden|déconnexion|cerrar sesión|delete|remove|löschen)\b/i;

const ATTRIBUTES = [...CLICKS, ...HOVERS, ...KEYS].map((type) => `[on${type}]`).join(",");
const CANDIDATES = [
  "summary",
  "button",
  "[aria-expanded]",
  "[aria-haspopup]",
  "[aria-controls]",
  "[role=button]",
  "[role=link]",
  "[role=tab]",
  "[role=menuitem]",
  "[data-toggle]",
  "[data-bs-toggle]",
  "input[type=button]",
  "input[type=submit]",
  "input[type=image]",
  "input[type=checkbox]",
  "input[type=radio]",
  "select",
  "a[href^='#']",
  "a[href='']",
  "a[href^='javascript:' i]",
  ATTRIBUTES,
].join(",");

function hears(element, types) {
  const own = listened.get(element);
  if (own) for (const type of own) if (types.has(type)) return true;
  for (const type of types) if (element.hasAttribute(`on${type}`)) return true;
  return false;
}

function hearsWide(types) {
  for (const type of types) if (wide.has(type)) return true;
  return false;
}

function isTextual(form) {
  return form !== null && form !== undefined && form.querySelector(FIELDS) !== null;
}

// A link to a place in the page is no button, unless it listens itself.
function isPlainAnchor(href) {
  return href.startsWith("#") && href.length > 1;
}

function isNothing(href) {
  return /^javascript:\s*(void\s*\(?\s*0?\s*\)?|;|)\s*;?\s*$/i.test(href);
}

// What to do with an element: a list of kinds, empty where a person would do nothing.
function kindsOf(element) {
  const name = element.localName;
  const kinds = [];
  if (hears(element, HOVERS) || element.hasAttribute("aria-haspopup")) kinds.push("hover");
  if (element.disabled || element.getAttribute("aria-disabled") === "true") return kinds;
  const pressed = pressOf(element, name);
  if (pressed) kinds.push(pressed);
  if (hears(element, KEYS) && element.matches("[role=link], [role=button], [role=menuitem], [tabindex]")) {
    if (!element.matches("input, textarea, select")) kinds.push("key");
  }
  return kinds;
}

function pressOf(element, name) {
  const role = element.getAttribute("role");
  const active = hears(element, CLICKS);
  const toggles = element.matches(
    "[aria-expanded=false], [aria-haspopup], [aria-controls], [data-toggle], [data-bs-toggle]",
  );
  if (name === "summary") return element.parentElement?.open ? null : "disclose";
  if (name === "select") {
    return active || hears(element, new Set(["change"])) || wide.has("change") || element.hasAttribute("onchange")
      ? "choose" : null;
  }
  if (role === "tab") return element.getAttribute("aria-selected") === "true" ? null : "tab";
  if (name === "a" || name === "area") {
    const href = element.getAttribute("href") ?? element.getAttribute("xlink:href");
    if (href !== null && isWeb(element.href) && !href.startsWith("#") && href !== "") {
      return element.matches("[aria-expanded=false]") ? "disclose" : null;
    }
    if (/^javascript:/i.test(href ?? "") && !isNothing(href)) return "click";
    if (active) return "click";
    if (toggles) return "disclose";
    if (href === null || isPlainAnchor(href)) return null;
    return hearsWide(CLICKS) ? "click" : null;
  }
  if (name === "button" || name === "input") {
    const type = element.type;
    if (type === "reset") return null;
    if (type === "submit" || type === "image") {
      const form = element.form;
      if (form) {
        if (form.method === "post" || (isTextual(form) && !active)) return null;
        return isTextual(form) && !MORE.test(element.textContent) ? null : "click";
      }
    }
    if (type === "checkbox" || type === "radio") {
      return active || hears(element, new Set(["change"])) || element.hasAttribute("onchange") ? "click" : null;
    }
    if (name === "input" && !["button", "submit", "image"].includes(type)) return null;
    if (toggles) return "disclose";
    return active || hearsWide(CLICKS) || element.closest(ATTRIBUTES) ? "click" : null;
  }
  if (toggles) return "disclose";
  if (active) return "click";
  if (role === "button" || role === "link" || role === "menuitem") return hearsWide(CLICKS) ? "click" : null;
  return null;
}

let surveyed = new WeakMap(); // element -> kinds already offered
const targets = new Map(); // key -> element
let sequence = 0;

function templateOf(element, kind) {
  const steps = [];
  for (let node = element, up = 0; node?.nodeType === 1 && up < 5; node = node.parentElement, up++) {
    steps.unshift(`${node.localName}.${[...node.classList].slice(0, 4).sort().join(".")}`);
  }
  return `${kind}:${steps.join(">")}`;
}

function isVisible(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

function offer(element, kind, offers) {
  const kinds = surveyed.get(element) ?? new Set();
  if (kinds.has(kind) || consentLayer?.contains(element) || !isVisible(element)) return;
  kinds.add(kind);
  surveyed.set(element, kinds);
  const label = labelOf(element);
  if (NEVER.test(label ?? "")) return;
  const locator = locate(element);
  const more = kind === "click" && MORE.test(label ?? "") ? "more" : kind;
  const key = `${kind}|${locator}|${label ?? ""}`;
  targets.set(key, element);
  sequence += 1;
  offers.push({
    key,
    kind: more,
    label,
    locator,
    template: templateOf(element, kind),
    markup: element.cloneNode(false).outerHTML.slice(0, 500),
    options: element.localName === "select" ? element.options.length : 0,
  });
}

// What can be seen, may be acted on and was not offered before, in document order.
rr.survey = () => {
  const offers = [];
  const seen = new Set();
  for (const root of roots) {
    const extra = [...pointers(root)];
    for (const element of candidates(root)) {
      if (offers.length >= LIMITS.offers) {
        rr.notes.add("too-many-offers");
        return offers;
      }
      for (const kind of kindsOf(element)) offer(element, kind, offers);
      seen.add(element);
    }
    for (const element of extra) {
      if (!seen.has(element) && kindsOf(element).length === 0) offer(element, "click", offers);
    }
  }
  return offers;
};

// In document order. To sort afterwards would compare each with its siblings, which are many at times; to
// look at every element is dear, so only those are that are called as one which listens.
function* candidates(root) {
  const names = new Set();
  for (const element of listened.keys()) if (!element.matches(CANDIDATES)) names.add(CSS.escape(element.localName));
  const some = names.size > 0;
  for (const element of root.querySelectorAll(some ? `${CANDIDATES},${[...names].join()}` : CANDIDATES)) {
    if (!some || listened.has(element) || element.matches(CANDIDATES)) yield element;
  }
}
