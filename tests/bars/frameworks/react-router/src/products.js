export const products = {
  lamp: "Ash, turned on the lathe, with a shade of veneer.",
  chair: "Three legs, so that it never wobbles.",
  desk: "As wide as two arms.",
  shelf: "Holds forty books or one cat.",
  bulb: "Fits the lamp.",
  rug: "The only thing here that is not of wood.",
};
