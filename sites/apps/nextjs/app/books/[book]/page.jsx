import Link from "next/link";
import { books } from "../../../lib/books.js";

export const dynamicParams = false;
export const generateStaticParams = () => books.map(({ id }) => ({ book: id }));

export default async function Page({ params }) {
  const { book } = await params;
  const { title, shelf } = books.find(({ id }) => id === book);
  return (
    <>
      <h1>{title}</h1>
      <p>On the shelf <Link href={`/shelves/${shelf}/`}>{shelf}</Link>.</p>
    </>
  );
}
