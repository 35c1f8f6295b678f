// Says what the page shows: its text and signature, what it links to, what calls for action.
function visibleText() {
  const texts = [];
  for (const one of windows()) texts.push(one.document.body?.innerText ?? "");
  for (const root of roots) if (root !== document) for (const child of root.children) texts.push(child.innerText ?? "");
  return texts.join("\n").replace(/[ \t\f\v\u00a0]+/g, " ").replace(/\s*\n\s*/g, "\n").trim();
}

// Two 32-bit FNV-1a sums, which is plenty to tell the views of one site apart.
function digest(text) {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (index & 0xff), 0x01000193);
  }
  return [low, high].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}

// A page without text is told by the tags of its elements.
function signatureOf(text) {
  if (text) return digest(text);
  return digest([...document.querySelectorAll("body *")].map((element) => element.localName).join());
}

rr.signature = () => signatureOf(visibleText());

function asksForPassword() {
  return [...document.querySelectorAll("input[type=password]")].some(
    (field) => field.getClientRects().length > 0,
  );
}

function isScripted() {
  for (const one of windows()) if (one.document.scripts.length > 0) return true;
  return document.querySelector(ATTRIBUTES) !== null;
}

// Frames that this window may not look into, for the outside to read.
function closedFrames() {
  const frames = [];
  for (const one of windows()) {
    for (const frame of one.document.querySelectorAll("iframe, frame")) {
      let open = false;
      try {
        open = Boolean(frame.contentDocument);
      } catch {
        // another origin
      }
      if (open) continue;
      const silent = frame.sandbox?.length > 0 ? !frame.sandbox.contains("allow-scripts") : frame.hasAttribute("sandbox");
      frames.push({ url: frame.src, srcdoc: frame.getAttribute("srcdoc"), silent });
    }
  }
  return frames;
}

function scrolls() {
  for (const one of windows()) {
    if (one.rr?.observing || one.document.querySelector("iframe[loading=lazy]")) return true;
  }
  return false;
}

function notesOf() {
  const notes = new Set();
  for (const one of windows()) for (const note of one.rr?.notes ?? []) notes.add(note);
  return [...notes].sort();
}

// Fragments that are no route by their form and no place in the page either.
function fragments() {
  if (!rr.followsFragments()) return [];
  const found = new Set();
  for (const root of roots) {
    for (const link of root.querySelectorAll("a[href*='#'], area[href*='#']")) {
      const url = absolute(link.href);
      if (!url || url.hash.length < 2 || /^#[/!]/.test(url.hash)) continue;
      if (url.href.split("#")[0] !== location.href.split("#")[0]) continue;
      const name = decodeURIComponent(url.hash.slice(1).replace(/%(?![0-9a-f]{2})/gi, "%25"));
      if (document.getElementById(name) || document.getElementsByName(name).length) continue;
      found.add(url.href);
    }
  }
  return [...found];
}

function offersOf() {
  const offers = [];
  for (const one of windows()) if (one.rr) offers.push(...one.rr.survey());
  return offers;
}

// Wait until the page is done, then say everything about it in one answer.
rr.arrive = async (light, cap) => {
  const settled = await rr.settle(cap);
  if (settled === "cap-loading") window.stop(); // a document without end
  return rr.look(light, settled);
};

// The same at once: where no script may run, nothing that was waited for would ever come.
rr.look = (light, settled) => {
  for (const one of windows()) one.rr?.restart();
  const text = visibleText();
  const entry = performance.getEntriesByType("navigation")[0];
  const answer = {
    settled,
    url: location.href,
    document: entry?.name ?? location.href,
    type: document.contentType,
    title: document.title,
    text: text.slice(0, LIMITS.text),
    signature: signatureOf(text),
    charset: document.characterSet,
    size: entry?.decodedBodySize ?? 0,
    login: asksForPassword(),
    modular: anyModular(),
    notes: notesOf(),
  };
  if (light) return pack(answer);
  return pack({
    ...answer,
    links: rr.links(),
    scripted: isScripted(),
    closed: closedFrames(),
    consent: rr.consent(),
    scrolls: scrolls(),
    fragments: fragments(),
    changes: total("changes"),
    offers: offersOf(),
    ...rr.take(),
  });
};

// What an action brought: waits until the page is done again.
rr.after = async (cap) => {
  const settled = await rr.settle(cap);
  return pack({
    settled,
    links: rr.links(),
    offers: offersOf(),
    changes: total("changes"),
    signature: rr.signature(),
    notes: notesOf(),
    ...rr.take(),
  });
};

// From here on the page is held.
rr.begin = () => {
  rr.hold(true);
  return pack(true);
};

// Go to a fragment of the page, to see whether another view comes.
rr.goTo = async (url, cap) => {
  rr.follow(true);
  location.href = url;
  const answer = await rr.after(cap);
  rr.follow(false);
  return answer;
};

// A frame that the page cannot look into is asked by itself.
rr.inside = async (cap) => {
  await rr.settle(cap);
  return pack(rr.links());
};
