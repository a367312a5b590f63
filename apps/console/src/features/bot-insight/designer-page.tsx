/** Stands until the screen is drawn. */
export function DesignerPage() {
  return null;
}
