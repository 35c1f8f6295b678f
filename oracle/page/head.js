// Opens the bundle: one set of hooks a window, put in before any script of the page runs.
// The files of this folder are joined into one function body; what they share is `rr`.
const KEY = "%KEY%";

// An empty frame that was looked into and moves on to a page of its parent's origin keeps its window.
if (window[KEY]) {
  window[KEY].renew();
  return;
}

const LIMITS = {
  links: 20000, // addresses kept a window
  label: 120, // characters of a label
  text: 50000, // characters of visible text
  chain: 3000, // ms: a chain of one-shot timers of up to this length counts as activity
  request: 5000, // ms: an older request counts as a long poll
  polls: 3, // repetitions of one request before it counts as polling
  spread: 30, // the same, of requests that differ in their query or body
  rounds: 10, // rounds of one timer function before it counts as polling
  reply: 2000, // ms that a worker may take to answer
  load: 10000, // ms that the load event may take after the document is parsed
  restless: 2000, // ms for which new elements without new links hold a page up
  idle: 250, // ms that an idle moment may be late
  frames: 2000, // ms that two frames may take on a busy machine
  offers: 1000, // elements that are offered at once
  held: 500, // navigations and refusals kept
  dialogs: 10, // dialogs of one window that are shown
  refresh: 5, // s: a later refresh is a link, not a redirect
};

// The page may replace any of these later; the bundle goes on with what the browser gave.
const native = {
  now: performance.now.bind(performance),
  setTimeout: window.setTimeout.bind(window),
  clearTimeout: window.clearTimeout.bind(window),
  microtask: window.queueMicrotask.bind(window),
  frame: window.requestAnimationFrame.bind(window),
  idle: window.requestIdleCallback.bind(window),
  listen: EventTarget.prototype.addEventListener,
  source: Function.prototype.toString,
  stringify: JSON.stringify,
  isArray: Array.isArray,
  keys: Object.keys,
  style: window.getComputedStyle.bind(window),
  Channel: window.MessageChannel,
  URL: window.URL,
  canParse: window.URL.canParse.bind(window.URL),
  Parser: window.DOMParser,
};

const rr = {
  holding: false, // navigation is held, unsafe requests are refused
  following: false, // a change of the fragment is let through although navigation is held
  leaving: null, // where the page is on its way to
  activity: 0, // grows with whatever may bring links
  changes: 0, // grows with whatever changes the tree of elements
  linked: 0, // grows with new addresses
  held: [],
  refused: [],
  notes: new Set(),
};
Object.defineProperty(window, KEY, { value: rr });

// Replace a method of the platform by one that calls `wrapper(original)`.
function patch(owner, name, wrapper) {
  const original = owner?.[name];
  if (typeof original !== "function") return;
  const replacement = wrapper(original);
  Object.defineProperty(replacement, "name", { value: name });
  Object.defineProperty(owner, name, { value: replacement, configurable: true, writable: true });
}

// Call `heed` whenever the page makes an object of a class of the platform.
function heedNew(name, heed) {
  const Original = window[name];
  if (typeof Original !== "function") return;
  window[name] = new Proxy(Original, {
    construct(target, args, self) {
      const made = Reflect.construct(target, args, self);
      heed(made);
      return made;
    },
  });
}

function absolute(raw, base) {
  try {
    return new native.URL(raw, base);
  } catch {
    return null;
  }
}

// This window and every window below it that may be looked into, with what is known of each. The own
// one comes first: a frame that is looked into too early is stuck with the window of its empty page.
function* windows(from = window) {
  yield { window: from, document: from.document, rr: from[KEY] };
  for (let index = 0; index < from.length; index++) {
    const child = from[index];
    let open = false;
    try {
      open = Boolean(child.document);
    } catch {
      // another origin
    }
    if (open) yield* windows(child);
  }
}

// As JSON, whatever the page gave its objects: some old libraries give arrays a toJSON that breaks
// the serialisation of everybody else. Only plain values go through the platform.
function pack(value) {
  if (typeof value !== "object" || value === null) return native.stringify(value) ?? "null";
  let told = "";
  if (native.isArray(value)) {
    for (let index = 0; index < value.length; index++) told += `${index ? "," : ""}${pack(value[index])}`;
    return `[${told}]`;
  }
  const names = native.keys(value);
  for (let index = 0; index < names.length; index++) {
    const inner = value[names[index]];
    if (inner !== undefined) told += `${told ? "," : ""}${native.stringify(names[index])}:${pack(inner)}`;
  }
  return `{${told}}`;
}
