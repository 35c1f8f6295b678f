// A site's routes as a tree of paths: drawn as it is opened, walked by arrow keys.
const PAGE = 200;

function plant(pack, numbers) {
  const root = { name: "", under: new Map(), routes: [], m: 0, x: 0, f: 0 };
  for (const n of numbers) {
    const url = pack.urls[n];
    const cut = url.indexOf("/", url.indexOf("://") + 3);
    const parts = cut < 0 ? [url] : [url.slice(0, cut), ...url.slice(cut + 1).split("/")];
    if (parts.length > 1 && parts.at(-1) === "") parts.pop();
    const kind = pack.states[n] === "m" ? "m" : pack.states[n] === "x" ? "x" : "f";
    let node = root;
    root[kind] += 1;
    for (const part of parts) {
      if (!node.under.has(part)) node.under.set(part, { name: part, under: new Map(), routes: [], m: 0, x: 0, f: 0 });
      node = node.under.get(part);
      node[kind] += 1;
    }
    node.routes.push(n);
  }
  return root;
}

// A folder that holds nothing but one folder is told in one line with it.
function joined(node) {
  let { name } = node;
  while (!node.routes.length && node.under.size === 1) {
    node = node.under.values().next().value;
    name += `/${node.name}`;
  }
  return { ...node, name };
}

function treeOf(pack, numbers, site) {
  const root = plant(pack, numbers);
  const tree = h("ul", { role: "tree", "aria-label": `Routes of ${site.name}` });
  fill(tree, root, pack, site, 1);
  const roomy = numbers.length > 60 ? 1 : Infinity;
  for (let depth = 0; depth < Math.min(roomy, 12); depth += 1) {
    const closed = [...tree.querySelectorAll('[aria-expanded="false"][data-folder]')];
    if (!closed.length) break;
    for (const item of closed) item.toggle(true);
  }
  const first = tree.querySelector('[role="treeitem"]');
  if (first) first.tabIndex = 0;
  tree.addEventListener("keydown", (event) => walk(tree, event));
  tree.addEventListener("focusin", (event) => rove(tree, event.target.closest('[role="treeitem"]')));
  return tree;
}

function fill(list, node, pack, site, level, from = 0) {
  const children = [
    ...(level > 1 ? node.routes.map((n) => ({ leaf: n, name: node.under.size ? "/" : node.name })) : []),
    ...[...node.under.values()].map(joined),
  ];
  for (const child of children.slice(from, from + PAGE)) list.append(itemOf(child, pack, site, level));
  const left = children.length - from - PAGE;
  if (left > 0) {
    const more = h("li", { role: "treeitem", tabindex: -1 }, h("div", { class: "node" }, h("span", { class: "link" }, `show ${Math.min(left, PAGE)} of ${left} more`)));
    const open = () => {
      const before = more.previousElementSibling;
      more.remove();
      fill(list, node, pack, site, level, from + PAGE);
      before.nextElementSibling.focus();
    };
    more.addEventListener("click", (event) => { event.stopPropagation(); open(); });
    more.toggle = open;
    list.append(more);
  }
}

function itemOf(node, pack, site, level) {
  const folder = node.leaf === undefined && node.under.size > 0;
  if (!folder) return leafOf(node.leaf ?? node.routes[0], node.name, pack, site, level, node.leaf === undefined ? node.routes.slice(1) : []);
  const tally = h("span", { class: "tally" }, `${node.f + node.m + node.x}`, node.m ? h("span", { class: "bad" }, ` · ${node.m} missed`) : null);
  const twist = h("span", { class: "twist", "aria-hidden": "true" }, "▸");
  const row = h("div", { class: `node ${node.m && !node.f ? "m" : ""}` }, twist, foreign(`${node.name}/`, "bdi", { class: "name mono" }), tally);
  const item = h("li", { role: "treeitem", "aria-expanded": "false", "aria-level": level, tabindex: -1, "data-folder": true, "aria-label": `${node.name}: ${node.f + node.m + node.x} routes, ${node.m} missed` }, row);
  item.toggle = (open = item.getAttribute("aria-expanded") === "false") => {
    item.setAttribute("aria-expanded", String(open));
    twist.textContent = open ? "▾" : "▸";
    if (open && item.children.length === 1) {
      const group = h("ul", { role: "group" });
      fill(group, node, pack, site, level + 1);
      item.append(group);
    } else if (item.children.length > 1) item.lastElementChild.hidden = !open;
  };
  row.addEventListener("click", () => { item.toggle(); item.focus(); });
  return item;
}

function leafOf(n, name, pack, site, level, twins) {
  const state = STATES[pack.states[n]];
  const cause = pack.states[n] === "m" ? h("span", { class: "tally" }, causeOf(pack, n)) : null;
  const row = h("div", { class: `node ${pack.states[n]}` }, h("span", { class: "twist" }), h("span", { class: "mark", "aria-hidden": "true" }, state.sign), foreign(name || "/", "bdi", { class: "name mono" }), cause);
  const item = h("li", { role: "treeitem", "aria-level": level, "aria-expanded": "false", tabindex: -1, "data-route": n, "aria-label": `${name || "/"}: ${state.word}${pack.states[n] === "m" ? `, ${causeOf(pack, n)}` : ""}` }, row);
  item.toggle = (open = item.getAttribute("aria-expanded") === "false") => {
    item.setAttribute("aria-expanded", String(open));
    if (!open) item.lastElementChild.remove();
    else item.append(h("div", {}, [n, ...twins].map((each) => storyOf(pack, each, site))));
  };
  row.addEventListener("click", () => { item.toggle(); item.focus(); });
  return item;
}

function rove(tree, item) {
  if (!item) return;
  for (const each of tree.querySelectorAll('[role="treeitem"][tabindex="0"]')) each.tabIndex = -1;
  item.tabIndex = 0;
}

function walk(tree, event) {
  const item = event.target;
  if (item.getAttribute("role") !== "treeitem") return;
  const items = [...tree.querySelectorAll('[role="treeitem"]')].filter((each) => !each.closest("[hidden]"));
  const at = items.indexOf(item);
  const folder = item.hasAttribute("data-folder");
  const open = item.getAttribute("aria-expanded") === "true";
  const moves = {
    ArrowDown: () => items[at + 1], ArrowUp: () => items[at - 1], Home: () => items[0], End: () => items.at(-1),
    ArrowRight: () => (open && folder ? items[at + 1] : (!open && item.toggle(true), item)),
    ArrowLeft: () => (open ? (item.toggle(false), item) : item.parentElement.closest('[role="treeitem"]')),
    Enter: () => (item.toggle(), item), " ": () => (item.toggle(), item),
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  const next = moves[event.key]();
  if (next && next.isConnected) next.focus();
}
