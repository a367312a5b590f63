/** Numbers of chats as people say them: `10482-7`, whose last digit checks the others. Pure, and small enough for the first page. */

/** A quasigroup of order 10 whose diagonal is 0: H. M. Damm, Total anti-symmetrische Quasigruppen (2004). */
const quasigroup = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

/** Returns the check digit of a row of digits; 0 for a row that ends with its own. Finds each wrong digit and each swap of neighbours. */
export const dammDigit = (digits: string): number => [...digits].reduce((state, digit) => quasigroup[state]?.[Number(digit)] ?? 0, 0);

/** @param no null: begun before chats had numbers. @returns '' for none */
export const showChatNumber = (no: number | null): string => (no === null ? '' : `${no}-${dammDigit(String(no))}`);

const spelling = /^#?\s*([1-9]\d{0,14})\s*-?\s*(\d)$/;

/** Reads a number that somebody has written or heard, with or without its signs. @returns undefined if it is none, or its check digit is wrong */
export function readChatNumber(text: string): number | undefined {
  const [, no = '', check = ''] = spelling.exec(text.trim()) ?? [];
  return no !== '' && dammDigit(no + check) === 0 ? Number(no) : undefined;
}
