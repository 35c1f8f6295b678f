import { useNavigate, useParams } from "react-router";
import { Missing } from "./missing.jsx";

const rooms = ["the yard", "the saw", "the drying loft"];

export default function Tour() {
  const step = Number(useParams().step ?? 1);
  const navigate = useNavigate();
  if (!(step in rooms)) return step === 3 ? <h1>Here it ends</h1> : <Missing />;
  return (
    <>
      <h1>Room {step}</h1>
      <p>You stand in {rooms[step - 1]}.</p>
      <button onClick={() => navigate(`/tour/${step + 1}`)}>Go on</button>
    </>
  );
}
