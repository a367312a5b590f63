/** Stands until the screen is drawn. */
export function BotConfigPage() {
  return null;
}
