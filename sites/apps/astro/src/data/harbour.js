const MONTHS = [
  "january", "february", "march", "april", "may", "june",
  "july", "august", "september", "october", "november", "december",
];

export const tides = MONTHS.map((name, at) => ({
  name,
  next: MONTHS[(at + 1) % 12],
  high: 4.1 + (at % 4) / 10,
  low: 0.6 + (at % 3) / 10,
}));

export const boats = [
  { name: "avocet", kind: "ketch", year: 1931, berth: "north" },
  { name: "bittern", kind: "yawl", year: 1904, berth: "north" },
  { name: "curlew", kind: "cutter", year: 1928, berth: "south" },
  { name: "dunlin", kind: "smack", year: 1889, berth: "south" },
  { name: "eider", kind: "lugger", year: 1911, berth: "west" },
  { name: "fulmar", kind: "ketch", year: 1947, berth: "west" },
];

export const berths = ["north", "south", "west"];
