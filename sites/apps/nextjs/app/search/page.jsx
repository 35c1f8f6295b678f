"use client";
import { useEffect, useState } from "react";
import { books } from "../../lib/books.js";

/** Draws its list late, as a search that asks a server would. */
export default function Page() {
  const [found, setFound] = useState([]);
  useEffect(() => {
    const wait = setTimeout(() => setFound(books), 300);
    return () => clearTimeout(wait);
  }, []);
  return (
    <>
      <h1>Search</h1>
      <ul>{found.map(({ id, title }) => <li key={id}><a href={`/books/${id}/`}>{title}</a></li>)}</ul>
    </>
  );
}
