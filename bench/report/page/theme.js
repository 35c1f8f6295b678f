// Light, dark, or as the system: kept where the browser lets a file keep something.
const THEMES = [["", "as the system", "◐"], ["light", "light", "☀"], ["dark", "dark", "☾"]];

function keep(value) {
  try {
    if (value === undefined) return localStorage.getItem("route-recall-theme") || "";
    localStorage.setItem("route-recall-theme", value);
  } catch { /* a file may be denied it */ }
  return "";
}

function theme(name) {
  const [value, label, sign] = THEMES.find(([each]) => each === name) || THEMES[0];
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  byId("theme").setAttribute("aria-label", `Theme: ${label}`);
  byId("theme").firstElementChild.textContent = sign;
  return value;
}

let themed = theme(keep());
byId("theme").addEventListener("click", () => {
  themed = theme(THEMES[(THEMES.findIndex(([each]) => each === themed) + 1) % THEMES.length][0]);
  keep(themed);
});
