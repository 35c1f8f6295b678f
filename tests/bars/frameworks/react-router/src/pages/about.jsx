import { Link, Outlet } from "react-router";

export default function About() {
  return (
    <>
      <h1>About us</h1>
      <p><Link to="team">Team</Link> <Link to="history">History</Link>{" "}
        <Link to="/staff">Staff</Link></p>
      <Outlet />
    </>
  );
}
