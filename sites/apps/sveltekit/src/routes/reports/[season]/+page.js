import { reports } from "$lib/walks.js";

export const entries = () => reports.map((season) => ({ season }));
export const load = ({ params }) => {
  const at = reports.indexOf(params.season);
  return { season: params.season, before: reports[at + 1] };
};
