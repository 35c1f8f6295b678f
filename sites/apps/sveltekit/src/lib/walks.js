export const walks = [
  { slug: "brook", title: "Along the brook", miles: 4, area: "valley" },
  { slug: "chapel", title: "To the chapel", miles: 6, area: "valley" },
  { slug: "downs", title: "Over the downs", miles: 11, area: "hills" },
  { slug: "edge", title: "The edge", miles: 9, area: "hills" },
  { slug: "fen", title: "Across the fen", miles: 7, area: "levels" },
  { slug: "gap", title: "Through the gap", miles: 5, area: "hills" },
  { slug: "heath", title: "Heath and heather", miles: 8, area: "levels" },
];

export const areas = ["hills", "levels", "valley"];

export const reports = ["spring", "summer", "autumn", "winter"];
