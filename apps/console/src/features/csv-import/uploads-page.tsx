export function UploadsPage() {
  return <main />;
}
