/** Stands until the screen is drawn. */
export function BotListPage() {
  return null;
}
