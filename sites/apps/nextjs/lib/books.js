export const books = [
  { id: "angling", title: "Angling at dawn", shelf: "nature" },
  { id: "bees", title: "A year with bees", shelf: "nature" },
  { id: "canals", title: "Canals and locks", shelf: "works" },
  { id: "dykes", title: "Dykes", shelf: "works" },
  { id: "engines", title: "Stationary engines", shelf: "works" },
  { id: "ferns", title: "Ferns", shelf: "nature" },
  { id: "gales", title: "Gales I met", shelf: "travel" },
  { id: "harbours", title: "Small harbours", shelf: "travel" },
];

export const shelves = ["nature", "travel", "works"];

export const years = ["2021", "2022", "2023", "2024"];
