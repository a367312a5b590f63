export function AttributeListPage() {
  return <main />;
}
