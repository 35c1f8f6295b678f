import { Link, useNavigate, useSearchParams } from "react-router";

export default function Catalogue() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  if (query.get("page") === "2") {
    return (
      <>
        <h1>Catalogue, second page</h1>
        <Link to="/catalogue/rug">Rug</Link>
      </>
    );
  }
  return (
    <>
      <h1>Catalogue</h1>
      <ul>
        <li><Link to="lamp">Lamp</Link></li>
        <li><Link to="chair">Chair</Link></li>
        <li><Link to="desk">Desk</Link></li>
      </ul>
      <table>
        <tbody>
          <tr onClick={() => navigate("/catalogue/shelf")}><td>Shelf</td><td>oak</td></tr>
        </tbody>
      </table>
      <Link to="?page=2">More</Link>
    </>
  );
}
