/**
 * The one way in which this package reads text: Unicode compatibility form, lower case, and words as runs of letters, marks and digits.
 * Marks belong to words: in Devanagari the vowel signs are marks, and dropping them would cut words apart.
 * A question mark and an emoji are words of their own: "👍" is an answer that people do give.
 */
const wordPattern = /[\p{L}\p{M}\p{N}]+|\?|\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu;
/** Characters without a width that people paste along: joiners, soft hyphens, byte order marks, emoji presentation. */
const invisiblePattern = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\ufe0e|\ufe0f/gu;

export const normalise = (text: string): string => text.normalize('NFKC').replace(invisiblePattern, '').toLowerCase();

/** Words of a text, a question mark being one of them. */
export const wordsOf = (text: string): string[] => normalise(text).match(wordPattern) ?? [];

export type Script = 'latin' | 'devanagari' | 'mixed' | 'none';

/** Returns the script that a text is written in, by its letters. */
export function scriptOf(text: string): Script {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const devanagari = text.match(/\p{Script=Devanagari}/gu)?.length ?? 0;
  if (latin + devanagari === 0) return 'none';
  if (devanagari === 0) return 'latin';
  return latin === 0 ? 'devanagari' : 'mixed';
}
