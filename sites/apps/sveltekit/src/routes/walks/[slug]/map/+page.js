import { walks } from "$lib/walks.js";

export const entries = () => walks.map(({ slug }) => ({ slug }));
export const load = ({ params }) => ({ walk: walks.find(({ slug }) => slug === params.slug) });
