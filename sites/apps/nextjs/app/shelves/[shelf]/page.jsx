import { books, shelves } from "../../../lib/books.js";
import Cards from "./cards.jsx";

export const dynamicParams = false;
export const generateStaticParams = () => shelves.map((shelf) => ({ shelf }));

export default async function Page({ params }) {
  const { shelf } = await params;
  return (
    <>
      <h1>{shelf}</h1>
      <Cards books={books.filter((each) => each.shelf === shelf)} />
    </>
  );
}
