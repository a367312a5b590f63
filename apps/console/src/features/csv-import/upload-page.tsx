export function UploadPage() {
  return <main />;
}
