// Counts what the page has asked for and not got yet.
const requests = new Map(); // token -> when the request began
const asked = new Map(); // path -> how often it was requested

// Counts a request until it ends; a path that is asked again and again is polled, and does not count.
function begin(input) {
  const url = absolute(typeof input === "string" ? input : (input?.url ?? String(input)), document.baseURI);
  const path = url ? url.origin + url.pathname : "";
  const times = (asked.get(path) ?? 0) + 1;
  asked.set(path, times);
  if (times > LIMITS.polls) return () => {};
  const token = {};
  requests.set(token, native.now());
  return () => {
    if (!requests.delete(token)) return;
    rr.activity += 1;
    wake();
  };
}

patch(window, "fetch", (fetch) => function fetchCounted(input, init) {
  const refusal = rr.refuse(init?.method ?? input?.method, input);
  if (refusal) return Promise.reject(refusal);
  const end = begin(input);
  const answer = fetch.call(window, input, init);
  answer.then(end, end);
  return answer;
});

for (const name of ["json", "text", "arrayBuffer", "blob", "formData"]) {
  patch(Response.prototype, name, (read) => function reading() {
    const end = begin(`read:${this.url}`);
    const answer = read.call(this);
    answer.then(end, end);
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
  native.listen.call(this, "loadend", begin(url));
  return send.call(this, body);
});
