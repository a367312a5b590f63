export function CustomerPage() {
  return <main />;
}
