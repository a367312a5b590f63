/** Stands until the screen is drawn. */
export function UnansweredPage() {
  return null;
}
