"use strict";
// Makes elements. Foreign text only ever becomes text nodes: nothing here parses HTML.
const RUN = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const UNKNOWN = "·";

function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A foreign text that runs from right to left must not reorder what stands beside it.
const foreign = (text, tag = "bdi", attributes = {}) => h(tag, { dir: tag === "bdi" ? null : "auto", ...attributes }, text);

// Cut, never rounded: only all of it is 100.
function percent(share) {
  if (share === null || share === undefined) return UNKNOWN;
  if (share === 0 || share === 1) return String(share * 100);
  if (share < 0.001) return "<0.1";
  return (Math.floor(Number((share * 1000).toFixed(9))) / 10).toFixed(1);
}

// Only what a browser would fetch as a page becomes a link; all else stays text.
function address(url) {
  const name = foreign(url, "bdi", { class: "mono" });
  if (!/^https?:\/\//i.test(url)) return name;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, name);
}
