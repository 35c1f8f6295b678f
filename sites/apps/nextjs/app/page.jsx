import Link from "next/link";

export default function Page() {
  return (
    <>
      <h1>The town library</h1>
      <p>New: <Link href="/books/gales/">Gales I met</Link>. The <Link href="/news/2024/">news</Link>.</p>
    </>
  );
}
