// Freezes what differs from one visit to the next: the time of day, and chance. It stands alone, and
// is put before the page's own scripts only where a web is replayed. Each reading of the clock is a
// millisecond later than the one before, so that scripts which wait for it come to an end; each ten
// seconds that really pass are added whole. Durations (performance.now, timers) stay as they are.
(() => {
  const began = %MOMENT%;
  const real = Date;
  const elapsed = performance.now.bind(performance);
  let readings = 0;
  const now = () => began + ++readings + Math.floor(elapsed() / 10000) * 10000;

  // mulberry32: small, even, and the same in every document.
  let state = 0x5eed5eed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const frozen = new Proxy(real, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length ? given : [now()], made),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  real.prototype.constructor = frozen;
  window.Date = frozen;
  Math.random = chance;
  Object.defineProperty(performance, "timeOrigin", { get: () => began, configurable: true });

  const fill = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(chance() * 256);
    return array;
  };
  if (window.Crypto) {
    Crypto.prototype.getRandomValues = fill;
    if (Crypto.prototype.randomUUID) {
      Crypto.prototype.randomUUID = () => {
        const bytes = fill(new Uint8Array(16));
        bytes[6] = (bytes[6] & 15) | 64;
        bytes[8] = (bytes[8] & 63) | 128;
        const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
      };
    }
  }
})();
