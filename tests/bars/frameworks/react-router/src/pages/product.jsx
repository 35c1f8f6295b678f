import { Link, useParams } from "react-router";
import { products } from "../products.js";
import { Missing } from "./missing.jsx";

export default function Product() {
  const { name } = useParams();
  if (!(name in products)) return <Missing />;
  return (
    <>
      <h1>{name}</h1>
      <p>{products[name]}</p>
      {name === "lamp" && <Link to="/catalogue/bulb">It needs a bulb</Link>}
    </>
  );
}
