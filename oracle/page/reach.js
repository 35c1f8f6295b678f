// Gets at an element as a pointer or a keyboard would.
function targetOf(key) {
  for (const one of windows()) {
    const element = one.rr?.target(key);
    if (element) return { element, view: one.window };
  }
  return null;
}
rr.target = (key) => {
  const element = targets.get(key);
  if (element?.isConnected) return element;
  // The page may have drawn the element anew, in the same place.
  rr.survey();
  const again = targets.get(key);
  return again?.isConnected ? again : null;
};

// Where the middle of an element is in the window of the whole page, through its frames.
function place(element, view) {
  const box = element.getBoundingClientRect();
  let x = box.left + box.width / 2;
  let y = box.top + box.height / 2;
  for (let frame = frameOf(view); frame && view !== window; frame = frameOf(view)) {
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    view = view.parent;
  }
  return { x, y, seen: box.width > 0 && box.height > 0 };
}

function hits(element, view) {
  const box = element.getBoundingClientRect();
  const root = element.getRootNode();
  const top = root.elementFromPoint?.(box.left + box.width / 2, box.top + box.height / 2);
  return Boolean(top) && (element.contains(top) || top.contains(element));
}

// Bring an element into view and say where it is, and whether a pointer would meet it there.
rr.aim = (key) => {
  const target = targetOf(key);
  if (!target) return pack({ state: "gone" });
  const { element, view } = target;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, seen } = place(element, view);
  if (!seen) return pack({ state: "hidden" });
  return pack({ state: hits(element, view) ? "open" : "covered", x, y });
};

// The same by events made in the page, where a pointer cannot get at it.
rr.poke = (key, kind) => {
  const element = targetOf(key)?.element;
  if (!element) return;
  const send = (Type, name, bubbles = true) => element.dispatchEvent(
    new Type(name, { bubbles, cancelable: true, composed: true, view: window }),
  );
  send(PointerEvent, "pointerover");
  send(MouseEvent, "mouseover");
  send(MouseEvent, "mouseenter", false);
  if (kind === "hover") return;
  send(PointerEvent, "pointerdown");
  send(MouseEvent, "mousedown");
  send(PointerEvent, "pointerup");
  send(MouseEvent, "mouseup");
  element.click?.();
};

rr.focus = (key) => targetOf(key)?.element.focus();

rr.choose = (key, index) => {
  const element = targetOf(key)?.element;
  if (!element || index >= element.options.length || index === element.selectedIndex) return;
  element.selectedIndex = index;
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
};
