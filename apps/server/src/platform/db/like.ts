/** A LIKE pattern for texts that hold these words, whatever signs are in them. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
