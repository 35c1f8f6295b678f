// Names an element for a reader: its label, and a path that leads to it again.
function squeeze(text, limit) {
  const whole = (text ?? "").trim();
  const some = whole.slice(0, limit * 50).replace(/\s+/g, " ").slice(0, limit);
  if (some.length === limit || whole.length <= limit * 50) return some;
  return whole.replace(/\s+/g, " ").slice(0, limit);
}

function labelOf(element) {
  const image = element.querySelector?.("img[alt]");
  const names = [
    element.textContent,
    element.getAttribute("aria-label"),
    element.getAttribute("title"),
    image?.getAttribute("alt"),
    element.getAttribute("alt"),
    element.getAttribute("value"),
    element.getAttribute("name"),
  ];
  for (const name of names) {
    const label = squeeze(name, LIMITS.label);
    if (label) return label;
  }
  return null;
}

// Number and company of an element among its like siblings. Counted once for all of them: nothing
// changes before the code that asks has run to its end, and a list may be very long.
const numbered = new Map(); // parent -> what is known of its children
function numberOf(element) {
  const parent = element.parentNode;
  if (!parent) return { index: 1, count: 1 };
  let known = numbered.get(parent);
  if (!known) {
    if (numbered.size === 0) native.microtask(() => numbered.clear());
    known = { indices: new Map(), counts: new Map() };
    for (const sibling of parent.children) {
      const count = (known.counts.get(sibling.localName) ?? 0) + 1;
      known.counts.set(sibling.localName, count);
      known.indices.set(sibling, count);
    }
    numbered.set(parent, known);
  }
  return { index: known.indices.get(element) ?? 1, count: known.counts.get(element.localName) ?? 1 };
}

function step(element) {
  const name = CSS.escape(element.localName);
  const { index, count } = numberOf(element);
  return count > 1 ? `${name}:nth-of-type(${index})` : name;
}

// A path that leads to the element again after a reload; `>>>` enters a shadow root or a frame.
function locate(element) {
  const steps = [];
  let node = element;
  while (node?.nodeType === 1) {
    const root = node.getRootNode();
    const id = node.getAttribute("id");
    if (id && !/\d{4}/.test(id) && root.querySelectorAll?.(`#${CSS.escape(id)}`).length === 1) {
      steps.unshift(`#${CSS.escape(id)}`);
      node = null;
    } else {
      steps.unshift(step(node));
      node = node.parentElement;
    }
    if (node) continue;
    const host = root.host ?? (root.defaultView && frameOf(root.defaultView));
    if (!host) break;
    steps.unshift(">>>");
    node = host;
  }
  return steps.join(" > ").replaceAll("> >>> >", ">>>");
}

function frameOf(view) {
  try {
    return view.frameElement;
  } catch {
    return null;
  }
}
