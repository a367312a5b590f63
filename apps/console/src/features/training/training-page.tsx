/** Stands until the screen is drawn. */
export function TrainingPage() {
  return null;
}
