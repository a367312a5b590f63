/** The chat whose newest words are in sight: what comes in is seen at once, and never unread. Null of any other, also when it is open. */
let chatId: string | null = null;

export const getReading = (): string | null => chatId;
export const setReading = (next: string | null): void => {
  chatId = next;
};
