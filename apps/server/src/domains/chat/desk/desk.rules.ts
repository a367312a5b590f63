/** Tells whether one chat more keeps within the limit; an empty desk has room for any. @param load and weight in hundredths @param limit in chats */
export const hasRoom = (load: number, limit: number, weight: number): boolean => load + Math.min(weight, limit * 100) <= limit * 100;

/** An agent who misses so many offers one after the other is set Away. */
export const mostMissed = 2;
