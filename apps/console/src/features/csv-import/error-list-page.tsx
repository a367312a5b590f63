export function ErrorListPage() {
  return <main />;
}
