import Link from "next/link";
import Menu from "./menu.jsx";

export const metadata = { title: "The town library" };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Library</Link> <Link href="/shelves/">Shelves</Link> <Menu />
        </nav>
        <main>{children}</main>
      </body>
    </html>
  );
}
