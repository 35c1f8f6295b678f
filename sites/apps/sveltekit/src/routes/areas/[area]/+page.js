import { areas, walks } from "$lib/walks.js";

export const entries = () => areas.map((area) => ({ area }));
export const load = ({ params }) => ({
  area: params.area,
  others: areas.filter((each) => each !== params.area),
  walks: walks.filter(({ area }) => area === params.area),
});
