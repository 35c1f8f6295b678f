import { useEffect, useState } from "react";
import { Link } from "react-router";

export default function Journal() {
  const [posts, setPosts] = useState([]);
  useEffect(() => {
    const timer = setTimeout(() => setPosts(["first-light", "second-wind"]), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1>Journal</h1>
      {posts.map((post) => <p key={post}><Link to={post}>{post}</Link></p>)}
    </>
  );
}
