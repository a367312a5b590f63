export function AttributeFormPage() {
  return <main />;
}
