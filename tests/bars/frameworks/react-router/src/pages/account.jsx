import { useNavigate } from "react-router";

export default function Account() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Your account</h1>
      <p>Nothing bought yet.</p>
      <div role="button" tabIndex={0} onClick={() => navigate("settings")}>Settings</div>
    </>
  );
}
