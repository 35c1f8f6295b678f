import { Link, useParams } from "react-router";
import { Missing } from "./missing.jsx";

const posts = {
  "first-light": "The mill has windows now.",
  "second-wind": "And a wheel that turns.",
};

export default function Post() {
  const { post } = useParams();
  if (!(post in posts)) return <Missing />;
  return (
    <>
      <h1>{post}</h1>
      <p>{posts[post]}</p>
      <Link to="notes">Notes</Link>
    </>
  );
}
