import Link from "next/link";

export default function Page() {
  return (
    <>
      <h1>Visit us</h1>
      <p><Link href="/visit/way/">The way here</Link>, and <a href="/visit/parking/">where to park</a>.</p>
    </>
  );
}
