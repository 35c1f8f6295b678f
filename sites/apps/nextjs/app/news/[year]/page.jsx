import Link from "next/link";
import { years } from "../../../lib/books.js";

export const dynamicParams = false;
export const generateStaticParams = () => years.map((year) => ({ year }));

export default async function Page({ params }) {
  const { year } = await params;
  const before = years[years.indexOf(year) - 1];
  return (
    <>
      <h1>News of {year}</h1>
      {before && <Link href={`/news/${before}/`}>{before}</Link>}
    </>
  );
}
