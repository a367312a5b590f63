/** Stands until the screen is drawn. */
export function ClassificationPage() {
  return null;
}
