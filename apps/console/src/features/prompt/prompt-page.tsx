/** Stands until the screen is drawn. */
export function PromptPage() {
  return null;
}
