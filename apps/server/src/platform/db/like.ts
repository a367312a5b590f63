/** A LIKE pattern for texts that hold these words, with any signs in them. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
