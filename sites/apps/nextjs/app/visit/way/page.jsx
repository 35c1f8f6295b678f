export default function Page() {
  return <h1>The way here</h1>;
}
