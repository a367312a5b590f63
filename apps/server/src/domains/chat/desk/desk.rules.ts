/** Load of a chat on a desk, in hundredths: the triggers of chats and offers count the same. */
export const chatWeight = 100;

/** Tells whether one chat more keeps within the limit. @param load of the desk, in hundredths @param limit in chats */
export const hasRoom = (load: number, limit: number): boolean => load + chatWeight <= limit * 100;
