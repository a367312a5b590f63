/** A text as answers are compared: without case, accents of Latin letters, marks around it, and doubled blanks. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter[0] ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
