// Counts what the page has asked for and not got yet.
const requests = new Map(); // token -> when the request began

// The same request and others of its path, as keys; each with the repetitions after which it polls.
function keysOf(method, input, body) {
  const url = absolute(typeof input === "string" ? input : (input?.url ?? String(input)), document.baseURI);
  if (!url) return [];
  const said = typeof body === "string" ? digest(body) : "";
  return [
    [`${method ?? "GET"} ${url.href} ${said}`, LIMITS.polls],
    [`path ${url.origin}${url.pathname}`, LIMITS.spread],
  ];
}

// Counts a request until it ends; one that is made again and again is polled, and does not count.
function begin(method, input, body) {
  const keys = keysOf(method, input, body);
  if (keys.some(([key, limit]) => polls(key, limit))) return null;
  return pend({ keys });
}

function pend(token) {
  requests.set(token, native.now());
  return () => {
    for (const [key] of token.keys ?? []) ended.add(key);
    if (!requests.delete(token)) return;
    rr.activity += 1;
    wake();
  };
}

const counted = new WeakSet(); // answers to requests that count; to read them counts, too
patch(window, "fetch", (fetch) => function fetchCounted(input, init) {
  const refusal = rr.refuse(init?.method ?? input?.method, input);
  if (refusal) return Promise.reject(refusal);
  const end = begin(init?.method ?? input?.method, input, init?.body);
  const answer = fetch.call(window, input, init);
  if (end) {
    answer.then((response) => {
      counted.add(response);
      end();
    }, end);
  }
  return answer;
});

for (const name of ["json", "text", "arrayBuffer", "blob", "formData"]) {
  patch(Response.prototype, name, (read) => function reading() {
    const end = counted.has(this) ? pend({}) : null;
    const answer = read.call(this);
    if (end) answer.then(end, end);
    return answer;
  });
}

const methods = new WeakMap();
patch(XMLHttpRequest.prototype, "open", (open) => function opened(method, url, ...rest) {
  methods.set(this, { method, url });
  return open.call(this, method, url, ...rest);
});
patch(XMLHttpRequest.prototype, "send", (send) => function sent(body) {
  const { method, url } = methods.get(this) ?? {};
  if (rr.refuse(method, url)) {
    native.setTimeout(() => {
      this.dispatchEvent(new ProgressEvent("error"));
      this.dispatchEvent(new ProgressEvent("loadend"));
    }, 0);
    return undefined;
  }
  const end = begin(method, url, body);
  if (end) native.listen.call(this, "loadend", end);
  return send.call(this, body);
});
