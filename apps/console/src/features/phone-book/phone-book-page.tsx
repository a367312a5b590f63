export function PhoneBookPage() {
  return <main />;
}
