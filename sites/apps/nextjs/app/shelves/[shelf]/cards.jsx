"use client";
import { useRouter } from "next/navigation";

/** Cards without links: a click asks the router. */
export default function Cards({ books }) {
  const router = useRouter();
  return books.map((each) => (
    <div key={each.id} role="link" tabIndex={0} onClick={() => router.push(`/books/${each.id}/`)}>
      {each.title}
    </div>
  ));
}
