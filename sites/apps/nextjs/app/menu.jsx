"use client";
import Link from "next/link";
import { useState } from "react";

/** Opens on a click: before that its links are nowhere in the page. */
export default function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button aria-expanded={open} onClick={() => setOpen(!open)}>Visit</button>
      {open && (
        <ul>
          <li><Link href="/visit/">Visit us</Link></li>
          <li><Link href="/visit/hours/">Opening hours</Link></li>
          <li><Link href="/search/">Search</Link></li>
        </ul>
      )}
    </>
  );
}
