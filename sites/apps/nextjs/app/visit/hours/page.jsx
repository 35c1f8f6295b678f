export default function Page() {
  return <h1>Opening hours</h1>;
}
