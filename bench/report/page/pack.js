// Unpacks a site's routes and stories, when they are asked for.
const unpacked = new Map();

async function unpack(number) {
  if (!unpacked.has(number)) unpacked.set(number, read(number));
  return unpacked.get(number);
}

async function read(number) {
  if (document.readyState === "loading") {
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  }
  const text = byId(`pack-${number}`).textContent;
  if (!text) return null;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const told = JSON.parse(await new Response(stream).text());
  let before = [];
  told.urls = told.urls.map((line) => {
    const signs = Array.from(line.slice(1));
    const url = before.slice(0, line.charCodeAt(0) - 40).concat(signs);
    before = url;
    return url.join("");
  });
  return told;
}
