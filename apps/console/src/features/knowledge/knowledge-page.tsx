/** Stands until the screen is drawn. */
export function KnowledgePage() {
  return null;
}
