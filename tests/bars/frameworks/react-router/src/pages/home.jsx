import { Link, useNavigate } from "react-router";

export function Home() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Things of wood</h1>
      <p>This week: <Link to="/catalogue/lamp">the lamp</Link>.</p>
      <button onClick={() => navigate("/tour")}>Take the tour</button>
      <p><Link to="/old-catalogue">Last year's catalogue</Link></p>
      <p><Link to="/no-such-page">A link that rotted</Link></p>
      <p><a href="/brochure.pdf">The brochure</a></p>
    </>
  );
}
