/** Stands until the screen is drawn. */
export function SentimentPage() {
  return null;
}
