import { useState } from "react";
import { Link, NavLink, Outlet } from "react-router";

function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button aria-expanded={open} onClick={() => setOpen(!open)}>Menu</button>
      {open && (
        <ul>
          <li><Link to="/account">Account</Link></li>
          <li><Link to="/orders">Orders</Link></li>
          <li><Link to="/help">Help</Link></li>
        </ul>
      )}
    </div>
  );
}

export function Frame() {
  return (
    <>
      <header>
        <nav>
          <NavLink to="/">Workshop</NavLink> <NavLink to="/catalogue">Catalogue</NavLink>{" "}
          <NavLink to="/about">About</NavLink> <NavLink to="/journal">Journal</NavLink>
        </nav>
        <Menu />
      </header>
      <main><Outlet /></main>
      <footer><a href="https://elsewhere.test/">A friend of ours</a></footer>
    </>
  );
}
