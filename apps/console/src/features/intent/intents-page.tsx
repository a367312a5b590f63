/** Stands until the screen is drawn. */
export function IntentsPage() {
  return null;
}
