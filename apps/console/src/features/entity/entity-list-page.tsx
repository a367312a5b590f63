/** Stands until the screen is drawn. */
export function EntityListPage() {
  return null;
}
