// Finds the button that gets a consent layer out of the way: refusing before agreeing before closing.
// The rest of the layer is not acted on.
const CONSENT = /cookie|consent|gdpr|privacy|datenschutz|confidentialit|privacidad|tracking/i;
const ANSWERS = [
  /\b(reject|refuse|decline|deny|disagree|necessary|essential|ablehnen|notwendig\w*|refuser|rechazar|rifiuta|weigeren|recusar|continue without)\b/i,
  /\b(accept|agree|allow|got it|ok|okay|understand|akzeptieren|zustimmen|einverstanden|accepter|aceptar|accetta|accepteren|aceitar)\b/i,
  /\b(close|dismiss|schließen|fermer|cerrar|chiudi)\b|^[×✕✖x]$/i,
];

const LAYER = 3000; // characters: what holds more text is the page itself
let consentLayer = null;

// The layer that an element lies in: fixed to the window, or a dialog.
function layerOf(element) {
  for (let node = element; node && node !== document.body; node = node.parentElement) {
    if (node.matches("dialog[open], [role=dialog], [aria-modal=true]")) return node;
    if (["fixed", "sticky"].includes(native.style(node).position)) return node;
  }
  return null;
}

rr.consent = () => {
  if (!CONSENT.test(document.body?.textContent ?? "")) return null;
  const best = [null, null, null];
  consentLayer = null;
  for (const root of roots) {
    for (const element of root.querySelectorAll("button, [role=button], a, input[type=button], input[type=submit]")) {
      const label = labelOf(element);
      const rank = label && label.length < 60 ? ANSWERS.findIndex((answer) => answer.test(label)) : -1;
      if (rank < 0 || best[rank] || element.getClientRects().length === 0) continue;
      const layer = layerOf(element);
      if (!layer || layer.textContent.length > LAYER || !CONSENT.test(layer.textContent)) continue;
      best[rank] = element;
    }
  }
  const element = best.find(Boolean);
  if (!element) return null;
  consentLayer = layerOf(element);
  const label = labelOf(element);
  const key = `consent|${locate(element)}|${label}`;
  targets.set(key, element);
  return { key, kind: "consent", label, locator: locate(element), template: key, markup: "", options: 0 };
};
