/** Chats whose newest words are in sight: what comes in is seen at once, and never unread. A chat that is open may be none of them. */
const reading = new Set<string>();

export const isReading = (chatId: string): boolean => reading.has(chatId);

/** @returns ends it */
export function beginReading(chatId: string): () => void {
  reading.add(chatId);
  return () => void reading.delete(chatId);
}
