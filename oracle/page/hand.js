// Finds what shows a hand to the pointer although it does not listen itself: someone above it does.
const SHOWING = 5000; // elements whose style is asked for at once
const PRESSED = "a[href], button, label, summary, select, input"; // everybody's to press, whatever they show
const OWN_HAND = "a, area, [style*='cursor' i]"; // a hand by the browser's own rules, or by an attribute
const handRules = new WeakMap(); // style sheet -> how many rules it had, and which selectors give a cursor

function showsHand(element) {
  return native.style(element).cursor === "pointer";
}

// The selectors of the rules that set a cursor, null among them for a rule that says it in another way:
// nested in one with a selector, in a scope, between key frames, in a sheet that is not there.
function selectorsOf(rules) {
  const selectors = [];
  for (const rule of rules) {
    if (rule.style?.cursor || rule.style?.all) selectors.push(rule.selectorText ?? null);
    if (rule.styleSheet === null) selectors.push(null);
    const inner = selectorsOf(rule.styleSheet?.cssRules ?? rule.cssRules ?? []);
    if (inner.length > 0 && ("selectorText" in rule || "start" in rule)) selectors.push(null);
    selectors.push(...inner);
  }
  return selectors;
}

function selectorsOfSheet(sheet) {
  try {
    const count = sheet.cssRules.length;
    const known = handRules.get(sheet);
    if (known?.count === count) return known.selectors;
    const selectors = selectorsOf(sheet.cssRules);
    handRules.set(sheet, { count, selectors });
    return selectors;
  } catch {
    return [null]; // of another origin
  }
}

// A hand comes from above or from a rule. Where all rules are known, only what they name need be looked at;
// what is put into a slot gets its style from elsewhere.
function mayShowHand(body) {
  if (roots.size > 1) return body.querySelectorAll("*");
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const selectors = new Set(sheets.flatMap(selectorsOfSheet));
  if (selectors.has(null)) return body.querySelectorAll("*");
  try {
    return body.querySelectorAll([OWN_HAND, ...selectors].join());
  } catch {
    return body.querySelectorAll("*"); // of another namespace
  }
}

function* pointers(root) {
  if (!root.body || (!hearsWide(CLICKS) && ![...listened.values()].some((types) => types.has("click")))) return;
  let left = SHOWING;
  for (const element of mayShowHand(root.body)) {
    if (left-- <= 0) return;
    if (element.closest(PRESSED) || !showsHand(element) || showsHand(element.parentElement)) continue;
    yield element;
  }
}
