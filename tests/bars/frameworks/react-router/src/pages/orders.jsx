import { Link, useLoaderData } from "react-router";

export default function Orders() {
  const orders = useLoaderData();
  return (
    <>
      <h1>Orders</h1>
      {orders.map(({ id, what }) => <p key={id}><Link to={`${id}`}>{what}</Link></p>)}
    </>
  );
}
