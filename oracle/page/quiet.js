// Tells when the page is done: no timer, request, script or new element that may still bring links.
let chain = 0; // ms of one-shot timers that led to the code that runs now
let ticking = 0; // intervals
let streaming = 0; // sockets and event streams
let waiters = [];
let parsed = 0; // when the document was parsed
const timers = new Map(); // a pending one-shot call that counts -> when it was asked for
const replies = new Map(); // worker that has not answered yet -> since when
const coming = new Map(); // script, style sheet or frame on its way -> since when

function wake() {
  const resolved = waiters;
  waiters = [];
  resolved.forEach((resolve) => resolve());
}

function sleep(limit) {
  return new Promise((resolve) => {
    waiters.push(resolve);
    native.setTimeout(resolve, limit);
  });
}

// What begins again and again after it has ended polls, and holds nothing up from then on. What runs side by
// side is no repetition, and what a person starts anew with each action is none either: the counts begin again
// when the page has been quiet.
const polling = new Set();
const ended = new Set();
const repeated = new Map(); // key -> how often it began again
function polls(key, limit) {
  if (polling.has(key)) return true;
  if (!ended.has(key)) return false;
  const times = (repeated.get(key) ?? 0) + 1;
  repeated.set(key, times);
  if (times > limit) polling.add(key);
  return times > limit;
}

rr.anew = () => {
  ended.clear();
  repeated.clear();
  // Promises all look alike: of what waits by them, one more round is heard after each action.
  for (const key of polling) if (key.includes("[native code]")) polling.delete(key);
};

// Calls that come once: `wrap` gives what is called instead, which no longer counts when it has run.
function once(kind, run, wait, asking) {
  const length = chain + wait;
  const source = native.source.call(run).slice(0, 500);
  const key = `${kind} ${Math.ceil(Math.log2(wait + 1))} ${source}`;
  const counts = length <= LIMITS.chain && !polls(key, LIMITS.rounds);
  const call = {};
  call.id = asking(function fired(...values) {
    ended.add(key);
    if (timers.delete(`${kind}${call.id}`)) rr.activity += 1;
    const before = chain;
    chain = length;
    try {
      return run.apply(this, values);
    } finally {
      chain = before;
      wake();
    }
  });
  if (counts) timers.set(`${kind}${call.id}`, native.now());
  return call.id;
}

function cancelled(kind, id) {
  if (timers.delete(`${kind}${id}`)) wake();
}

patch(window, "setTimeout", (set) => function setTimeout(run, delay, ...rest) {
  if (typeof run !== "function") return set.call(window, run, delay, ...rest);
  const wait = Math.max(0, Number(delay) || 0);
  return once("timer", run, wait, (fired) => set.call(window, fired, delay, ...rest));
});
patch(window, "clearTimeout", (clear) => function clearTimeout(id) {
  cancelled("timer", id);
  return clear.call(window, id);
});

const intervals = new Set();
patch(window, "setInterval", (set) => function setInterval(...args) {
  const id = set.apply(window, args);
  intervals.add(id);
  ticking = intervals.size;
  return id;
});
patch(window, "clearInterval", (clear) => function clearInterval(id) {
  intervals.delete(id);
  cancelled("timer", id);
  ticking = intervals.size;
  return clear.call(window, id);
});

for (const name of ["WebSocket", "EventSource"]) {
  heedNew(name, () => {
    streaming += 1;
  });
}

// A script, style sheet or frame that was put into the page after it was loaded holds it up until it is
// there. A script inside of inserted markup never runs, so only one that was inserted itself counts.
const INSERTED = "link[rel~=stylesheet][href], frame[src], iframe[srcdoc], " +
  "iframe[src]:not([src=''], [src^='about:'], [src^='javascript:'], [loading=lazy])";

function expect(element) {
  if (document.readyState !== "complete") return;
  const all = element.firstElementChild ? [...element.querySelectorAll(INSERTED)] : [];
  if (element.matches(`script[src], ${INSERTED}`)) all.push(element);
  for (const one of all) {
    coming.set(one, native.now());
    const arrived = () => {
      coming.delete(one);
      rr.activity += 1;
      wake();
    };
    native.listen.call(one, "load", arrived);
    native.listen.call(one, "error", arrived);
  }
}

function fresh(times, limit) {
  const now = native.now();
  for (const [key, since] of times) {
    if (key.isConnected === false) times.delete(key);
    if (now - since <= limit) continue;
    times.delete(key);
    for (const [name] of key.keys ?? []) ended.add(name);
  }
  return times.size > 0;
}

// What the window still waits for, or null.
rr.busy = () => {
  if (rr.leaving) return "leaving";
  if (document.readyState === "loading") return "loading";
  parsed ||= native.now();
  const late = native.now() - parsed > LIMITS.load;
  if (document.readyState !== "complete" && !late) return "loading";
  if (fresh(requests, LIMITS.request)) return "requests";
  if (fresh(coming, LIMITS.request)) return "resources";
  if (fresh(replies, LIMITS.reply)) return "workers";
  if (fresh(timers, LIMITS.chain * 2)) return "timers";
  return null;
};

// The page is not left after all: what came for that address was no document.
rr.stay = (url) => {
  if (rr.leaving?.split("#")[0] === url.split("#")[0]) rr.leaving = null;
  wake();
};

rr.background = () => ticking > 0 || streaming > 0;
rr.quicken = (resolve) => waiters.push(resolve);

// What works to the rhythm of frames and messages has to be waited for; most pages only draw.
let rhythmic = false;
const heedRhythm = (call) => function paced(...args) {
  rhythmic = true;
  return call.apply(this ?? window, args);
};

// A call in the next frame or idle moment comes when it comes on a busy machine: it counts until it has run.
for (const [name, cancel] of [["requestAnimationFrame", "cancelAnimationFrame"], ["requestIdleCallback", "cancelIdleCallback"]]) {
  patch(window, name, (ask) => function asked(run, ...rest) {
    rhythmic = true;
    if (typeof run !== "function") return ask.call(window, run, ...rest);
    return once(name, run, 0, (fired) => ask.call(window, fired, ...rest));
  });
  patch(window, cancel, (clear) => function clears(id) {
    cancelled(name, id);
    return clear.call(window, id);
  });
}
patch(window, "postMessage", heedRhythm);
for (const name of ["postTask", "yield"]) patch(window.Scheduler?.prototype, name, heedRhythm);
for (const name of ["MessageChannel", "ResizeObserver", "SharedWorker", "BroadcastChannel"]) {
  heedNew(name, () => {
    rhythmic = true;
  });
}

// A worker that was told something is expected to answer.
function expectReply(worker) {
  if (!polls("worker", LIMITS.rounds)) replies.set(worker, native.now());
}
heedNew("Worker", (worker) => {
  rhythmic = true;
  expectReply(worker);
  const answered = () => {
    ended.add("worker");
    if (replies.delete(worker)) rr.activity += 1;
    wake();
  };
  for (const type of ["message", "messageerror", "error"]) native.listen.call(worker, type, answered);
});
patch(window.Worker?.prototype, "postMessage", (post) => function postMessage(...args) {
  expectReply(this);
  return post.apply(this, args);
});
rr.rhythm = () => rhythmic || rr.observing || rr.modular();

// Where there are modules, some may be sent for by others, out of our sight, and run when the browser comes to it.
rr.modular = () => document.querySelector("script[type=module i]") !== null;

function anyModular() {
  for (const one of windows()) if (one.rr?.modular()) return true;
  return false;
}

function anyRhythm() {
  for (const one of windows()) if (one.rr?.rhythm()) return true;
  return false;
}

// One turn of the event loop.
function turn() {
  return new Promise((resolve) => {
    const channel = new native.Channel();
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}

// Whatever was queued before has run: two turns, or two frames and an idle moment.
async function breathe() {
  await turn();
  if (!anyRhythm()) return turn();
  const late = new Promise((resolve) => native.setTimeout(resolve, LIMITS.frames));
  const moment = new Promise((resolve) => {
    native.frame(() => native.frame(() => native.idle(resolve, { timeout: LIMITS.idle })));
  });
  return Promise.race([moment, late]);
}

function total(field) {
  let sum = 0;
  for (const one of windows()) sum += one.rr?.[field] ?? 0;
  return sum;
}

function anyBusy() {
  for (const one of windows()) {
    const reason = one.rr?.busy();
    if (reason) return reason;
  }
  return null;
}

function quietName() {
  for (const one of windows()) if (one.rr?.background()) return "quiet-beside-traffic";
  return "quiet";
}

// Resolves with the reason why the page counts as done.
rr.settle = async (cap) => {
  const reason = await quietReason(cap);
  for (const one of windows()) one.rr?.anew();
  return reason;
};

async function quietReason(cap) {
  const start = native.now();
  let still = null; // since when nothing but new elements without links holds the page up
  let linked = total("linked");
  for (;;) {
    const reason = anyBusy();
    if (native.now() - start > cap) return reason ? `cap-${reason}` : "cap-changes";
    if (reason) {
      still = null;
      await sleep(reason === "loading" ? 25 : 50);
      continue;
    }
    if (!rr.holding && rr.refresh()) continue;
    still ??= native.now();
    const before = total("activity");
    await breathe();
    if (total("linked") !== linked) {
      linked = total("linked");
      still = native.now();
    }
    if (total("activity") === before && !anyBusy()) return quietName();
    if (native.now() - still > LIMITS.restless) return "restless";
  }
}

// A refresh of up to five seconds is a redirect: gone to at once. True when the page leaves.
rr.refresh = () => {
  for (const meta of document.querySelectorAll("meta[http-equiv=refresh i]")) {
    const refresh = refreshOf(meta);
    if (!refresh?.target || refresh.delay > LIMITS.refresh) continue;
    if (refresh.target.split("#")[0] === location.href.split("#")[0]) continue;
    rr.leaving = refresh.target;
    location.replace(refresh.target);
    return true;
  }
  return false;
};

for (const name of ["readystatechange", "DOMContentLoaded"]) native.listen.call(document, name, wake);
native.listen.call(window, "load", wake);
