// Keeps actions harmless: whatever is not GET or HEAD is refused and recorded; nothing disturbs the visit.
rr.refuse = (method, input) => {
  const verb = String(method ?? "GET").toUpperCase();
  if (!rr.holding || verb === "GET" || verb === "HEAD") return null;
  const url = absolute(typeof input === "string" ? input : (input?.url ?? String(input)), document.baseURI);
  if (rr.refused.length < LIMITS.held) rr.refused.push(`${verb} ${url?.href ?? ""}`);
  return new TypeError("Failed to fetch");
};

patch(Navigator.prototype, "sendBeacon", (send) => function sendBeacon(url, data) {
  if (rr.refuse("POST", url)) return false;
  return send.call(this, url, data);
});

window.print = () => {};

// Who asks without end is answered with an error: a script that hangs in dialogs cannot be stopped from outside.
let dialogs = 0;
for (const name of ["alert", "confirm", "prompt"]) {
  patch(window, name, (ask) => function asked(...args) {
    dialogs += 1;
    if (dialogs <= LIMITS.dialogs) return ask.apply(window, args);
    rr.notes.add("dialog-loop");
    throw new DOMException("Too many dialogs", "InvalidStateError");
  });
}

// A service worker would answer the second visit otherwise than the first.
if (window.ServiceWorkerContainer) {
  patch(ServiceWorkerContainer.prototype, "register", () => function register() {
    rr.notes.add("service-worker");
    return Promise.reject(new DOMException("Service workers are blocked", "SecurityError"));
  });
}

// Shared workers ask behind the page's back, out of every guard's sight. Many browsers have none, and
// pages know how to do without.
delete window.SharedWorker;
