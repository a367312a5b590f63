/** Stands until the screen is drawn. */
export function EntityPage() {
  return null;
}
