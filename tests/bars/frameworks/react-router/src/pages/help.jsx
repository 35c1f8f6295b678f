import { useState } from "react";
import { Link } from "react-router";

export default function Help() {
  const [shown, setShown] = useState(null);
  return (
    <>
      <h1>Help</h1>
      <h2><button onClick={() => setShown("shipping")}>How does it come to me?</button></h2>
      {shown === "shipping" && <p>See <Link to="shipping">shipping</Link>.</p>}
      <h2><button onClick={() => setShown("returns")}>May I give it back?</button></h2>
      {shown === "returns" && <p>See <Link to="returns">returns</Link>.</p>}
    </>
  );
}
