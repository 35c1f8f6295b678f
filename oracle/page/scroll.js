// Scrolls as a person does, a window's height at a time, until nothing new comes.
const STEPS = 60;
const INNER = 10; // scrolling boxes tried

function boxes() {
  const all = [];
  for (const element of document.querySelectorAll("body *")) {
    if (all.length >= INNER) break;
    if (element.scrollHeight <= element.clientHeight + 20 || element.clientHeight < 50) continue;
    if (/auto|scroll/.test(native.style(element).overflowY)) all.push(element);
  }
  return all;
}

async function scrollDown(box, cap) {
  const stop = native.now() + cap;
  let before = total("linked");
  for (let steps = 0; steps < STEPS && native.now() < stop; steps++) {
    const top = box.scrollTop;
    box.scrollTo({ top: top + box.clientHeight * 0.8, behavior: "instant" });
    await rr.settle(cap);
    if (box.scrollTop > top) continue;
    if (total("linked") === before) return;
    before = total("linked"); // at the end, but the page has grown lately: look once more
  }
  rr.notes.add("endless-scroll");
}

// A frame that waits to be scrolled to comes at once, whichever window height it would take.
function wakeFrames() {
  for (const frame of document.querySelectorAll("iframe[loading=lazy]")) {
    frame.loading = "eager";
    expect(frame);
  }
}

rr.scroll = async (cap) => {
  wakeFrames();
  const page = document.scrollingElement ?? document.documentElement;
  await scrollDown(page, cap);
  page.scrollTo({ top: 0, behavior: "instant" });
  for (const box of boxes()) await scrollDown(box, cap);
  return rr.after(cap);
};
