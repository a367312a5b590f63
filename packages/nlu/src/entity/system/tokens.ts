import { foldSound } from '../sound.ts';

/** A word, a run of ASCII digits or one other character of an aligned text; offsets are those of the aligned text. */
export type Token = { kind: 'word' | 'digits' | 'mark'; text: string; start: number; end: number };

const tokenPattern = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?|\d+|\S/gu;

/** Cuts an aligned text up. Digits never share a token with letters, so "5pm" is 5 and pm. */
export function readTokens(text: string): Token[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: found, index }) => ({
    kind: /^\d/.test(found) ? 'digits' : /^[\p{L}\p{M}]/u.test(found) ? 'word' : 'mark',
    text: foldWord(found),
    start: index,
    end: index + found.length,
  }));
}

/** Spellings that people mix: the dot below, candrabindu for anusvara, half nasals for anusvara, curly apostrophes, long dashes. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKC')
    .replace(/\u093c/g, '')
    .replace(/ँ/g, 'ं')
    .replace(/[नमणङञ]्(?=[क-म])/g, (half, at: number) => (at > 0 && word[at + 2] !== half[0] ? 'ं' : half))
    .replace(/’/g, "'")
    .replace(/[–—−]/g, '-');
}

/** Tells whether nothing stands between a token and the one before it. */
export function isGlued(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  return token !== undefined && before !== undefined && before.end === token.start;
}

export const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';

/** The place after one of the phrases (words parted by blanks) that stands here; the longest one; undefined when none does. */
export function skipPhrase(tokens: readonly Token[], at: number, phrases: readonly string[]): number | undefined {
  const first = textAt(tokens, at);
  if (first === '') return undefined;
  let longest: number | undefined;
  for (const phrase of phrases) {
    if (!phrase.startsWith(first)) continue;
    const words = phrase.split(' ');
    if (words.every((word, offset) => textAt(tokens, at + offset) === word) && (longest === undefined || at + words.length > longest))
      longest = at + words.length;
  }
  return longest;
}

/** Words of a table, each with what it stands for; several spellings are parted by blanks. Long romanised words are found in any spelling. */
export class Lexicon<Meaning> {
  private readonly meanings = new Map<string, Meaning>();
  private readonly loose = new Map<string, Meaning>();

  constructor(table: readonly (readonly [spellings: string, meaning: Meaning])[]) {
    for (const [spellings, meaning] of table)
      for (const spelling of spellings.split(' ')) {
        this.meanings.set(foldWord(spelling), meaning);
        if (isLoose(spelling) && !this.loose.has(foldSound(spelling))) this.loose.set(foldSound(spelling), meaning);
      }
  }

  get(word: string): Meaning | undefined {
    return this.meanings.get(word) ?? (isLoose(word) ? this.loose.get(foldOnce(word)) : undefined);
  }
}

/** Short words are left alone: "tin" is not "teen" and "sat" not "saat". */
const isLoose = (word: string) => word.length >= 5 && /^[a-z]+$/.test(word);

/** Every family asks its own tables for the same word, one after another. */
const folded = new Map<string, string>();
const mostFolded = 1_000;

function foldOnce(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  if (folded.size >= mostFolded) folded.clear();
  const spelling = foldSound(word);
  folded.set(word, spelling);
  return spelling;
}
