import { useParams } from "react-router";
import { Missing } from "./missing.jsx";

const state = { 1001: "Being sanded.", 1002: "On the cart since noon." };

export default function Order() {
  const { id } = useParams();
  return id in state ? <><h1>Order {id}</h1><p>{state[id]}</p></> : <Missing />;
}
