import Link from "next/link";
import { shelves } from "../../lib/books.js";

export default function Page() {
  return (
    <>
      <h1>Shelves</h1>
      <ul>
        {shelves.map((each) => (
          <li key={each}><Link href={`/shelves/${each}/`}>{each}</Link></li>
        ))}
      </ul>
    </>
  );
}
